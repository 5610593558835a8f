#include <algorithm>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/json.hpp"
#include "models/synthesis/algorithm.hpp"
#include "testbenches/command/listing.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/command/search_notes.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/report.hpp"
#include "testbenches/schedules/synthesis.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace plexus {

namespace {

/// One `plexus synthesize`, as the words say it.
struct SynthesizeRequest : RunRequest {
  std::optional<std::string> out;
};

/// The algorithm `optimal` of what is asked for.
const CatalogueEntry& find_optimal(const Catalogue& catalogue, RunRequest& request) {
  const std::vector<std::string> machines = machines_of(catalogue.searches);
  require_machine(catalogue, request.machine, "synthesize MACHINE OPERATION");
  if (std::ranges::find(machines, request.machine) == machines.end()) {
    refuse(RefusalClass::kFeature, "No schedules are searched for on {}{}.", request.machine,
           machines.empty() ? ", nor on another machine of this program"
                            : ": choose " + one_of(machines));
  }
  const std::vector<std::string> operations = operations_of(catalogue.searches, request.machine);
  if (request.operation.empty()) {
    refuse("No operation is named: choose {} on {}.", one_of(operations), request.machine);
  }
  const std::string standard = standard_name(request.operation);
  if (std::ranges::find(operations, standard) != operations.end()) {
    request.operation = standard;
    request.algorithm = kOptimalName;
    return find_algorithm(catalogue, request);
  }
  const bool exists = std::ranges::any_of(catalogue.algorithms, [&](const CatalogueEntry& entry) {
    return entry.operation == standard;
  });
  if (exists) {
    refuse(RefusalClass::kFeature, "No schedules of {} are searched for on {}: choose {}.",
           standard, request.machine, one_of(operations));
  }
  refuse_name(RefusalClass::kUsage,
              fmt::format("operation of {} that schedules are searched for", request.machine),
              request.operation, operations);
}

/// What is said behind `synthesize` goes to `request`.
void declare_synthesis(CLI::App& search, SynthesizeRequest& request) {
  search.allow_extras();
  search.description(
      "Finds the schedule with the fewest cycles that there is, proves that there is none with "
      "fewer, and runs it. After Ctrl-C, or when its time is over, it is the best one so far.");
  search.footer(
      "plexus synthesize MACHINE OPERATION --help shows the parameters that apply, those of the "
      "search among them: --time-limit, --steps, --confirm.");
  declare(search, "MACHINE", request.machine);
  declare(search, "OPERATION", request.operation);
  declare(search, "--json", request.json, "one JSON object");
  declare(search, "--out FILE", request.out, "write the schedule: .schedule, or .xml for MSCCL");
}

/// Its help: of all searches, or of one.
void show(const Catalogue& catalogue, SynthesizeRequest& request, const HelpPage& page,
          std::ostream& out) {
  if (request.machine.empty() || request.operation.empty()) {
    return print_synthesis_help(out, page, catalogue);
  }
  print_synthesis_help(out, page, find_optimal(catalogue, request));
}

/// Finds the best schedule, runs it, and tells what is proved of it.
int synthesize(const Catalogue& catalogue, SynthesizeRequest& request, std::ostream& out,
               std::ostream& err, Ending /*ending*/) {
  const CatalogueEntry& entry = find_optimal(catalogue, request);
  const Values values = read_values(catalogue, entry, request.rest);
  std::unique_ptr<ScheduleFile> file;
  if (request.out) file = std::make_unique<ScheduleFile>(*request.out, entry);
  const SearchNotes notes{err};
  const OfferedAlgorithms offered{catalogue};
  try {
    Report report;
    {
      const FreshKernel kernel;
      Simulation simulation{RunOptions{}};
      report = simulation.perform(entry, values);
    }
    const Optimum& best = notes.found();
    if (file) file->write(best);
    const Beside beside{best.asked ? best.known
                                   : best_algorithm(catalogue, entry.machine, entry.operation,
                                                    values, [] { return false; }),
                        !values.at("steps").is_number_integer()};
    settle(report, best, beside);
    if (request.json) {
      out << dumped(synthesis_json(report_json(entry, values, report), report, best, beside))
          << '\n';
    } else {
      print_report(out, entry, values, report);
      print_synthesis(out, report, best, beside);
    }
    return good(report) ? kVerified : kWrong;
  } catch (const sc_core::sc_report& stopped) {
    const Fault fault = fault_of(stopped);
    tell(fault, request.named(), request.json, out, err);
    return kFaulted;
  }
}

}  // namespace

std::unique_ptr<Command> make_synthesize() {
  return std::make_unique<RequestCommand<SynthesizeRequest, declare_synthesis, synthesize, show>>();
}

}  // namespace plexus
