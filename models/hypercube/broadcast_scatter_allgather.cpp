#include <bit>

#include "models/hypercube/subcubes.hpp"
#include "models/operations/literature.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// The words of a message that node v gets by the scatter, relative to the root: label l has part
/// l, and after bit t is served, parts l .. l + 2^t - 1.
Blocks parts(const HypercubeCase& at, NodeId label, NodeId count) {
  const EvenSplit split{at.words, at.nodes()};
  const Words first = split.first(label);
  const Words end = label + count < at.cube.nodes() ? split.first(label + count) : at.words;
  return {Interval{0, 1}, {first, end - first}};
}

/// The scatter: over bit n - 1, .., 0 the upper half of what a node has.
Program scatter(processor& self, const HypercubeCase& at) {
  const NodeId label = self.id() ^ at.root;
  const int own = label == 0 ? at.n() : std::countr_zero(label);
  if (label != 0 && parts(at, label, bit_of(own)).words() > 0_words) {
    co_await self.receive_into_memory(channel(own));
  }
  for (int t = own - 1; t >= 0; --t) {
    const Blocks upper = parts(at, label + bit_of(t), bit_of(t));
    if (upper.words() > 0_words) co_await self.send(channel(t), self.pack(upper));
  }
}

/// The allgather: over bit 0, .., n - 1 all that both sides have, one after the other where the
/// channel is half duplex. Nodes that had more from the scatter get that in vain.
Program allgather(processor& self, const HypercubeCase& at) {
  for (int t = 0; t < at.n(); ++t) {
    const NodeId first = (self.id() ^ at.root) & ~(bit_of(t) - 1);
    const Blocks theirs = parts(at, first ^ bit_of(t), bit_of(t));
    Packet mine = self.pack(parts(at, first, bit_of(t)));
    Packet come;
    if (theirs.words() == 0_words) {
      co_await self.send(channel(t), std::move(mine));
    } else if (at.both_ways() || HypercubeShape::even_parity(self.id())) {
      come = co_await both(self.send(channel(t), std::move(mine)), self.receive(channel(t)));
    } else {
      come = co_await self.receive(channel(t));
      co_await self.send(channel(t), std::move(mine));
    }
    static_cast<void>(self.gain(come.blocks()));
  }
}

Program scatter_allgather(processor& self, const HypercubeCase& at) {
  co_await scatter(self, at);
  co_await self.step();
  co_await allgather(self, at);
}

/// 2 lg p alpha + 2 (p - 1)/p n beta, n = w.
double formula_scatter_allgather(const HypercubeCase& at) {
  return 2 * at.n() * mpich_2005::alpha(at.timing) + 2 * mpich_2005::all_but_own(real(at.nodes())) *
                                                         real(at.words) *
                                                         mpich_2005::beta(at.timing);
}

/// The sum over the bits of c(u) for the scatter, and of c(l) + c(u) for the allgather (`all-full`
/// c(l) alone): l the words of parts 0 .. 2^t - 1, u those of the next 2^t.
Cycles exact_scatter_allgather(const HypercubeCase& at) {
  Cycles total;
  for (int t = 0; t < at.n(); ++t) {
    const Cycles lower = at.timing.hop(parts(at, 0, bit_of(t)).words());
    const Cycles upper = at.timing.hop(parts(at, bit_of(t), bit_of(t)).words());
    total += upper + lower;
    if (!at.both_ways()) total += upper;
  }
  return total;
}

}  // namespace

Algorithm<HypercubeCase> broadcast_scatter_allgather() {
  constexpr int kLarger = 4;  // a cube on which halves of halves are seen
  return {.operation = "broadcast",
          .name = "scatter-allgather",
          .summary = "the message is scattered, and its parts are gathered by all",
          .parameters = hypercube_parameters(kLarger).with_root("processor that has the message"),
          .program = scatter_allgather,
          .equations = {unless_alone(
              {"T_vandegeijn", mpich_2005::section("broadcast"), formula_scatter_allgather,
               [](const HypercubeCase& at) {
                 const bool undivided = mpich_2005::undivided(at.nodes(), at.words, at.timing);
                 return mpich_2005::in_parts(at.nodes(), at.words,
                                             equal_if(at.both_ways() && undivided));
               }})},
          .exact = exact_scatter_allgather,
          .within_paper = true};
}

}  // namespace plexus::hypercube
