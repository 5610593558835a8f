#include <string>
#include <utility>
#include <vector>

#include "models/omega/case.hpp"

namespace plexus::omega {

namespace {

const Statistic kTopologyNetworkStages{"stages", "stages", "that a message crosses"};
const Statistic kElementsPerStage{"elements_per_stage", "elements", "of a stage"};
const Statistic kElements{"elements", "elements", "of all stages"};
const Statistic kElementPorts{"element_ports", "ports", "inputs of an element, and outputs"};
const Statistic kCrosspoints{"crosspoints", "crosspoints", "of all elements"};
const Statistic kCanBlock{"can_block", "", "can two messages of a permutation meet?"};
const Statistic kCanBroadcast{"can_broadcast", "", "can one message reach all ports in one pass?"};
const Statistic kSteeredByTag{"steered_by_tag", "",
                              "does a message's way depend on its ends alone?"};

/// What the network consists of.
void describe(const TopologyCase& at, Statistics& statistics) {
  const NetworkShape& network = at.network;
  const auto elements = std::int64_t{network.stages()} * network.elements();
  const std::int64_t ports = network.element_ports();
  statistics.set(kTopologyNetworkStages, network.stages());
  statistics.set(kElementsPerStage, network.elements());
  statistics.set(kElements, elements);
  statistics.set(kElementPorts, ports);
  statistics.set(kCrosspoints, elements * ports * ports);
  statistics.set(kCanBlock, network.can_block());
  statistics.set(kCanBroadcast, network.can_broadcast());
  statistics.set(kSteeredByTag, network.steered_by_tag());
}

}  // namespace

Algorithm<TopologyCase> topology_network() {
  return {.operation = "topology",
          .name = "network",
          .summary = "stages, elements and crosspoints of the network",
          .is_default = true,
          .parameters = topology_parameters(),
          .answer = describe,
          .declared = {kTopologyNetworkStages, kElementsPerStage, kElements, kElementPorts,
                       kCrosspoints, kCanBlock, kCanBroadcast, kSteeredByTag}};
}

}  // namespace plexus::omega
