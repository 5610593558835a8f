#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/data/memory.hpp"
#include "hw/time/units.hpp"

namespace plexus {

class machine;

/// A collective operation: which blocks every processor holds before, and which it must hold
/// after. It knows no machine and no algorithm. Words of a block: `space.words`.
struct Operation {
  std::string name;
  BlockSpace space;
  std::function<std::vector<Interval>(NodeId)> before;  ///< blocks at a processor at the start
  std::function<std::vector<Interval>(NodeId)> after;   ///< blocks it must hold at the end
  /// At the end no processor may hold a block that it had neither before nor must have after.
  bool exact = false;
  /// What is wrong with what was combined at those who hold `after`: a sentence, or nothing. Empty:
  /// nothing is combined.
  std::function<std::optional<std::string>(const std::function<std::vector<Interval>(NodeId)>&)>
      judge{};
};

/// One message of `words` from `source` to `destination`, which has it at the end.
Operation move_operation(NodeId source, NodeId destination, Words words);
/// One message of `words` at `root`; every processor has it at the end.
Operation broadcast_operation(NodeId root, Words words);
/// Blocks 0 .. nodes - 1 of `words` at `root`; processor v has block v at the end.
Operation scatter_operation(std::uint64_t nodes, NodeId root, Words words);
/// Processor v has block v; `root` has all of them at the end. The dual of scatter.
Operation gather_operation(std::uint64_t nodes, NodeId root, Words words);
/// Processor v has block v; every processor has all of them at the end (gossiping).
Operation allgather_operation(std::uint64_t nodes, Words words);
/// A block from every processor for every processor, its own included: see `alltoall_block`.
Operation alltoall_operation(std::uint64_t nodes, Words words);
/// Processor v has block v; processor image[v] has it at the end.
Operation permutation_operation(std::vector<NodeId> image, Words words);

/// The operation for memories that begin empty: at the end a processor holds what it must hold and
/// did not hold before, and nothing else.
Operation arrivals_of(Operation operation);

/// The block that processor `origin` has for processor `destination` in an alltoall.
constexpr BlockId alltoall_block(std::uint64_t nodes, NodeId origin, NodeId destination) {
  return origin * nodes + destination;
}

/// What is wrong with a processor's memory after an operation: nothing, or a sentence that names
/// processor and block.
std::optional<std::string> missing_after(const Operation& operation, NodeId node,
                                         const Memory& memory);

/// Bytes that the data of an operation takes on `nodes` nodes, beside what its algorithm has worked
/// out: a rough estimate, the same for all algorithms but those that keep a message for each block.
[[nodiscard]] double memory_of(const Operation& operation, std::uint64_t nodes,
                               bool keeps_messages);

/// Stores the blocks that an operation starts with at all nodes of `top`.
void place(const Operation& operation, machine& top);
/// What is wrong with what the nodes of `top` hold at the end: a sentence, or nothing.
std::optional<std::string> violation_of(const Operation& operation, const machine& top);

}  // namespace plexus
