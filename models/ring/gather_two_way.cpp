#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// From both sides at once: the scatter backwards (3.4).
Program two_way_gather_two_way(processor& self, const RingCase& at) {
  return gather_along_line(self, at.ring, at.root, plexus::both_ways(at.ring));
}

/// floor(k/2) c(w). The paper gives no equation.
Cycles exact_gather_two_way(const RingCase& at) {
  return plexus::both_ways(at.ring).longer() * at.timing.hop(at.words);
}

}  // namespace

Algorithm<RingCase> gather_two_way() {
  return {.operation = "gather",
          .name = "two-way",
          .summary = "the scatter backwards; needs --port-rule all-half",
          .is_default = false,
          .parameters = ring_parameters().with_root("processor that gets all blocks"),
          .program = two_way_gather_two_way,
          .exact = exact_gather_two_way};
}

}  // namespace plexus::ring
