#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "models/schedule/named_schedules.hpp"
#include "testbenches/command/listing.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/report.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace plexus {

namespace {

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
        refuse(
            kind,
            "'{}' has no twin on {}, nor has any other part of it: leave out --rtl and --lockstep.",
            *part, algorithm.machine);
      }
      refuse_name(kind,
                  fmt::format("part of {} {} {} with a twin", algorithm.machine,
                              algorithm.operation, algorithm.name),
                  *part, algorithm.blocks);
    }
    if (std::find(parts.begin(), part, *part) != part) {
      refuse("The part '{}' is named twice: name it once, after --rtl or --lockstep.", *part);
    }
  }
}

/// What stands above the picture of a run.
RunTitle title_of(const CatalogueEntry& algorithm, const Values& values) {
  RunTitle title{fmt::format("{} {}", algorithm.machine, algorithm.operation) +
                     (algorithm.simulates ? ", algorithm " + algorithm.name : ""),
                 ""};
  for (const auto& [name, value] : values.json().items()) {
    constexpr std::size_t kMostLetters = 40;
    std::string text = plain_text(value);
    if (text.size() > kMostLetters) text = text.substr(0, kMostLetters - 2) + "..";
    title.facts += fmt::format("{}{} {}", title.facts.empty() ? "" : ", ", name, text);
  }
  return title;
}

/// What is `said` of twins makes sense where some run.
void require_twins(const RunOptions& options, bool said, const char* what) {
  if (!said || options.has_twins()) return;
  refuse("{} twins, and none runs: add --rtl PART or --lockstep PART.", what);
}

/// What `--twin-seed` says.
std::uint32_t twin_seed_of(const RunRequest& request) {
  require_twins(request.options, request.twin_seed.has_value(), "--twin-seed is for");
  constexpr const char* kSeeds = "1 .. 2147483647";
  const std::int64_t seed = read_integer("twin_seed", request.twin_seed.value_or("1"), kSeeds);
  if (seed < 1 || seed > std::numeric_limits<std::int32_t>::max()) {
    refuse(RefusalClass::kRange, "--twin-seed {} is out of range: choose {}.", seed, kSeeds);
  }
  return static_cast<std::uint32_t>(seed);
}

RunOptions options_of(const Catalogue& catalogue, const CatalogueEntry& algorithm,
                      const RunRequest& request) {
  RunOptions options = request.options;
  options.max_cycles = cycles_of("--max-cycles", "max_cycles", request.max_cycles);
  const auto needs_run = [&](const char* option, bool given, bool has) {
    if (has || !given) return;
    refuse(RefusalClass::kFeature,
           "{} is for a run, and {} {} is worked out without one: leave it out.", option,
           algorithm.machine, algorithm.operation);
  };
  needs_run("--max-cycles", request.max_cycles.has_value(), algorithm.simulates);
  needs_run("--rtl", !options.rtl.empty(), algorithm.simulates);
  needs_run("--lockstep", !options.lockstep.empty(), algorithm.simulates);
  needs_run("--vcd", options.vcd.has_value(), algorithm.simulates);
  needs_run("--trace", options.trace.has_value(), algorithm.simulates);
  needs_run("--picture", !options.pictures.empty(), algorithm.has_picture);
  needs_run("--part", !request.parts.empty(), algorithm.simulates);
  WaveRange& range = options.range;
  range.from = cycles_of("--wave-from", "wave_from", request.wave_from).value_or(Cycles{0});
  range.to = cycles_of("--wave-to", "wave_to", request.wave_to);
  if (range.to && *range.to < range.from) {
    refuse(RefusalClass::kRange, "--wave-to {} comes before --wave-from {}: choose >= {}.",
           range.to->count(), range.from.count(), range.from.count());
  }
  const bool narrows = request.wave_from || request.wave_to || !range.parts.empty();
  if (narrows && !options.vcd && !options.rtl_vcd) {
    refuse(
        "--wave-from, --wave-to and --wave-parts choose what a wave shows, and none is asked for: "
        "add --vcd FILE or --rtl-vcd FILE.");
  }
  options.parts = find_parts(catalogue.parts, request.parts);
  check_blocks(catalogue, algorithm, options.rtl, options.lockstep);
  require_twins(options, options.rtl_vcd.has_value(), "--rtl-vcd shows");
  require_twins(options, options.twin_coverage.has_value(), "--twin-coverage is of");
  require_twins(options, options.twin_replay.has_value(), "--twin-replay is of");
  options.twin_seed = twin_seed_of(request);
  return options;
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
    const auto evidence = simulation.evidence();
    const Json twins = evidence.empty() ? Json{} : twins_json(evidence, simulation.twin_seed());
    if (request.json) {
      Json json = report_json(algorithm, values, report);
      if (!twins.is_null()) json["twins"] = twins;
      out << dumped(json) << '\n';
    } else {
      print_report(out, algorithm, values, report);
      if (!twins.is_null()) print_twins(out, twins);
    }
    err << simulation.remarks();
    return good(report) ? kVerified : kWrong;
  } catch (const sc_core::sc_report& stopped) {
    const Fault fault = fault_of(stopped);
    if (fault.kind != "output") keep_what_led_to_it(simulation, err);
    tell(fault, request.named(), request.json, out, err);
    err << simulation.remarks();
    return kFaulted;
  }
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

/// Parts that are named side by side are single ones from now on.
void split_lists(RunRequest& request) {
  split_parts("--wave-parts", request.options.range.parts);
  split_parts("--rtl", request.options.rtl);
  split_parts("--lockstep", request.options.lockstep);
  split_parts("--part", request.parts);
}

/// Whose parts take the places of those of the machine: what a point of a study says, too.
void declare_parts(CLI::App& run, RunRequest& request) {
  declare(run, "--rtl PART[,PART]", request.options.rtl,
          "run the parts as their SystemVerilog twins (PART=FILE.sv: your own)");
  declare(run, "--lockstep PART[,..]", request.options.lockstep,
          "run the twins beside the parts and compare them in every cycle");
  declare(run, "--part ROLE=NAME[,..]", request.parts);  // print_operation_help knows which
  declare(run, "--twin-seed N", request.twin_seed,
          "start what nothing has set in twins from this number");
}

}  // namespace

int carry_out_run(const Catalogue& catalogue, RunRequest& request, std::ostream& out,
                  std::ostream& err, Ending ending) {
  split_lists(request);
  const bool is_chosen = !request.algorithm.empty() || request.options.has_twins();
  return for_fitting(catalogue, request, is_chosen,
                     [&] { return run_algorithm(catalogue, request, out, err, ending); });
}

void show_run(const Catalogue& catalogue, RunRequest& request, const HelpPage& page,
              std::ostream& out) {
  if (request.machine.empty() || request.operation.empty()) {
    if (!request.machine.empty()) require_machine(catalogue, request.machine);
    return print_run_help(out, page, catalogue, request.machine);
  }
  const bool all = request.algorithm.empty();
  print_operation_help(out, page, catalogue, find_algorithm(catalogue, request), all);
}

void declare_run(CLI::App& run, RunRequest& request) {
  run.allow_extras();
  run.footer("Any value can be read from a JSON file: --PARAMETER @FILE.");
  declare(run, "MACHINE", request.machine);
  declare(run, "OPERATION", request.operation);
  declare(run, "--algorithm NAME", request.algorithm, "algorithm; the default is marked with *");
  declare(run, "--json", request.json, "print one JSON object instead of a table");
  declare(run, "--max-cycles N", request.max_cycles,
          "stop with status 3 when the run takes longer");
  declare(run, "--vcd FILE", request.options.vcd,
          "write a waveform (.vcd or .fst), and a .gtkw beside it for GTKWave");
  declare(run, "--picture FILE", request.options.pictures,
          "draw the run: .svg, .moving.svg, .png, or .html to play and click");
  declare(run, "--wave-from N", request.wave_from, "the wave shows cycle N and later ones alone");
  declare(run, "--wave-to N", request.wave_to, "and none after cycle N");
  declare(run, "--wave-parts NAMES", request.options.range.parts,
          "it shows these parts alone, as in link_0_to_*,node_3");
  declare(run, "--trace FILE", request.options.trace,
          "write a trace: .csv, .jsonl, .perfetto.json or .paje");
  declare_parts(run, request);
  declare(run, "--rtl-vcd FILE", request.options.rtl_vcd,
          "write the twins' own waveform (.vcd or .fst)");
  declare(run, "--twin-coverage FILE", request.options.twin_coverage,
          "write which lines of the twins ran, for plexus coverage");
  declare(run, "--twin-replay FILE", request.options.twin_replay,
          "write what the twins were told and showed, for rtl/make-benches");
}

std::unique_ptr<Command> make_run() {
  return std::make_unique<RequestCommand<RunRequest, declare_run, carry_out_run, show_run>>();
}

bool knows_run(const Catalogue& catalogue, const std::vector<std::string>& words) {
  try {
    CLI::App app;
    app.set_help_flag();
    RunRequest request;
    declare_run(app, request);
    read_words(app, {words.begin() + 1, words.end()});
    const CatalogueEntry& algorithm = find_algorithm(catalogue, request);
    CLI::App parameters;
    const Texts said = read_options(parameters, catalogue, {&algorithm}, {words_left(app), {}, {}});
    const std::string* const schedule = find_text(said, "--schedule");
    const bool foreign = schedule != nullptr && is_foreign_schedule(*schedule);
    return (!request.options.has_twins() || !catalogue.blocks.empty()) &&
           (!foreign || foreign_schedules() != nullptr);
  } catch (const Refusal&) {
    return false;
  }
}

NamedRun read_named_run(const Catalogue& catalogue, const std::vector<std::string>& words) {
  RunRequest request;
  request.machine = words.at(1);
  request.operation = words.at(2);
  request.algorithm = words.at(4);
  const CatalogueEntry& entry = find_algorithm(catalogue, request);
  CLI::App app;
  declare_parts(app, request);
  const Texts said =
      read_options(app, catalogue, {&entry}, {{words.begin() + 5, words.end()}, {}, {}});
  split_lists(request);
  check_blocks(catalogue, entry, request.options.rtl, request.options.lockstep);
  NamedRun named{&entry, values_of(entry, said), request.options};
  named.options.parts = find_parts(catalogue.parts, request.parts);
  named.options.twin_seed = twin_seed_of(request);
  return named;
}

}  // namespace plexus
