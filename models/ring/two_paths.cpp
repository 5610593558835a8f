#include "models/ring/two_paths.hpp"

#include "models/catalogue/json.hpp"

namespace plexus::ring {

using namespace paper_1986;

Equation<RingCase> half_each_way() {
  return {.label = "(3.6)",
          .place = section("3.1(C)"),
          .formula =
              [](const RingCase& at) {
                const NodeId longer = at.ring.nodes - at.distance();
                return printed_pipeline_minimum(longer, real(at.words), at.timing, 2);
              },
          .relation =
              [](const RingCase& at) {
                const bool halves = at.streams[0].part.count == at.streams[1].part.count;
                return at_least_if(at.words.count() % 2 == 0 && halves);
              }};
}

Json path_lengths(const RingCase& at) { return {at.distance(), at.ring.nodes - at.distance()}; }

}  // namespace plexus::ring
