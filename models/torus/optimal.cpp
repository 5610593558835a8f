#include "models/catalogue/json.hpp"
#include "models/synthesis/algorithm.hpp"
#include "models/torus/machine.hpp"

namespace plexus {

namespace {

/// Schedules are searched for on a smaller torus than others run on.
std::vector<Parameter> of_nine(std::vector<Parameter> parameters) {
  return with_size(std::move(parameters), "sides", Json::array({3, 3}));
}

}  // namespace

void add_torus_searches(Catalogue& catalogue) {
  add_searches<TorusCase>(
      catalogue, torus_kind(), {torus_network},
      {of_nine(torus_parameters()), of_nine(torus_root_parameters("processor at the root")),
       of_nine(torus_move_parameters())});
}

}  // namespace plexus
