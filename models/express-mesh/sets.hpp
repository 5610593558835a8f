#pragma once

#include <cstdint>
#include <vector>

#include "hw/node/alu_node.hpp"
#include "hw/node/program.hpp"
#include "models/express-mesh/stages.hpp"

namespace plexus {

/// Partial values that a terminal keeps apart: set k is that of row k of its submesh.
using Sets = std::vector<Operand>;

/// GATHER that keeps apart what v_0 receives: behind its own value, set `first`, one set after the
/// other.
Program gather_sets(alu_node& self, ListPlace at, const Operand& value, Sets& sets,
                    std::uint32_t first = 0);
/// Keeps a value as set `index`, in its place among those that are there.
void keep_set(alu_node& self, std::uint32_t index, const Operand& set, Sets& sets);

/// Overlapped chains: v_(m-1) sends its sets one after the other; every other node combines set k
/// with the one that comes, own operand on the left, and v_0 keeps the results. Set k leaves
/// v_p at (k + m - 1 - p) hops.
Program overlap_sets(alu_node& self, ListPlace at, Sets& sets);

/// All sets in order, combined in the node.
[[nodiscard]] Operand fold(const alu_node& self, const Sets& sets);

}  // namespace plexus
