#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/node/program.hpp"
#include "hw/router/terminal.hpp"
#include "models/fat-tree/case.hpp"
#include "models/fat-tree/schedules.hpp"
#include "models/operations/operation.hpp"

/// What the leaves of a fat tree run; `self` is the leaf. The timetables are in schedules.hpp. A
/// leaf has done its part when `expected` packets have come in.
namespace plexus::fat_tree {

/// Which block a leaf sends.
enum class BlockKind {
  kOwn,   ///< its only one, for whom the header says: allgather, gather
  kPair,  ///< that for the destination: alltoall
};

/// Dispatches every packet in its step.
Program play_timetable(terminal& self, const FatTreeCase& at, Timetable timetable, BlockKind block,
                       std::uint64_t expected);

/// The same in an allgather or alltoall: `timetable` says of a tree, or of a case, what a leaf
/// dispatches.
template <auto timetable, BlockKind block>
Program timed(terminal& self, const FatTreeCase& at) {
  if constexpr (std::invocable<decltype(timetable), const FatTreeShape&, NodeId>) {
    return play_timetable(self, at, timetable(at.tree, self.id()), block, at.nodes() - 1);
  } else {
    return play_timetable(self, at, timetable(at, self.id()), block, at.nodes() - 1);
  }
}
/// What it takes: so many steps as `steps` says of the tree, or of the case.
template <auto steps>
std::optional<Cycles> in_steps(const FatTreeCase& at) {
  if (!at.moves()) return Cycles{0};
  if constexpr (std::invocable<decltype(steps), const FatTreeShape&>) {
    return steps(at.tree) * at.timetable_step();
  } else {
    return steps(at) * at.timetable_step();
  }
}

/// Releases a block for each of `destinations`, in this order, at once; `first_block` + d is the
/// number of the block for d.
Program release(terminal& self, const FatTreeCase& at, std::vector<NodeId> destinations,
                BlockId first_block, std::uint64_t expected);

/// Releases the same block for each of `destinations`, in this order, at once.
Program release_block(terminal& self, const FatTreeCase& at, std::vector<NodeId> destinations,
                      BlockId block, std::uint64_t expected);

/// Releases a packet with block `block` and this header at once.
Program release_copied(terminal& self, const FatTreeCase& at, Header header, BlockId block,
                       std::uint64_t expected);

/// Waits for what is to come in.
Program receive(terminal& self, std::uint64_t expected);

/// Steps of packets that are left to the queues, in cycles: nothing with wide links, where hops
/// differ.
template <auto steps>
std::optional<Cycles> in_queued_steps(const FatTreeCase& at) {
  return at.hardware.wide ? std::nullopt : at.in_cycles(steps(at));
}

}  // namespace plexus::fat_tree
