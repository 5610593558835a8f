#pragma once

#include <cstdint>
#include <vector>

#include "hw/node/alu_node.hpp"
#include "hw/node/program.hpp"

/// The building blocks on a list v_0 .. v_(m-1) of nodes, each of which hands something to the one
/// before; with hops of d cycles.
namespace plexus {

/// A node's place in such a list.
struct ListPlace {
  std::int64_t index = 0;
  std::int64_t size = 1;
  unsigned towards = 0;   ///< channel to the one before
  unsigned from = 0;      ///< channel of the one behind
  std::uint32_t tap = 0;  ///< of the one before, if they are on a bus

  [[nodiscard]] std::int64_t behind() const { return size - 1 - index; }
};

/// GATHER: v_k sends its own record at once, and passes on those of the nodes behind: (m - 1) d.
/// v_0 gives them in their order to `take(record)`.
template <typename Take>
Program gather(alu_node& self, ListPlace at, const Record& own, Take take) {
  if (at.index > 0) co_await self.send(at.towards, own, at.tap);
  for (std::int64_t q = 0; q < at.behind(); ++q) {
    if (at.index > 0) {
      co_await self.relay(at.from, at.towards);
    } else {
      take(co_await self.receive(at.from));
    }
  }
}

/// CHAIN with an operator of its own: v_k combines what comes with its value and sends that:
/// (m - 1) d. `rest`: what came.
Program chain_of(alu_node& self, ListPlace at, Operator op, Operand& value, Operand& rest);
/// CHAIN of partial values, which nodes keep.
Program chain(alu_node& self, ListPlace at, Operand& value);

// ---- sets ---------------------------------------------------------------------------------------
/// Partial values that a terminal keeps apart: set k is that of row k of its submesh.
using Sets = std::vector<Operand>;

/// GATHER that keeps apart what v_0 receives: its own value is set `first`, the others follow.
Program gather_sets(alu_node& self, ListPlace at, const Operand& value, Sets& sets,
                    std::uint32_t first = 0);
/// Keeps a value as set `index`, in its place among those that are there.
void keep_set(alu_node& self, std::uint32_t index, const Operand& set, Sets& sets);
/// Overlapped chains: set k leaves v_p at (k + m - 1 - p) d; v_0 keeps the results.
Program overlap_sets(alu_node& self, ListPlace at, Sets& sets);
/// All sets in order, combined in the node.
[[nodiscard]] Operand fold(const alu_node& self, const Sets& sets);

}  // namespace plexus
