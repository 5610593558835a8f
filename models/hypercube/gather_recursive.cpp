#include <bit>

#include "models/hypercube/subcubes.hpp"

namespace plexus::hypercube {

namespace {

/// The scatter backwards (3.4). The paper gives no equation.
Program recursive_gather_recursive(processor& self, const HypercubeCase& at) {
  const NodeId label = self.id() ^ at.root;
  const auto own = static_cast<int>(std::bit_width(label));
  for (int j = at.n(); j > own; --j) {  // for j := n downto 1
    co_await self.receive_into_memory(channel(j - 1));
  }
  if (own == 0) co_return;
  const Blocks collected = blocks_for(at.cube, at.root, label, own, self.whole());
  co_await self.send(channel(own - 1), self.pack(collected));
}

/// The sum over j = 1 .. n of c(2^(n-j) w).
Cycles exact_gather_recursive(const HypercubeCase& at) { return doubling(at, at.words); }

}  // namespace

Algorithm<HypercubeCase> gather_recursive() {
  return {.operation = "gather",
          .name = "recursive",
          .summary = "the scatter backwards",
          .is_default = true,
          .parameters = hypercube_parameters().with_root("processor that gets all blocks"),
          .program = recursive_gather_recursive,
          .exact = exact_gather_recursive};
}

}  // namespace plexus::hypercube
