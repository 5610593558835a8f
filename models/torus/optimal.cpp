#include "models/catalogue/json.hpp"
#include "models/synthesis/algorithm.hpp"
#include "models/torus/machine.hpp"

namespace plexus {

void add_torus_searches(Catalogue& catalogue) {
  // On a smaller torus than others run on.
  RunParameters run = torus_parameters();
  run.all = with_size(std::move(run.all), "sides", Json::array({3, 3}));
  add_searches<TorusCase>(catalogue, torus_kind(), {torus_network}, run);
}

}  // namespace plexus
