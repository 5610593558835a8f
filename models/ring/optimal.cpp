#include "models/ring/machine.hpp"
#include "models/synthesis/algorithm.hpp"

namespace plexus {

namespace {

/// One node on, round the ring.
std::vector<NodeMap> ring_shifts(const RingShape& ring) {
  NodeMap map;
  for (NodeId v = 0; v < ring.nodes; ++v) map.push_back(ring.at(v, kClockwise, 1));
  return {map};
}

}  // namespace

void add_ring_searches(Catalogue& catalogue) {
  add_searches<RingCase>(
      catalogue, ring_kind(), {[](const RingCase& at) {
        return network_of(at.ring.wiring(), at.timing, at.rule, ring_shifts(at.ring));
      }},
      {ring_parameters(), ring_root_parameters("processor at the root"), ring_move_parameters()});
}

}  // namespace plexus
