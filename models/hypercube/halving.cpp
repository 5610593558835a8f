#include "models/hypercube/halving.hpp"

#include <utility>

namespace plexus::hypercube {

namespace {

/// What comes over a bit from the other side, for `mine`: each node sends when it is its turn.
Program swap(processor& self, Reduction& data, int bit, Blocks mine, Blocks theirs,
             bool full_duplex, Packet& come) {
  const bool expects = data.words(theirs) > 0_words;
  Packet out = data.pack(self, mine);
  if (!expects) {
    co_await self.send(channel(bit), std::move(out));
  } else if (full_duplex || HypercubeShape::even_parity(self.id())) {
    come = co_await both(self.send(channel(bit), std::move(out)), self.receive(channel(bit)));
  } else {
    come = co_await self.receive(channel(bit));
    co_await self.send(channel(bit), std::move(out));
  }
}

/// May a node not read one channel while it writes another? Then all do one bit after another:
/// where chunks differ, the next bit's partner may be early. The longest exchange of each bit
/// counts in any case.
bool reads_or_writes(const HypercubeCase& at) {
  return at.rule == PortRule::kUniform || at.rule == PortRule::kOnePort;
}

/// The chunks whose numbers end, in bits 0 .. t, as `node` does.
Blocks alike(const Reduction& data, NodeId node, int t) {
  const NodeId stride = bit_of(t + 1);
  return data.every(node % stride, stride);
}

}  // namespace

Program exchange_and_combine(processor& self, Reduction& data, int bit, Blocks mine, Blocks theirs,
                             bool full_duplex) {
  Packet come;
  co_await swap(self, data, bit, std::move(mine), std::move(theirs), full_duplex, come);
  const bool upper = (self.id() & bit_of(bit)) != 0;
  data.combine(self, come, upper ? Side::kLeft : Side::kRight);
}

Program exchange_results(processor& self, Reduction& data, int bit, Blocks mine, Blocks theirs,
                         bool full_duplex) {
  Packet come;
  co_await swap(self, data, bit, std::move(mine), std::move(theirs), full_duplex, come);
  if (come.words() > 0_words) data.accept(self, come);
}

Program recursive_halving(processor& self, const HypercubeCase& at) {
  Reduction& data = *at.reduction;
  for (int t = 0; t < at.n(); ++t) {  // for t := 0 to n-1
    const NodeId other = HypercubeShape::across(self.id(), t);
    co_await exchange_and_combine(self, data, t, alike(data, other, t), alike(data, self.id(), t),
                                  at.both_ways());
    if (reads_or_writes(at)) co_await self.step();
  }
}

Program doubling_of_results(processor& self, const HypercubeCase& at) {
  Reduction& data = *at.reduction;
  for (int t = at.n() - 1; t >= 0; --t) {  // for t := n-1 downto 0
    const NodeId other = HypercubeShape::across(self.id(), t);
    co_await exchange_results(self, data, t, alike(data, self.id(), t), alike(data, other, t),
                              at.both_ways());
    if (reads_or_writes(at)) co_await self.step();
  }
}

Cycles halving_cycles(const HypercubeCase& at, Words words) {
  const EvenSplit chunks{words, at.nodes()};
  Cycles total;
  for (int t = 0; t < at.n(); ++t) {
    Words larger{0};
    Words smaller{0};
    for (std::int64_t chunk = 0; chunk < at.nodes(); chunk += 2 * std::int64_t{bit_of(t)}) {
      larger += chunks.size(chunk);
      smaller += chunks.size(chunk + bit_of(t));
    }
    total += at.timing.hop(larger);
    if (!at.both_ways()) total += at.timing.hop(smaller);
  }
  return total;
}

Relation as_in_literature(const HypercubeCase& at) {
  return equal_if(at.both_ways() && paper_1986::bandwidth_divides(at.words, at.timing));
}

Relation chunks_as_in_literature(const HypercubeCase& at) {
  return equal_if(at.both_ways() && paper_1986::packets_divide(at.words, at.nodes(), at.timing));
}

}  // namespace plexus::hypercube
