#include <bit>

#include "models/hypercube/subcubes.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// In step j every node that has data sends the half for the others over bit j - 1 (3.4(E); E22).
Program recursive_scatter_recursive(processor& self, const HypercubeCase& at) {
  const NodeId label = self.id() ^ at.root;
  // The step in which this node gets its data, 0: the root.
  const auto own = static_cast<int>(std::bit_width(label));
  if (own > 0) co_await self.receive_into_memory(channel(own - 1));
  for (int j = own + 1; j <= at.n(); ++j) {  // then it has 2^(n-j+1) blocks
    const Blocks half = blocks_for(at.cube, at.root, label | bit_of(j - 1), j, self.whole());
    co_await self.send(channel(j - 1), self.pack(half));
  }
}

/// n tau + N/b, N = k w.
double printed_recursive(const HypercubeCase& at) {
  return at.n() * tau(at.timing) + real(at.nodes() * at.words) / b(at.timing);
}

/// The sum over j = 1 .. n of c(2^(n-j) w).
Cycles exact_scatter_recursive(const HypercubeCase& at) { return doubling(at, at.words); }

}  // namespace

Algorithm<HypercubeCase> scatter_recursive() {
  return {.operation = "scatter",
          .name = "recursive",
          .summary = "every holder hands on half of what it has, bit by bit",
          .is_default = true,
          .parameters = hypercube_parameters().with_root("processor that has all blocks"),
          .program = recursive_scatter_recursive,
          .equations = {unless_alone({"(3.40)", section("3.4(E)"), printed_recursive,
                                      [](const HypercubeCase& at) {
                                        return at_most_if(bandwidth_divides(at.words, at.timing));
                                      }})},
          .exact = exact_scatter_recursive};
}

}  // namespace plexus::hypercube
