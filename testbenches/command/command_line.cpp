#include "testbenches/command/command_line.hpp"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <new>
#include <ostream>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/catalogue/unfit_algorithm.hpp"
#include "models/searches.hpp"
#include "models/synthesis/algorithm.hpp"
#include "testbenches/command/listing.hpp"
#include "testbenches/command/search_notes.hpp"
#include "testbenches/cost/cost.hpp"
#include "testbenches/outputs/part_tree.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/report.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/prove/prove.hpp"
#include "testbenches/schedules/convert.hpp"
#include "testbenches/schedules/synthesis.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "testbenches/studies/study.hpp"
#include "testbenches/sweep/sweep.hpp"

namespace plexus {

namespace {

/// Words of the papers, of MPI and of NCCL for operations that have a standard name here.
const std::map<std::string, std::string>& aliases() {
  static const std::map<std::string, std::string> words{{"gossiping", "allgather"},
                                                        {"multinode-broadcasting", "allgather"},
                                                        {"multinode-broadcast", "allgather"},
                                                        {"multiscatter", "alltoall"},
                                                        {"multigather", "alltoall"},
                                                        {"transposition", "alltoall"},
                                                        {"semigroup-computation", "reduce"},
                                                        {"data-sum", "reduce"},
                                                        {"bcast", "broadcast"},
                                                        {"all-gather", "allgather"},
                                                        {"all-to-all", "alltoall"},
                                                        {"all-reduce", "allreduce"},
                                                        {"reducescatter", "reduce-scatter"},
                                                        {"reduce-scatter-block", "reduce-scatter"},
                                                        {"prefix", "scan"}};
  return words;
}

/// The standard name behind a word: `MPI_Reduce_scatter`, `ncclAllReduce` and `all_reduce` are
/// written as they stand in programs. Without one, the word itself.
std::string standard_name(const std::string& word) {
  std::string plain = word;
  for (char& letter : plain) {
    letter = letter == '_' ? '-' : static_cast<char>(std::tolower(letter));
  }
  for (const char* prefix : {"mpi-", "nccl"}) {
    if (plain.starts_with(prefix)) plain.erase(0, std::string{prefix}.size());
  }
  if (const auto alias = aliases().find(plain); alias != aliases().end()) return alias->second;
  return plain;
}

[[noreturn]] void refuse(RefusalClass kind, const std::string& sentence) {
  throw Refusal{kind, sentence};
}

/// Tells why a request is not carried out.
int refused(const Request& request, bool json, const Refusal& refusal, std::ostream& out,
            std::ostream& err) {
  const bool lines = dynamic_cast<const RefusedByTool*>(&refusal) != nullptr;
  std::string message = lines ? readable_lines(refusal.what()) : readable(refusal.what());
  if (!lines && !message.ends_with('.') && !message.ends_with('?')) message += '.';
  if (json) out << dumped(error_json(request, to_string(refusal.kind()), message)) << '\n';
  fmt::print(err, "plexus: {}\n", message);
  return kRefused;
}

Refusal out_of_memory() {
  return {RefusalClass::kSize,
          "The run needs more memory than this process may have: choose a smaller machine, or less "
          "data in fewer packets."};
}

/// "ring, torus or hypercube"
std::string one_of(const std::vector<std::string>& names) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

/// "'rign' is no machine: did you mean 'ring'? There are ring, torus."
[[noreturn]] void refuse_name(RefusalClass kind, const std::string& what, const std::string& name,
                              const std::vector<std::string>& names) {
  const std::string near = nearest(name, names);
  if (near.empty() || near == name) {
    refuse(kind, fmt::format("'{}' is no {}: choose {}.", name, what, one_of(names)));
  }
  refuse(kind, fmt::format("'{}' is no {}: did you mean '{}'? There are {}.", name, what, near,
                           fmt::join(names, ", ")));
}

/// One `plexus run`, as the words say it.
struct RunRequest {
  std::string machine;
  std::string operation;
  std::string algorithm;
  bool json = false;
  bool help = false;
  std::optional<std::string> max_cycles;
  std::optional<std::string> vcd;
  std::optional<std::string> trace;
  std::optional<std::string> picture;
  std::optional<std::string> wave_from;
  std::optional<std::string> wave_to;
  std::vector<std::string> wave_parts;
  std::optional<std::string> rtl_vcd;
  std::vector<std::string> rtl;
  std::vector<std::string> lockstep;
  std::vector<std::string> parts;  ///< own ones: `bus_arbiter=round-robin`
  std::vector<std::string> rest;   ///< parameters: `--words`, `12`, `--root=3`

  [[nodiscard]] Request named() const { return {machine, operation, algorithm, {}}; }
};

void require_machine(const Catalogue& catalogue, const std::string& name) {
  const auto machines = catalogue.machines();
  if (std::ranges::find(machines, name) != machines.end()) return;
  refuse_name(RefusalClass::kUsage, "machine", name, machines);
}

const CatalogueEntry& find_algorithm(const Catalogue& catalogue, RunRequest& request) {
  if (request.machine.empty()) {
    refuse(RefusalClass::kUsage,
           fmt::format("No machine is named: say plexus run MACHINE OPERATION, the machine {}.",
                       one_of(catalogue.machines())));
  }
  require_machine(catalogue, request.machine);
  const auto operations = catalogue.operations(request.machine);
  if (request.operation.empty()) {
    refuse(RefusalClass::kUsage, fmt::format("No operation is named: choose {} on {}.",
                                             one_of(operations), request.machine));
  }
  const std::string standard = standard_name(request.operation);
  if (catalogue.algorithms_of(request.machine, standard).size() > 0 ||
      aliases().contains(request.operation)) {
    request.operation = standard;
  }
  if (request.operation == "total-exchange") {
    refuse(RefusalClass::kUsage,
           "'total-exchange' means allgather in one paper (Saad and Schultz 1986) and alltoall in "
           "another (Dimakopoulos and Dimopoulos 1995): say allgather or alltoall.");
  }
  const auto algorithms = catalogue.algorithms_of(request.machine, request.operation);
  if (algorithms.empty()) {
    bool exists = false;
    for (const CatalogueEntry& any : catalogue.algorithms)
      exists |= any.operation == request.operation;
    refuse_name(exists ? RefusalClass::kFeature : RefusalClass::kUsage,
                fmt::format("operation of {}", request.machine), request.operation, operations);
  }
  std::vector<std::string> names;
  for (const CatalogueEntry* algorithm : algorithms) {
    names.push_back(algorithm->name);
    if (request.algorithm.empty() ? algorithm->is_default : algorithm->name == request.algorithm) {
      request.algorithm = algorithm->name;
      return *algorithm;
    }
  }
  bool exists = false;
  for (const CatalogueEntry& any : catalogue.algorithms) exists |= any.name == request.algorithm;
  refuse_name(exists ? RefusalClass::kFeature : RefusalClass::kUsage,
              fmt::format("algorithm of {} {}", request.machine, request.operation),
              request.algorithm, names);
}

/// `@FILE`: the value as JSON.
Json read_file(const std::string& option, const std::string& path) {
  std::ifstream in;
  std::error_code ignored;
  const bool waits = std::filesystem::is_fifo(path, ignored) && !path.starts_with("/dev/");
  if (!waits) in.open(path);
  if (!in || waits || std::filesystem::is_directory(path, ignored)) {
    refuse(RefusalClass::kUsage,
           fmt::format("{} @{}: the file cannot be read; name one that holds a JSON value.", option,
                       path));
  }
  constexpr std::size_t kMost = std::size_t{1} << 28;
  std::string text;
  std::string piece(std::size_t{1} << 16, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())), in.gcount() > 0) {
    text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() <= kMost) continue;
    refuse(RefusalClass::kUsage,
           fmt::format("{} @{}: the file has more than {} MiB; name one that holds a JSON value.",
                       option, path, kMost >> 20U));
  }
  Json value = parse_value(text);
  if (value.is_discarded()) {
    refuse(RefusalClass::kUsage,
           fmt::format("{} @{}: the file holds no JSON value.", option, path));
  }
  return value;
}

Values values_of(const CatalogueEntry& algorithm, const std::map<std::string, std::string>& given);

/// What the algorithm does not offer is refused before an option that belongs to it: `--mode
/// dynamic` before `--batch`, which goes with it elsewhere. `rest`: the words of the line.
void refuse_what_it_lacks(const CatalogueEntry& algorithm, const std::vector<std::string>& rest) {
  std::map<std::string, std::string> given;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const std::size_t equals = std::min(rest[i].find('='), rest[i].size());
    const std::string option = rest[i].substr(0, equals);
    if (std::ranges::find(algorithm.parameters, option, &Parameter::option) ==
        algorithm.parameters.end()) {
      continue;
    }
    if (equals < rest[i].size()) {
      given.emplace(option, rest[i].substr(equals + 1));
    } else if (i + 1 < rest.size() && !rest[i + 1].starts_with("--")) {
      given.emplace(option, rest[++i]);
    }
  }
  try {
    static_cast<void>(values_of(algorithm, given));
  } catch (const Refusal& refusal) {
    if (refusal.kind() == RefusalClass::kFeature) throw;
  }
}

[[noreturn]] void refuse_option(const Catalogue& catalogue, const CatalogueEntry& algorithm,
                                const std::string& option, const std::vector<std::string>& rest) {
  const bool of_this_machine = std::ranges::any_of(catalogue.algorithms, [&](const auto& other) {
    return other.machine == algorithm.machine &&
           std::ranges::find(other.parameters, option, &Parameter::option) !=
               other.parameters.end();
  });
  if (of_this_machine) refuse_what_it_lacks(algorithm, rest);
  std::vector<std::string> valid;
  for (const Parameter& parameter : algorithm.parameters) valid.push_back(parameter.option());
  const std::string here =
      fmt::format("{} {} {}", algorithm.machine, algorithm.operation, algorithm.name);
  for (const CatalogueEntry& other : catalogue.algorithms) {
    for (const Parameter& parameter : other.parameters) {
      if (parameter.option() != option) continue;
      refuse(RefusalClass::kUsage,
             fmt::format("{} takes no {}: it takes {}.", here, option, fmt::join(valid, ", ")));
    }
  }
  for (const char* common :
       {"--algorithm", "--json", "--max-cycles", "--vcd", "--wave-from", "--wave-to",
        "--wave-parts", "--trace", "--picture", "--rtl", "--lockstep", "--rtl-vcd", "--help"}) {
    valid.emplace_back(common);
  }
  if (!catalogue.parts.empty()) valid.emplace_back("--part");
  const std::string near = nearest(option, valid);
  refuse(RefusalClass::kUsage,
         fmt::format("'{}' is no option of {}:{} plexus run {} {} --help shows all.", option, here,
                     near.empty() ? "" : fmt::format(" did you mean '{}'?", near),
                     algorithm.machine, algorithm.operation));
}

[[noreturn]] void refuse_without_value(const std::string& option) {
  refuse(RefusalClass::kUsage,
         fmt::format("{} needs a value: write it behind, as in {} VALUE.", option, option));
}

[[noreturn]] void refuse_twice(const std::string& option) {
  refuse(RefusalClass::kUsage, fmt::format("{} is given twice: give it once.", option));
}

/// Pairs of option and text out of the words that are left for the simulation.
std::map<std::string, std::string> read_options(const Catalogue& catalogue,
                                                const CatalogueEntry& algorithm,
                                                const std::vector<std::string>& rest) {
  std::map<std::string, std::string> given;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    std::string option = rest[i];
    if (!option.starts_with("--")) {
      refuse(RefusalClass::kUsage,
             fmt::format("'{}' belongs to no option: write --PARAMETER VALUE, as in --words 64.",
                         option));
    }
    const std::size_t equals = option.find('=');
    std::string text;
    if (equals != std::string::npos) {
      text = option.substr(equals + 1);
      option.resize(equals);
    }
    const bool known = std::ranges::any_of(algorithm.parameters, [&](const Parameter& parameter) {
      return parameter.option() == option;
    });
    if (!known) refuse_option(catalogue, algorithm, option, rest);
    if (equals == std::string::npos) {
      if (i + 1 == rest.size() || rest[i + 1].starts_with("--")) {
        refuse_without_value(option);
      }
      text = rest[++i];
    }
    if (!given.emplace(option, text).second) {
      refuse_twice(option);
    }
  }
  return given;
}

Values values_of(const CatalogueEntry& algorithm, const std::map<std::string, std::string>& given) {
  Values values;
  for (const Parameter& parameter : algorithm.parameters) {
    const auto text = given.find(parameter.option());
    if (parameter.applies && !parameter.applies(values)) {
      if (text == given.end()) continue;
      if (parameter.misplaced) parameter.misplaced(parameter.read(text->second), values);
      refuse(RefusalClass::kUsage,
             fmt::format("{} applies only with {}.", parameter.option(), parameter.condition));
    }
    Json value;
    try {
      if (text == given.end()) {
        value = parameter.fallback(values);
      } else if (text->second.starts_with('@')) {
        value = read_file(parameter.option(), text->second.substr(1));
      } else {
        value = parameter.read(text->second);
      }
      if (parameter.check) parameter.check(value, values);
    } catch (const Json::type_error&) {  // it cannot even be told
      if (text == given.end()) throw;
      refuse(RefusalClass::kUsage, fmt::format("{} '{}' is no text in UTF-8: write {}.",
                                               parameter.option(), text->second, parameter.range));
    }
    values.set(parameter.name, std::move(value));
  }
  return values;
}

Values read_values(const Catalogue& catalogue, const CatalogueEntry& algorithm,
                   const std::vector<std::string>& rest) {
  return values_of(algorithm, read_options(catalogue, algorithm, rest));
}

/// Refuses parts without a twin, and those that are named twice.
void check_blocks(const Catalogue& catalogue, const CatalogueEntry& algorithm,
                  std::vector<std::string> parts, const std::vector<std::string>& more) {
  parts.insert(parts.end(), more.begin(), more.end());
  for (std::string& part : parts) part = block_of(part);
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    if (std::ranges::find(algorithm.blocks, *part) == algorithm.blocks.end()) {
      const bool exists = std::ranges::any_of(
          catalogue.blocks, [&](const Block& block) { return block.name == *part; });
      const RefusalClass kind = exists ? RefusalClass::kFeature : RefusalClass::kUsage;
      if (algorithm.blocks.empty()) {
        refuse(kind, fmt::format("'{}' has no twin on {}, nor has any other part of it: leave out "
                                 "--rtl and --lockstep.",
                                 *part, algorithm.machine));
      }
      refuse_name(kind, fmt::format("part of {} with a twin", algorithm.machine), *part,
                  algorithm.blocks);
    }
    if (std::find(parts.begin(), part, *part) != part) {
      refuse(RefusalClass::kUsage,
             fmt::format("The part '{}' is named twice: name it once, after --rtl or --lockstep.",
                         *part));
    }
  }
}

/// The own parts that are asked for, as `role=name`.
std::vector<OwnPart> find_parts(const std::vector<OwnPart>& known,
                                const std::vector<std::string>& asked) {
  std::vector<OwnPart> parts;
  for (const std::string& one : asked) {
    if (known.empty()) {
      refuse(RefusalClass::kUsage,
             fmt::format("--part {} asks for a part of your own, and this program has none: a "
                         "project that adds some has them (docs/library.md).",
                         one));
    }
    const std::size_t equals = one.find('=');
    const std::string role = one.substr(0, equals);
    std::vector<std::string> roles;
    std::vector<std::string> names;
    for (const OwnPart& part : known) {
      if (std::ranges::find(roles, part.role) == roles.end()) roles.push_back(part.role);
      if (part.role == role) names.push_back(part.name);
    }
    if (names.empty()) refuse_name(RefusalClass::kUsage, "role of an own part", role, roles);
    if (equals == std::string::npos) {
      refuse(RefusalClass::kUsage,
             fmt::format("--part {} names no part: write {}={}.", one, role, one_of(names)));
    }
    if (std::ranges::find(parts, role, &OwnPart::role) != parts.end()) {
      refuse(RefusalClass::kUsage,
             fmt::format("--part names {} twice: one part stands there, name it once.", role));
    }
    const std::string name = one.substr(equals + 1);
    const auto part = std::ranges::find_if(
        known, [&](const OwnPart& any) { return any.role == role && any.name == name; });
    if (part == known.end()) {
      refuse_name(RefusalClass::kUsage, fmt::format("own part for the role {}", role), name, names);
    }
    parts.push_back(*part);
  }
  return parts;
}

/// A whole number of cycles behind `option`.
std::optional<Cycles> cycles_of(const char* option, const char* name,
                                const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const std::int64_t cycles = read_integer(name, *text);
  if (cycles < 0) {
    refuse(RefusalClass::kRange,
           fmt::format("{} {} is out of range: choose >= 0.", option, cycles));
  }
  return Cycles{cycles};
}

OutputRequest outputs_of(const RunRequest& request) {
  OutputRequest outputs;
  outputs.vcd = request.vcd;
  outputs.trace = request.trace;
  outputs.picture = request.picture;
  outputs.range.from = cycles_of("--wave-from", "wave_from", request.wave_from).value_or(Cycles{0});
  outputs.range.to = cycles_of("--wave-to", "wave_to", request.wave_to);
  outputs.range.parts = request.wave_parts;
  if (outputs.range.to && *outputs.range.to < outputs.range.from) {
    refuse(RefusalClass::kRange,
           fmt::format("--wave-to {} comes before --wave-from {}: choose >= {}.",
                       outputs.range.to->count(), outputs.range.from.count(),
                       outputs.range.from.count()));
  }
  const bool narrows = request.wave_from || request.wave_to || !request.wave_parts.empty();
  if (narrows && !request.vcd) {
    refuse(RefusalClass::kUsage,
           "--wave-from, --wave-to and --wave-parts choose what a wave shows, and none is asked "
           "for: add --vcd FILE.");
  }
  return outputs;
}

/// What stands above the picture of a run.
RunTitle title_of(const CatalogueEntry& algorithm, const Values& values) {
  RunTitle title{
      fmt::format("{} {}, algorithm {}", algorithm.machine, algorithm.operation, algorithm.name),
      ""};
  for (const auto& [name, value] : values.json().items()) {
    constexpr std::size_t kMostLetters = 40;
    std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (text.size() > kMostLetters) text = text.substr(0, kMostLetters - 2) + "..";
    title.facts += fmt::format("{}{} {}", title.facts.empty() ? "" : ", ", name, text);
  }
  return title;
}

RunOptions options_of(const Catalogue& catalogue, const CatalogueEntry& algorithm,
                      const RunRequest& request) {
  RunOptions options;
  options.max_cycles = cycles_of("--max-cycles", "max_cycles", request.max_cycles);
  const auto needs_run = [&](const char* option, bool given, bool has) {
    if (has || !given) return;
    refuse(RefusalClass::kFeature,
           fmt::format("{} is for a run, and {} {} is worked out without one: leave it out.",
                       option, algorithm.machine, algorithm.operation));
  };
  needs_run("--max-cycles", request.max_cycles.has_value(), algorithm.simulates);
  needs_run("--vcd", request.vcd.has_value(), algorithm.simulates);
  needs_run("--trace", request.trace.has_value(), algorithm.simulates);
  needs_run("--picture", request.picture.has_value(), algorithm.has_picture);
  needs_run("--part", !request.parts.empty(), algorithm.simulates);
  static_cast<OutputRequest&>(options) = outputs_of(request);
  options.rtl_vcd = request.rtl_vcd;
  options.rtl = request.rtl;
  options.lockstep = request.lockstep;
  options.parts = find_parts(catalogue.parts, request.parts);
  check_blocks(catalogue, algorithm, options.rtl, options.lockstep);
  if (options.rtl_vcd && options.rtl.empty() && options.lockstep.empty()) {
    refuse(RefusalClass::kUsage,
           "--rtl-vcd shows twins, and none runs: add --rtl PART or --lockstep PART.");
  }
  return options;
}

void tell(const Fault& fault, const Request& request, bool json, std::ostream& out,
          std::ostream& err) {
  if (json) out << dumped(fault_json(request, fault)) << '\n';
  fmt::print(err, "plexus: {}\nThe run stopped in cycle {} at {}: {}.\n{}", fault.message,
             fault.cycle.count(), fault.part.empty() ? "the machine" : fault.part, fault.kind,
             fault.context);
}

/// Completes the files of a run that has failed; one that cannot be is dropped and told.
void keep_what_led_to_it(Simulation& simulation, std::ostream& err) {
  try {
    simulation.finish();
  } catch (const sc_core::sc_report& lost) {
    fmt::print(err, "plexus: {}\n", fault_of(lost).message);
  }
}

/// Runs one algorithm and tells the result.
int run_on(Simulation& simulation, const CatalogueEntry& algorithm, const Values& values,
           const RunRequest& request, std::ostream& out, std::ostream& err) {
  try {
    const Report report = simulation.perform(algorithm, values);
    simulation.finish();
    if (request.json) {
      out << dumped(report_json(algorithm, values, report)) << '\n';
    } else {
      print_report(out, algorithm, values, report);
    }
    err << simulation.remarks();
    return good(report) ? kVerified : kWrong;
  } catch (const sc_core::sc_report& stopped) {
    const Fault fault = fault_of(stopped);
    if (fault.kind == "internal" && memory_ran_out()) throw std::bad_alloc{};
    if (fault.kind != "output") keep_what_led_to_it(simulation, err);
    tell(fault, request.named(), request.json, out, err);
    err << simulation.remarks();
    return kFaulted;
  }
}

/// `status`, unless the result could not be told. Files that are finished stay.
int told(std::ostream& out, std::ostream& err, int status) {
  if (out.flush()) return status;
  fmt::print(err,
             "plexus: The result could not be written to standard output: make room or send it "
             "elsewhere.\nThe command ended with its output lost: output.\n");
  return status == kRefused ? kRefused : kFaulted;
}

/// Runs one algorithm on a kernel of its own.
int run_algorithm(const Catalogue& catalogue, RunRequest& request, std::ostream& out,
                  std::ostream& err, Ending ending) {
  const CatalogueEntry& algorithm = find_algorithm(catalogue, request);
  const Values values = read_values(catalogue, algorithm, request.rest);
  const FreshKernel kernel;
  RunOptions options = options_of(catalogue, algorithm, request);
  options.title = title_of(algorithm, values);
  if (Terminal::of(err).person) options.progress = &err;
  options.notes = &err;
  Simulation simulation{std::move(options)};
  if (ending == Ending::kTakeDown) return run_on(simulation, algorithm, values, request, out, err);
  int status = kRefused;
  try {
    status = told(out, err, run_on(simulation, algorithm, values, request, out, err));
  } catch (const std::bad_alloc&) {
    simulation.drop();
    refused(request.named(), request.json, out_of_memory(), out, err);
  }
  if (status != kVerified) simulation.drop();  // what has not become whole
  err.flush();
  std::_Exit(status);
}

/// The same. Where no algorithm is named and the operation's default one does not exist for these
/// parameters, as an open mesh has no rings, it is the first one that does.
int run_fitting_algorithm(const Catalogue& catalogue, RunRequest& request, std::ostream& out,
                          std::ostream& err, Ending ending) {
  const bool is_chosen =
      !request.algorithm.empty() || !request.rtl.empty() || !request.lockstep.empty();
  try {
    return run_algorithm(catalogue, request, out, err, ending);
  } catch (const UnfitAlgorithm&) {
    if (is_chosen) throw;
    const std::string usual = request.algorithm;
    for (const CatalogueEntry* other :
         catalogue.algorithms_of(request.machine, request.operation)) {
      if (other->name == usual) continue;
      request.algorithm = other->name;
      try {
        return run_algorithm(catalogue, request, out, err, ending);
      } catch (const Refusal&) {  // nor does this one
      }
    }
    request.algorithm = usual;
    throw;
  }
}

/// The parser takes the word behind an option for its value, even if it is the next option.
void check_values(const RunRequest& request) {
  const auto check = [](const char* option, const std::string& value) {
    if (value.starts_with("--")) refuse_without_value(option);
  };
  check("--algorithm", request.algorithm);
  check("--max-cycles", request.max_cycles.value_or(""));
  check("--vcd", request.vcd.value_or(""));
  check("--wave-from", request.wave_from.value_or(""));
  check("--wave-to", request.wave_to.value_or(""));
  check("--trace", request.trace.value_or(""));
  check("--picture", request.picture.value_or(""));
  for (const std::string& part : request.wave_parts) check("--wave-parts", part);
  check("--rtl-vcd", request.rtl_vcd.value_or(""));
  for (const std::string& part : request.rtl) check("--rtl", part);
  for (const std::string& part : request.lockstep) check("--lockstep", part);
  for (const std::string& part : request.parts) check("--part", part);
}

/// `--rtl link,port_guard` names two parts.
void split_parts(const char* option, std::vector<std::string>& parts) {
  std::vector<std::string> single;
  for (const std::string& some : parts) {
    for (std::string& part : split_at_commas(some)) single.push_back(std::move(part));
    if (single.empty() || std::ranges::find(single, "") != single.end()) {
      refuse(RefusalClass::kUsage,
             fmt::format("{} '{}' names '': parts are separated by single commas.", option, some));
    }
  }
  parts = std::move(single);
}

int run(const Catalogue& catalogue, RunRequest& request, std::ostream& out, std::ostream& err,
        Ending ending) {
  check_values(request);
  split_parts("--wave-parts", request.wave_parts);
  split_parts("--rtl", request.rtl);
  split_parts("--lockstep", request.lockstep);
  split_parts("--part", request.parts);
  if (!request.help) return run_fitting_algorithm(catalogue, request, out, err, ending);
  if (request.machine.empty() || request.operation.empty()) {
    if (!request.machine.empty()) require_machine(catalogue, request.machine);
    print_run_help(out, catalogue, request.machine);
  } else {
    const bool all = request.algorithm.empty();
    const CatalogueEntry& algorithm = find_algorithm(catalogue, request);
    print_operation_help(out, catalogue, algorithm, all);
  }
  return kVerified;
}

void declare_run(CLI::App& app, RunRequest& request) {
  CLI::App* run = app.add_subcommand("run", "run a collective operation on a machine");
  run->allow_extras();
  run->set_help_flag();
  run->add_option("machine", request.machine);  // what they mean: print_run_help
  run->add_option("operation", request.operation);
  run->add_option("--algorithm", request.algorithm)->check([](const std::string& name) {
    return std::string{name.empty() ? "an algorithm has a name; leave the option out to run the "
                                      "default one"
                                    : ""};
  });
  run->add_flag("--json", request.json);
  run->add_flag("-h,--help", request.help);
  run->add_option("--max-cycles", request.max_cycles);
  run->add_option("--vcd", request.vcd);
  run->add_option("--wave-from", request.wave_from);
  run->add_option("--wave-to", request.wave_to);
  run->add_option("--trace", request.trace);
  run->add_option("--picture", request.picture);
  const auto add_parts = [run](const char* option, std::vector<std::string>& parts) {
    run->add_option(option, parts)->allow_extra_args(false);
  };
  add_parts("--wave-parts", request.wave_parts);
  add_parts("--rtl", request.rtl);
  add_parts("--lockstep", request.lockstep);
  add_parts("--part", request.parts);
  run->add_option("--rtl-vcd", request.rtl_vcd);
}

/// One `plexus tree`: a machine as for a run, and how many levels of it.
struct TreeRequest : RunRequest {
  std::optional<std::string> depth;
};

void declare_tree(CLI::App& app, TreeRequest& request) {
  CLI::App* tree =
      app.add_subcommand("tree", "print a machine's parts, their ports and what is bound to them");
  tree->allow_extras();
  tree->set_help_flag();
  tree->add_option("machine", request.machine);
  tree->add_option("--algorithm", request.algorithm);
  tree->add_option("--depth", request.depth);
  tree->add_flag("--json", request.json);
  tree->add_flag("-h,--help", request.help);
}

/// The operation, which need not be named, is the first word behind the machine if that is no
/// option.
void take_operation(TreeRequest& request) {
  if (request.rest.empty() || request.rest.front().starts_with("--")) return;
  request.operation = request.rest.front();
  request.rest.erase(request.rest.begin());
}

void print_tree_help(std::ostream& out) {
  out << "plexus tree MACHINE [OPERATION] [--algorithm NAME] [--PARAMETER VALUE ..] [--depth N] "
         "[--json]\n\n"
         "Prints the parts of the machine that plexus run MACHINE OPERATION with these parameters "
         "builds,\nby their full names in waves, traces and faults, with their ports and what "
         "those are bound to.\n\n"
         "  OPERATION      for which the machine is built; the machine's first one if none\n"
         "  --algorithm    its default one if none\n"
         "  --PARAMETER    as in plexus run MACHINE OPERATION --help\n"
         "  --depth N      levels below the machine; all if none\n"
         "  --json         nested objects {name, kind, ports: [{name, kind, bound}], children}, "
         "every part\n                 by itself\n\n"
         "Parts side by side that are alike but for numbers share a line, with the ports of the "
         "first one.\n";
}

/// The operation for which a machine is built where none is named: the first one that runs on it.
std::string usual_operation(const Catalogue& catalogue, const std::string& machine) {
  for (const std::string& operation : catalogue.operations(machine)) {
    const CatalogueEntry* const entry = catalogue.find(machine, operation);
    if (entry != nullptr && entry->simulates) return operation;
  }
  return {};
}

/// Works a run out; where its algorithm is not chosen and does not exist for these parameters, the
/// first one of the operation that does.
std::unique_ptr<Experiment> prepare_fitting(const Catalogue& catalogue, RunRequest& request) {
  const bool is_chosen = !request.algorithm.empty();
  const auto prepare = [&] {
    const CatalogueEntry& entry = find_algorithm(catalogue, request);
    return entry.prepare(read_values(catalogue, entry, request.rest));
  };
  try {
    return prepare();
  } catch (const UnfitAlgorithm&) {
    if (is_chosen) throw;
    const std::string usual = request.algorithm;
    for (const CatalogueEntry* other :
         catalogue.algorithms_of(request.machine, request.operation)) {
      if (other->name == usual) continue;
      request.algorithm = other->name;
      try {
        return prepare();
      } catch (const Refusal&) {  // nor does this one
      }
    }
    request.algorithm = usual;
    throw;
  }
}

/// Something for the kernel to do: it warns where elaboration is all there is.
class at_first final : public sc_core::sc_module {
 public:
  explicit at_first(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(at_first);
    SC_METHOD(nothing);
  }

 private:
  void nothing() {}
};

int tree(const Catalogue& catalogue, TreeRequest& request, std::ostream& out, std::ostream& err,
         Ending ending) {
  for (const auto& [option, value] :
       {std::pair{"--algorithm", request.algorithm}, {"--depth", request.depth.value_or("")}}) {
    if (value.starts_with("--")) refuse_without_value(option);
  }
  if (request.help) {
    print_tree_help(out);
    return told(out, err, kVerified);
  }
  if (request.machine.empty()) {
    refuse(RefusalClass::kUsage,
           fmt::format("No machine is named: say plexus tree MACHINE, the machine {}.",
                       one_of(catalogue.machines())));
  }
  require_machine(catalogue, request.machine);
  if (request.operation.empty()) {
    request.operation = usual_operation(catalogue, request.machine);
  }
  const auto depth = cycles_of("--depth", "depth", request.depth);
  const FreshKernel kernel;
  const std::unique_ptr<Experiment> experiment = prepare_fitting(catalogue, request);
  require_memory(3 * experiment->memory());  // the machine, and what is said of it
  std::unique_ptr<machine> built = experiment->build({});
  if (built == nullptr) {
    refuse(RefusalClass::kFeature,
           fmt::format("{} {} builds no machine: choose an operation that runs on one.",
                       request.machine, request.operation));
  }
  const at_first activity{"at_first"};
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaboration
  const TreePart parts =
      part_tree(*built, depth ? static_cast<std::size_t>(depth->count()) : kWholeTree);
  if (request.json) {
    out << dumped(tree_json(parts)) << '\n';
  } else {
    print_tree(out, parts);
  }
  const int status = told(out, err, kVerified);
  if (ending == Ending::kTakeDown) return status;
  err.flush();
  std::_Exit(status);  // see run_algorithm
}

/// One `plexus synthesize`, as the words say it.
struct SynthesizeRequest {
  RunRequest run;
  bool confirm = false;
  std::optional<std::string> out;
};

void declare_synthesis(CLI::App& app, SynthesizeRequest& request) {
  CLI::App* search =
      app.add_subcommand("synthesize", "find the fastest schedule there is, prove it and run it");
  search->allow_extras();
  search->set_help_flag();
  search->add_option("machine", request.run.machine);
  search->add_option("operation", request.run.operation);
  search->add_flag("--json", request.run.json);
  search->add_flag("-h,--help", request.run.help);
  search->add_flag("--confirm", request.confirm);
  search->add_option("--out", request.out);
}

/// The entry of `searches` that is asked for; `catalogue` knows what else there is.
const CatalogueEntry& find_optimal(const Catalogue& catalogue, const Catalogue& searches,
                                   RunRequest& request) {
  request.algorithm.clear();
  const std::vector<std::string> machines = searches.machines();
  if (request.machine.empty()) {
    refuse(RefusalClass::kUsage,
           fmt::format("No machine is named: say plexus synthesize MACHINE OPERATION, the machine "
                       "{}.",
                       one_of(machines)));
  }
  require_machine(catalogue, request.machine);
  if (std::ranges::find(machines, request.machine) == machines.end()) {
    refuse(RefusalClass::kFeature, fmt::format("No schedules are searched for on {}: choose {}.",
                                               request.machine, one_of(machines)));
  }
  const std::vector<std::string> operations = searches.operations(request.machine);
  if (request.operation.empty()) {
    refuse(RefusalClass::kUsage, fmt::format("No operation is named: choose {} on {}.",
                                             one_of(operations), request.machine));
  }
  const std::string standard = standard_name(request.operation);
  if (std::ranges::find(operations, standard) != operations.end()) {
    request.operation = standard;
    request.algorithm = kOptimalName;
    return find_algorithm(searches, request);
  }
  const bool exists = std::ranges::any_of(catalogue.algorithms, [&](const CatalogueEntry& entry) {
    return entry.operation == standard;
  });
  if (exists) {
    refuse(RefusalClass::kFeature,
           fmt::format("No schedules of {} are searched for on {}: choose {}.", standard,
                       request.machine, one_of(operations)));
  }
  refuse_name(RefusalClass::kUsage,
              fmt::format("operation of {} that schedules are searched for", request.machine),
              request.operation, operations);
}

/// Finds the best schedule, runs it, and tells what is proved of it.
int synthesize(const Catalogue& catalogue, SynthesizeRequest& request, std::ostream& out,
               std::ostream& err) {
  RunRequest& run = request.run;
  Catalogue searches;
  add_searches(searches);
  if (request.out && request.out->starts_with("--")) refuse_without_value("--out");
  if (run.help && (run.machine.empty() || run.operation.empty())) {
    print_synthesis_help(out, searches);
    return kVerified;
  }
  const CatalogueEntry& entry = find_optimal(catalogue, searches, run);
  if (run.help) {
    print_operation_help(out, catalogue, entry, false);
    return kVerified;
  }
  for (const std::string& word : run.rest) {
    if (word == "--algorithm" || word.starts_with("--algorithm=")) {
      refuse(RefusalClass::kUsage, "synthesize takes no --algorithm, it makes one: leave it out.");
    }
  }
  if (request.confirm) run.rest.emplace_back("--confirm=true");
  const Values values = read_values(searches, entry, run.rest);
  std::unique_ptr<ScheduleFile> file;
  if (request.out) file = std::make_unique<ScheduleFile>(*request.out, run.operation);
  const SearchNotes notes{err};
  try {
    Report report;
    {
      const FreshKernel kernel;
      Simulation simulation{RunOptions{}};
      report = simulation.perform(entry, values);
    }
    const Optimum& best = notes.found();
    if (file) file->write(best);
    const std::optional<BestAlgorithm> other = best_algorithm(catalogue, entry, values);
    if (run.json) {
      out << dumped(synthesis_json(report_json(entry, values, report), report, best, other))
          << '\n';
    } else {
      print_report(out, entry, values, report);
      print_synthesis(out, report, best, other);
    }
    return good(report) ? kVerified : kWrong;
  } catch (const sc_core::sc_report& stopped) {
    const Fault fault = fault_of(stopped);
    if (fault.kind == "internal" && memory_ran_out()) throw std::bad_alloc{};
    tell(fault, run.named(), run.json, out, err);
    return kFaulted;
  }
}

struct ListRequest {
  std::string what;
  bool json = false;
};

void declare_list(CLI::App& app, ListRequest& request) {
  CLI::App* list = app.add_subcommand("list", "list what there is");
  list->add_option("what", request.what,
                   "machines, operations, algorithms, parameters or blocks, or a word to look for; "
                   "all if none");
  list->add_flag("--json", request.json, "print one JSON array of objects");
}

/// Refuses a first word that is no command, and a line without any.
void require_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  const auto first = std::ranges::find_if(
      arguments, [](const std::string& word) { return !word.starts_with('-'); });
  if (first == arguments.end()) {
    refuse(RefusalClass::kUsage, fmt::format("No command is named: choose {}; plexus --help shows "
                                             "what they do.",
                                             one_of(commands)));
  }
  if (std::ranges::find(commands, *first) == commands.end()) {
    refuse_name(RefusalClass::kUsage, "command", *first, commands);
  }
}

/// Tells in our own words what the command line library does not like.
[[noreturn]] void refuse_words(const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const std::string option = text.substr(0, text.find(':'));
    if (text.ends_with("missing")) refuse_without_value(option);
    if (text.find("At Most") != std::string::npos) refuse_twice(option);
  }
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) {
    refuse(RefusalClass::kUsage, text + '.');
  }
  refuse(RefusalClass::kUsage, text + "; plexus --help shows what can be said.");
}

}  // namespace

bool knows_run(const Catalogue& catalogue, const std::vector<std::string>& words) {
  CLI::App app;
  RunRequest request;
  declare_run(app, request);
  try {
    app.parse(std::vector<std::string>{words.rbegin(), words.rend()});
    const CatalogueEntry& algorithm = find_algorithm(catalogue, request);
    read_options(catalogue, algorithm, app.get_subcommand("run")->remaining());
    return !request.help;
  } catch (const CLI::ParseError&) {
    return false;
  } catch (const Refusal&) {
    return false;
  }
}

NamedRun read_named_run(const Catalogue& catalogue, const std::vector<std::string>& words) {
  RunRequest request;
  request.machine = words.at(1);
  request.operation = words.at(2);
  request.algorithm = words.at(4);
  for (std::size_t i = 5; i < words.size(); ++i) {
    const bool own = words[i] == "--part" && i + 1 < words.size();
    (own ? request.parts : request.rest).push_back(words[own ? ++i : i]);
  }
  split_parts("--part", request.parts);
  const CatalogueEntry& entry = find_algorithm(catalogue, request);
  return {&entry, read_values(catalogue, entry, request.rest),
          find_parts(catalogue.parts, request.parts)};
}

int run_command(const Catalogue& catalogue, const std::vector<std::string>& said, std::ostream& out,
                std::ostream& err, Ending ending) {
  std::vector<std::string> arguments = said;
  if (!said.empty() && said.front() == "help") {  // `help run ring` as `run ring --help`
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  CLI::App app{
      "Plexus: a cycle-level model of interconnection networks and of the collective "
      "operations that run on them.",
      "plexus"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "plexus " PLEXUS_VERSION);
  app.footer("Try: plexus list, then plexus run MACHINE OPERATION --help");
  RunRequest request;
  ListRequest list;
  declare_list(app, list);
  declare_run(app, request);
  TreeRequest shown;
  declare_tree(app, shown);
  SynthesizeRequest synthesis;
  declare_synthesis(app, synthesis);
  std::vector<std::string> files;
  app.add_subcommand("convert", "turn a schedule of another tool, or a run, into a schedule")
      ->add_option("files", files,
                   "IN and OUT: .xml (MSCCL), .goal, .schedule, the trace of a run");
  CLI::App* reproduce =
      app.add_subcommand("reproduce", "work out a paper's tables on the simulated machines");
  reproduce->allow_extras();
  reproduce->set_help_flag();
  CLI::App* cost = app.add_subcommand("cost", "what a block costs in gates, a machine in parts");
  cost->allow_extras();
  cost->set_help_flag();
  CLI::App* prove =
      app.add_subcommand("prove", "what a block promises holds for ever, or does not");
  prove->allow_extras();
  prove->set_help_flag();
  CLI::App* sweep = app.add_subcommand("sweep", "run all points of a study and compare them");
  sweep->allow_extras();
  sweep->set_help_flag();
  const bool json = std::ranges::any_of(arguments, [](const std::string& word) {
    return word == "--json" || (word.starts_with("--json=") && word != "--json=false");
  });
  watch_memory();
  try {
    try {
      app.parse(std::vector<std::string>{arguments.rbegin(), arguments.rend()});
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) return told(out, err, app.exit(error, out, err));
      require_command(app, arguments);
      refuse_words(error);
    }
    if (app.got_subcommand("reproduce"))
      return told(out, err, run_study(catalogue, reproduce->remaining(), out));
    if (app.got_subcommand("sweep"))
      return told(out, err, run_sweep(catalogue, sweep->remaining(), out, err));
    if (app.got_subcommand("cost"))
      return told(out, err, run_cost(catalogue, cost->remaining(), out, err));
    if (app.got_subcommand("prove")) return told(out, err, run_prove(prove->remaining(), out, err));
    if (app.got_subcommand("list"))
      return told(out, err, print_list(out, catalogue, list.what, list.json));
    if (app.got_subcommand("convert")) {
      if (files.size() != 2) {
        refuse(RefusalClass::kUsage, "Name two files: plexus convert IN OUT.");
      }
      convert(files[0], files[1], out);
      return told(out, err, kVerified);
    }
    if (app.got_subcommand("tree")) {
      shown.rest = app.get_subcommand("tree")->remaining();
      take_operation(shown);
      try {
        return tree(catalogue, shown, out, err, ending);
      } catch (const Refusal&) {
        static_cast<RunRequest&>(request) = shown;  // what the refusal is about
        throw;
      }
    }
    if (app.got_subcommand("synthesize")) {
      synthesis.run.rest = app.get_subcommand("synthesize")->remaining();
      try {
        return told(out, err, synthesize(catalogue, synthesis, out, err));
      } catch (const Refusal&) {
        request = synthesis.run;  // what the message names
        throw;
      }
    }
    const SearchNotes notes{err};
    request.rest = app.get_subcommand("run")->remaining();
    return told(out, err, run(catalogue, request, out, err, ending));
  } catch (const Refusal& refusal) {
    return told(out, err, refused(request.named(), json, refusal, out, err));
  } catch (const std::bad_alloc&) {
    return told(out, err, refused(request.named(), json, out_of_memory(), out, err));
  } catch (const std::length_error&) {  // more of something than can be addressed
    return told(out, err, refused(request.named(), json, out_of_memory(), out, err));
  } catch (const sc_core::sc_report& stopped) {
    tell(fault_of(stopped), request.named(), json, out, err);
  } catch (const std::exception& wrong) {
    const std::string what =
        fmt::format("Plexus itself is at fault: {}. Please report the command.", wrong.what());
    tell({"internal", {}, "", readable(what), {}}, request.named(), json, out, err);
  }
  return told(out, err, kFaulted);
}

}  // namespace plexus
