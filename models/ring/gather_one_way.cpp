#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// All blocks counterclockwise to the root (3.4).
Program one_way(processor& self, const RingCase& at) {
  return gather_along_line(self, at.ring, at.root, plexus::one_way(at.ring));
}

/// (k - 1) c(w). The paper gives no equation.
Cycles exact_gather_one_way(const RingCase& at) {
  return plexus::one_way(at.ring).longer() * at.timing.hop(at.words);
}

}  // namespace

Algorithm<RingCase> gather_one_way() {
  return {.operation = "gather",
          .name = "one-way",
          .summary = "all blocks counterclockwise to the root",
          .is_default = true,
          .parameters = ring_parameters().with_root("processor that gets all blocks"),
          .program = one_way,
          .exact = exact_gather_one_way};
}

}  // namespace plexus::ring
