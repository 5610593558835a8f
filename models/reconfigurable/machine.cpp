#include "models/reconfigurable/machine.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "models/catalogue/refusal.hpp"
#include "models/operations/permutation.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/layout.hpp"
#include "models/reconfigurable/parameters.hpp"
#include "models/reconfigurable/topology.hpp"
#include "models/reconfigurable/traffic_requests.hpp"

namespace plexus {

namespace {

/// A fixed network by itself: the machine as `--mode static` has it.
ReconfigurableCase network_case(const Values& values) {
  ReconfigurableCase at = reconfigurable_case(values);
  at.mode = ReconfigurableMode::kStatic;
  if (const auto reason = misfit(at.topology, at.nodes, at.ports, at.rows)) {
    throw Refusal{RefusalClass::kSize, *reason};
  }
  return at;
}

void describe_network(const ReconfigurableCase& at, Statistics& statistics) {
  const FixedNetwork network{at.topology, at.nodes, at.ports, at.rows};
  std::size_t degree = 0;
  for (NodeId v = 0; v < network.nodes(); ++v) {
    degree = std::max(degree, network.neighbours(v).size());
  }
  // From a node that is farthest from another one: true of trees and where all nodes are alike.
  const auto from_first = network.distances(0);
  const auto farthest = std::ranges::max_element(from_first) - from_first.begin();
  statistics.set(kNodes, at.nodes);
  statistics.set(kLinks, network.links().size());
  statistics.set(kDegree, degree);
  statistics.set(kDiameter, std::ranges::max(network.distances(static_cast<NodeId>(farthest))));
}

void add_network(Catalogue& catalogue) {
  const MachineList<ReconfigurableCase> add{
      catalogue,
      {.name = "reconfigurable", .read = network_case, .layout = [](const ReconfigurableCase& at) {
         return layout(at);
       }}};
  add.topology(network_parameters(), topology_statistics(), describe_network);
}

}  // namespace

MachineKind<ReconfigurableCase> reconfigurable_kind() {
  return {.name = "reconfigurable",
          .read = reconfigurable_case,
          .build =
              [](const ReconfigurableCase& at, const Operation& operation,
                 const ConstructionOrder& order) {
                return std::make_unique<reconfigurable_machine>("reconfigurable", at, operation,
                                                                order);
              },
          .memory = [](const ReconfigurableCase& at) { return 2 * memory_of(at.nodes, 0); },
          .blocks = {"config_manager", "xbar2", "rdv_link", "phase_seq", "recon_net"},
          .declared = reconfigurable_machine::statistics(),
          .layout = [](const ReconfigurableCase& at) { return layout(at); },
          .lower_bounds = {{"broadcast", reconfigurable::broadcast_bound},
                           {"scatter", reconfigurable::exchange_bound},
                           {"gather", reconfigurable::exchange_bound},
                           {"allgather", reconfigurable::exchange_bound},
                           {"alltoall", reconfigurable::exchange_bound},
                           {"permutation",
                            [](const ReconfigurableCase& at) {
                              return bound_of_moving_nothing(at.permutation);
                            }}},
          .beyond_paper = [](const ReconfigurableCase& at) { return !at.as_in_the_paper(); },
          .check = reconfigurable::nothing_left_behind};
}

void add_reconfigurable(Catalogue& catalogue) {
  const MachineList<ReconfigurableCase> add{catalogue, reconfigurable_kind()};
  PLEXUS_ADD_ALGORITHMS(reconfigurable, PLEXUS_RECONFIGURABLE_ALGORITHMS)
  add_reconfigurable_traffic(catalogue);
  add_network(catalogue);
}

}  // namespace plexus
