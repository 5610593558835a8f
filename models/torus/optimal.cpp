#include "models/catalogue/json.hpp"
#include "models/synthesis/algorithm.hpp"
#include "models/torus/machine.hpp"

namespace plexus {

namespace {

/// One node on along each side; on an open mesh that is no symmetry.
std::vector<NodeMap> torus_shifts(const TorusShape& torus) {
  std::vector<NodeMap> shifts;
  for (std::size_t side = 0; side < torus.sides().size(); ++side) {
    NodeMap map;
    for (NodeId v = 0; v < torus.nodes(); ++v) {
      std::vector<int> place = torus.coordinates(v);
      place[side] = (place[side] + 1) % torus.sides()[side];
      map.push_back(torus.node(place));
    }
    shifts.push_back(std::move(map));
  }
  return shifts;
}

/// Schedules are searched for on a smaller torus than others run on.
std::vector<Parameter> of_nine(std::vector<Parameter> parameters) {
  return with_size(std::move(parameters), "sides", Json::array({3, 3}));
}

}  // namespace

void add_torus_searches(Catalogue& catalogue) {
  add_searches<TorusCase>(
      catalogue, torus_kind(), {[](const TorusCase& at) {
        return network_of(at.shape.wiring(), at.timing, at.rule, torus_shifts(at.shape));
      }},
      {of_nine(torus_parameters()), of_nine(torus_root_parameters("processor at the root")),
       of_nine(torus_move_parameters())});
}

}  // namespace plexus
