#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw/node/program.hpp"
#include "hw/router/terminal.hpp"
#include "models/fat-tree/case.hpp"
#include "models/fat-tree/schedules.hpp"
#include "models/operations/operation.hpp"

namespace plexus {

// What the leaves of a fat tree run; `self` is the leaf. The timetables are in schedules.hpp. A
// leaf has done its part when `expected` packets have come in.

/// Which block a leaf sends.
enum class BlockKind {
  kOwn,   ///< its only one, for whom the header says: allgather, gather
  kPair,  ///< that for the destination: alltoall
};

/// Dispatches every packet in its step.
Program play_timetable(terminal& self, const FatTreeCase& at, Timetable timetable, BlockKind block,
                       std::uint64_t expected);

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

}  // namespace plexus
