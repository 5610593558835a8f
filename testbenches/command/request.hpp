#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "hw/rule/fault.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/catalogue/report.hpp"
#include "models/catalogue/unfit_algorithm.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/command.hpp"
#include "testbenches/command/words.hpp"
#include "testbenches/refuse.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace plexus {

// What the commands share that are about a run: how its words are read, how it ends.

/// One `plexus run`, as the words say it.
struct RunRequest {
  std::string machine;
  std::string operation;
  std::string algorithm;
  bool json = false;
  RunOptions options;  ///< those that are words
  std::optional<std::string> max_cycles;
  std::optional<std::string> wave_from;
  std::optional<std::string> wave_to;
  std::optional<std::string> twin_seed;
  std::vector<std::string> parts;  ///< own ones: `bus_arbiter=round-robin`
  WordsLeft rest;                  ///< parameters

  [[nodiscard]] Request named() const { return {machine, operation, algorithm, {}}; }
};

/// What the words of a `plexus run` name.
struct NamedRun {
  const CatalogueEntry* entry = nullptr;
  Values values;
  RunOptions options;  ///< parts and twins
};

/// Reads `run MACHINE OPERATION --algorithm NAME --PARAMETER VALUE ..`, with a value for each
/// option, also for `--part`, `--rtl`, `--lockstep` and `--twin-seed`. Throws Refusal.
[[nodiscard]] NamedRun read_named_run(const Catalogue& catalogue,
                                      const std::vector<std::string>& words);

/// What is said behind `plexus run` goes to `request`.
void declare_run(CLI::App& run, RunRequest& request);
/// Carries it out.
int carry_out_run(const Catalogue& catalogue, RunRequest& request, std::ostream& out,
                  std::ostream& err, Ending ending);
/// Its help: of all runs, of those on a machine, or of an operation.
void show_run(const Catalogue& catalogue, RunRequest& request, const HelpPage& page,
              std::ostream& out);

/// "'rign' is no machine: did you mean 'ring'? There are ring, torus."
[[noreturn]] void refuse_name(RefusalClass kind, const std::string& what, const std::string& name,
                              const std::vector<std::string>& names);
[[noreturn]] void refuse_twice(const std::string& option);
/// "ring, torus or hypercube"
[[nodiscard]] std::string one_of(const std::vector<std::string>& names);

/// The standard name behind a word: `MPI_Reduce_scatter`, `ncclAllReduce` and `all_reduce` are
/// written as they stand in programs. Without one, the word itself.
[[nodiscard]] std::string standard_name(const std::string& word);
/// `said`: how a machine is named, `best MACHINE OPERATION`, for who names none.
void require_machine(const Catalogue& catalogue, const std::string& name,
                     const char* said = "run MACHINE OPERATION");
/// What the request names, which has standard names from now on.
const CatalogueEntry& find_algorithm(const Catalogue& catalogue, RunRequest& request);
/// The own parts that are asked for, as `role=name`.
[[nodiscard]] std::vector<OwnPart> find_parts(const std::vector<OwnPart>& known,
                                              const std::vector<std::string>& asked);
/// `--rtl link,port_guard` names two parts.
void split_parts(const char* option, std::vector<std::string>& parts);
/// Adds the options of these parameters, and `--nodes` to those of a machine whose size is another
/// parameter: `--sides 4,4`.
void add_parameters(CLI::App& app, const std::vector<Parameter>& parameters);
/// The texts with the options that say the size in the place of `--nodes 16`.
[[nodiscard]] Texts in_own_words(const std::vector<Parameter>& parameters, Texts said);
/// What is said of the parameters of `algorithms`, which the first of them answers for; `app` may
/// have options of its own.
[[nodiscard]] Texts read_options(CLI::App& app, const Catalogue& catalogue,
                                 const std::vector<const CatalogueEntry*>& algorithms,
                                 const WordsLeft& rest);
/// The values of all parameters that apply.
[[nodiscard]] Values values_of(const CatalogueEntry& algorithm, const Texts& said);
[[nodiscard]] Values read_values(const Catalogue& catalogue, const CatalogueEntry& algorithm,
                                 const WordsLeft& rest);
/// A whole number of cycles behind `option`.
[[nodiscard]] std::optional<Cycles> cycles_of(const char* option, const char* name,
                                              const std::optional<std::string>& text);

/// `act()` for the algorithm that `request` names. Where none is `chosen` and the operation's
/// default one does not exist for these parameters, as an open mesh has no rings, for the first
/// one that does.
template <typename Act>
auto for_fitting(const Catalogue& catalogue, RunRequest& request, bool chosen, const Act& act) {
  try {
    return act();
  } catch (const UnfitAlgorithm&) {
    if (chosen) throw;
    const std::string usual = request.algorithm;
    for (const CatalogueEntry* other :
         catalogue.algorithms_of(request.machine, request.operation)) {
      if (other->name == usual) continue;
      request.algorithm = other->name;
      try {
        return act();
      } catch (const Refusal&) {  // nor does this one
      }
    }
    request.algorithm = usual;
    throw;
  }
}

/// Tells why a request is not carried out.
int refused(const Request& request, bool json, const Refusal& refusal, std::ostream& out,
            std::ostream& err);
[[nodiscard]] Refusal out_of_memory();
/// Tells with what fault a run ended.
void tell(const Fault& fault, const Request& request, bool json, std::ostream& out,
          std::ostream& err);
/// `status`, unless the result could not be told. Files that are finished stay.
int told(std::ostream& out, std::ostream& err, int status);

/// A command that `declare_words` has read into an `Asked`, and `act` carries out: one whose words
/// are those of a run, or others with a `rest`. `show`: its help, where that depends on `Asked`.
template <typename Asked, void (*declare_words)(CLI::App&, Asked&),
          int (*act)(const Catalogue&, Asked&, std::ostream&, std::ostream&, Ending),
          void (*show)(const Catalogue&, Asked&, const HelpPage&, std::ostream&) = nullptr>
class RequestCommand final : public Command {
 public:
  void declare(CLI::App& app) override { declare_words(app, asked_); }
  void help(const Catalogue& catalogue, const HelpPage& page, std::ostream& out) override {
    show == nullptr ? page.print(out) : show(catalogue, asked_, page, out);
  }
  int perform(const Catalogue& catalogue, const WordsLeft& rest, std::ostream& out,
              std::ostream& err, Ending ending) override {
    asked_.rest = rest;
    return act(catalogue, asked_, out, err, ending);
  }
  [[nodiscard]] Request named() const override {
    if constexpr (requires { asked_.named(); }) return asked_.named();
    return {};
  }

 private:
  Asked asked_;
};

}  // namespace plexus
