#pragma once

#include "hw/data/blocks.hpp"
#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "models/hypercube/case.hpp"

/// Exchanges over one bit and what they carry.
namespace plexus::hypercube {

/// Channel across a bit.
[[nodiscard]] constexpr unsigned channel(int bit) { return static_cast<unsigned>(bit); }
[[nodiscard]] constexpr NodeId bit_of(int t) { return NodeId{1} << t; }

/// Both ends of a channel send `mine` to each other: at once, or the node of even parity first and
/// the other one when it has that.
Program exchange(processor& self, int bit, Blocks mine, bool full_duplex);

/// The blocks of all nodes that differ from `node` in bits of `mask` only.
[[nodiscard]] Blocks subcube(NodeId node, NodeId mask, Slice slice);

/// The blocks for relative nodes whose low `bits` bits are those of relative node `label`.
[[nodiscard]] Blocks blocks_for(HypercubeShape cube, NodeId root, NodeId label, int bits,
                                Slice whole);

/// The sum over i = 0 .. n - 1 of c(2^i part).
[[nodiscard]] Cycles doubling(const HypercubeCase& at, Words part);

}  // namespace plexus::hypercube
