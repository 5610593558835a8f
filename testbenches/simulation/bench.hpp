#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/experiment.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/machine/machine.hpp"
#include "models/operations/operation.hpp"
#include "rtl/twins.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/outputs/outputs.hpp"
#include "testbenches/outputs/progress.hpp"

namespace plexus {

class OutputFile;

/// What the command line asks of a run beside its parameters.
struct RunOptions : OutputRequest {
  std::optional<Cycles> max_cycles;
  std::optional<std::string> rtl_vcd;
  std::vector<std::string> rtl;       ///< parts replaced by their twins
  std::vector<std::string> lockstep;  ///< parts beside which their twins run
  ConstructionOrder order;            ///< of the processors; for tests
  std::ostream* progress = nullptr;   ///< a terminal that is told how far a long run has come
};

/// Runs `request` on a kernel of its own, with what `options` ask for: the one call behind tests,
/// studies and sweeps. Throws Refusal; sc_report for broken rules, a deadlock and a limit.
Report run_request(const Catalogue& catalogue, const Request& request, RunOptions options = {});

/// Runs machines: places the data, attaches traces, waves and twins, drives the kernel and checks
/// the result. One bench serves one run; the kernel must be fresh.
class Bench {
 public:
  /// Opens the output files. Throws Refusal where one cannot be written.
  explicit Bench(RunOptions options);
  ~Bench();

  [[nodiscard]] const ConstructionOrder& order() const { return options_.order; }
  /// Puts twins in the place of a part, or beside it. Refuses (`size`) a part for which no twin is
  /// large enough.
  template <typename... Part>
  decltype(auto) attach(Part&&... part) {
    try {
      return twins_->attach(part...);
    } catch (const std::invalid_argument& too_large) {
      throw Refusal{RefusalClass::kSize, too_large.what()};
    }
  }

  /// Runs an experiment to its end. Throws Refusal, or sc_report for broken rules, a deadlock
  /// (programs that wait for ever) and a limit.
  Report perform(std::unique_ptr<Experiment> experiment);

  /// Builds a machine that lives as long as the bench.
  template <typename Machine, typename... Arguments>
  Machine& build(Arguments&&... arguments) {
    auto built = std::make_unique<Machine>(std::forward<Arguments>(arguments)...);
    Machine& machine = *built;
    machine_ = std::move(built);
    return machine;
  }

  /// Places the operation's blocks, runs the loaded programs to their end and checks that every
  /// processor holds what the operation promises. Returns a report with cycles and verdict.
  /// Throws sc_report for broken rules, a deadlock (programs that wait for ever) and a limit.
  Report simulate(machine& top, const Operation& operation);
  /// What is wrong after a run, in a sentence; nothing if all is well.
  using Verify = std::function<std::optional<std::string>()>;
  /// As above for machines with another way to place and to check.
  Report simulate(machine& top, const Verify& verify);

  /// Completes the output files: also after a run that failed.
  void finish();

 private:
  Report run(machine& top, const Verify& verify);
  void attach_twins(machine& top);
  void drive(machine& top);
  void drive_to_end(const machine& top);

  RunOptions options_;
  std::unique_ptr<Experiment> experiment_;  ///< outlives the machine
  std::unique_ptr<machine> machine_;
  std::unique_ptr<Outputs> outputs_;
  std::unique_ptr<OutputFile> rtl_wave_;
  std::unique_ptr<Twins> twins_;
  std::unique_ptr<Progress> progress_;  ///< if somebody waits
};

}  // namespace plexus
