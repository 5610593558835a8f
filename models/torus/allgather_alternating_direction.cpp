#include <cmath>

#include "models/torus/case.hpp"
#include "models/torus/lines.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// Everything that the nodes hold goes round the rings of dimension 0, then 1, .. (3.3(D)).
Program alternating_direction(processor& self, const TorusCase& at) {
  for (int j = 0; j < at.shape.dimensions(); ++j) {  // phases 0, .., d-1
    const NodeId held = at.shape.stride(j);          //   all with the own coordinates j .. d-1
    const Interval interval{self.id() - self.id() % held, held};
    co_await daisy_chain(self, channel(TorusShape::plus_port(j)),
                         channel(TorusShape::minus_port(j)), static_cast<NodeId>(at.shape.side(j)),
                         Blocks{interval, self.whole()});
    co_await self.step();
  }
}

/// (sqrt k - 1)(N/(sqrt k b) (1 + 1/sqrt k) + 2 tau), N = k w.
double printed_alternating_direction(const TorusCase& at) {
  const double side = std::sqrt(at.k());
  const double N = at.k() * real(at.words);
  return (side - 1) * (N / (side * b(at.timing)) * (1 + 1 / side) + 2 * tau(at.timing));
}

/// The same "for large k": N/b + 2 sqrt k tau.
double printed_for_large_k(const TorusCase& at) {
  const double N = at.k() * real(at.words);
  return N / b(at.timing) + 2 * std::sqrt(at.k()) * tau(at.timing);
}

bool undivided(const TorusCase& at) { return bandwidth_divides(at.words, at.timing); }

/// The sum over j of (L_j - 1) c(w L_0 .. L_(j-1)).
Cycles exact_alternating_direction(const TorusCase& at) {
  Cycles total;
  Words held = at.words;
  for (const int side : at.shape.sides()) {
    total += (side - 1) * at.timing.hop(held);
    held = side * held;
  }
  return total;
}

}  // namespace

Algorithm<TorusCase> allgather_alternating_direction() {
  return {
      .operation = "allgather",
      .name = "alternating-direction",
      .summary = "bundles go round the rings of each dimension",
      .is_default = true,
      .parameters = torus_parameters(),
      .prepare = [](TorusCase& at) { require_wrap(at.shape, "alternating-direction"); },
      .program = alternating_direction,
      .equations = {on_squares({"(3.31)", section("3.3(D)"), printed_alternating_direction,
                                [](const TorusCase& at) { return equal_if(undivided(at)); }}),
                    on_squares({"(3.32)", section("3.3(D)"), printed_for_large_k,
                                [](const TorusCase& at) { return at_most_if(undivided(at)); }})},
      .exact = exact_alternating_direction};
}

}  // namespace plexus::torus
