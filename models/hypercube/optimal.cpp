#include "models/hypercube/machine.hpp"
#include "models/synthesis/algorithm.hpp"

namespace plexus {

namespace {

/// Across each dimension.
std::vector<NodeMap> cube_shifts(const HypercubeShape& cube) {
  std::vector<NodeMap> shifts;
  for (int t = 0; t < cube.dimension(); ++t) {
    NodeMap map;
    for (NodeId v = 0; v < cube.nodes(); ++v) map.push_back(HypercubeShape::across(v, t));
    shifts.push_back(std::move(map));
  }
  return shifts;
}

}  // namespace

void add_hypercube_searches(Catalogue& catalogue) {
  add_searches<HypercubeCase>(
      catalogue, hypercube_kind(), {[](const HypercubeCase& at) {
        return network_of(at.cube.wiring(), at.timing, at.rule, cube_shifts(at.cube));
      }},
      {hypercube_parameters(), hypercube_root_parameters("processor at the root"),
       hypercube_move_parameters()});
}

}  // namespace plexus
