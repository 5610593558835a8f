#include <algorithm>
#include <cstdlib>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/machine/machine.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/outputs/part_tree.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/report.hpp"

namespace plexus {

namespace {

/// One `plexus tree`: a machine as for a run, and how many levels of it.
struct TreeRequest : RunRequest {
  std::optional<std::string> depth;
};

/// The operation, which need not be named, is the first word behind the machine if that is no
/// option.
void take_operation(TreeRequest& request) {
  std::vector<std::string>& words = request.rest.words;
  if (words.empty() || words.front().starts_with("--")) return;
  request.operation = words.front();
  words.erase(words.begin());
}

/// The operation for which a machine is built where none is named: the first one that runs on it.
std::string usual_operation(const Catalogue& catalogue, const std::string& machine) {
  for (const std::string& operation : catalogue.operations(machine)) {
    const CatalogueEntry* const entry = catalogue.find(machine, operation);
    if (entry != nullptr && entry->simulates) return operation;
  }
  return {};
}

/// What is said behind `tree` goes to `request`.
void declare_tree(CLI::App& tree, TreeRequest& request) {
  tree.allow_extras();
  tree.description(
      "Prints the parts of the machine that plexus run MACHINE OPERATION with these parameters "
      "builds, by their full names in waves, traces and faults, with their ports and what those "
      "are bound to. Without OPERATION it is built for the first one that runs on the machine.");
  tree.footer(
      "Parts side by side that are alike but for numbers share a line, with the ports of the first "
      "one.");
  declare(tree, "MACHINE", request.machine);
  declare(tree, "--algorithm NAME", request.algorithm, "the operation's default one if none");
  declare(tree, "--depth N", request.depth, "levels below the machine; all if none");
  declare(tree, "--json", request.json,
          "nested objects {name, kind, ports: [{name, kind, bound}], children}, every part by "
          "itself");
  declare(tree, "--part ROLE=NAME[,..]", request.parts);  // as in a run
}

/// Carries it out.
int tree(const Catalogue& catalogue, TreeRequest& request, std::ostream& out, std::ostream& err,
         Ending ending) {
  take_operation(request);
  require_machine(catalogue, request.machine, "tree MACHINE");
  if (request.operation.empty()) {
    request.operation = usual_operation(catalogue, request.machine);
  }
  const auto depth = cycles_of("--depth", "depth", request.depth);
  const FreshKernel kernel;
  const bool is_chosen = !request.algorithm.empty();
  const std::unique_ptr<Experiment> experiment = for_fitting(catalogue, request, is_chosen, [&] {
    const CatalogueEntry& entry = find_algorithm(catalogue, request);
    return entry.prepare(read_values(catalogue, entry, request.rest));
  });
  split_parts("--part", request.parts);
  const std::vector<OwnPart> own = find_parts(catalogue.parts, request.parts);
  require_memory(3 * experiment->memory());  // the machine, and what is said of it
  std::unique_ptr<machine> built = experiment->build({});
  if (built == nullptr) {
    refuse(RefusalClass::kFeature, "{} {} builds no machine: choose an operation that runs on one.",
           request.machine, request.operation);
  }
  const auto own_parts = exchange_parts(*built, own);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaboration
  const TreePart parts =
      part_tree(*built, depth ? static_cast<std::size_t>(depth->count()) : kWholeTree);
  if (request.json) {
    out << dumped(tree_json(parts)) << '\n';
  } else {
    print_tree(out, parts);
  }
  if (ending == Ending::kTakeDown) return kVerified;
  const int status = told(out, err, kVerified);
  err.flush();
  std::_Exit(status);  // see run_algorithm
}

}  // namespace

std::unique_ptr<Command> make_tree() {
  return std::make_unique<RequestCommand<TreeRequest, declare_tree, tree>>();
}

}  // namespace plexus
