#include "models/catalogue/refusal.hpp"
#include "models/graph/machine.hpp"
#include "models/synthesis/algorithm.hpp"

namespace plexus {

void add_graph_searches(Catalogue& catalogue) {
  MachineKind<GraphCase> kind = graph_kind();
  kind.read = [](const Values& values) {
    GraphCase at = graph_case(values);
    if (at.graph->switches() == 0) return at;
    throw Refusal{
        RefusalClass::kFeature,
        "A search chooses the way and the cycle of each packet at every node; this graph "
        "has switches, which pass on what comes by tables that no schedule changes: choose "
        "another algorithm, whose run tells its lower bound."};
  };
  add_searches<GraphCase>(catalogue, kind, {graph_network}, graph_parameters());
}

}  // namespace plexus
