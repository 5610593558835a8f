#include "models/hypercube/subcubes.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// The mask of bits first, first + 1, .., first + count - 1, modulo the dimension; first and count
/// are less than it.
NodeId cyclic_mask(HypercubeShape cube, int first, int count) {
  const NodeId above = (bit_of(count) - 1)
                       << first;  // those beyond the dimension are the first ones
  return (above | above >> cube.dimension()) & (cube.nodes() - 1);
}

/// Every block in n parts; in every step each part is exchanged over a bit of its own, so that all
/// channels work all the time (3.3(E)).
Program total_exchange(processor& self, const HypercubeCase& at, exchange_ctl_if& control) {
  const int n = at.n();
  const EvenSplit parts{self.whole().count, n};
  const auto size = [&](int part) { return parts.size(part); };
  const auto send_all = [&](int i) {
    for (int j = 0; j < n; ++j) {  // part j has crossed bits j .. i+j-1 and crosses bit i+j
      const Slice slice{parts.first(j), size(j)};
      const Blocks held = subcube(self.id(), cyclic_mask(at.cube, j, i), slice);
      self.post(channel((i + j) % n), self.pack(held));
    }
  };
  for (int i = 0; i < n; ++i) {  // for i := 0 to n-1
    control.go(self.id(), at.both_ways());
    do {
      if (control.sends(self.id())) send_all(i);
      if (control.receives(self.id())) {
        for (int j = 0; j < n; ++j) {
          if (size(j) > 0_words) co_await self.receive_into_memory(channel((i + j) % n));
        }
      }
      co_await self.step();
    } while (!control.half_done(self.id()));
  }
}

/// "For large k", 2 n tau + 2 N/(n b), N = k w.
double printed_total_exchange(const HypercubeCase& at) {
  const double n = at.n();
  return 2 * n * tau(at.timing) + 2 * real(at.nodes() * at.words) / (n * b(at.timing));
}

/// D times the sum over i = 0 .. n - 1 of c(2^i ceil(w/n)).
Cycles exact_total_exchange(const HypercubeCase& at) {
  if (at.n() == 0) return 0_cycles;
  return at.exchange_steps() * doubling(at, EvenSplit{at.words, at.n()}.largest());
}

}  // namespace

Algorithm<HypercubeCase> allgather_total_exchange() {
  return {
      .operation = "allgather",
      .name = "total-exchange",
      .summary = "blocks in n parts, each over a bit of its own in every step",
      .is_default = true,
      .parameters = hypercube_parameters(),
      .prepare = [](HypercubeCase& at) { at.parts.exchange_controls = true; },
      .programs = [](const HypercubeCase& at, hypercube_machine& top) -> NodeProgram<processor> {
        exchange_ctl_if& control = *top.exchange_controls;
        return [&at, &control](processor& self) { return total_exchange(self, at, control); };
      },
      .equations = {unless_alone({"(3.33)", section("3.3(E)"), printed_total_exchange,
                                  [](const HypercubeCase& at) {
                                    return at_most_if(packets_divide(at.words, at.n(), at.timing));
                                  }})},
      .exact = exact_total_exchange,
      .blocks = {"exchange_ctl"}};
}

}  // namespace plexus::hypercube
