#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hw/bus/memory_banks.hpp"
#include "hw/time/units.hpp"
#include "models/machine/layout.hpp"

namespace plexus {

/// In which bank an alltoall keeps the block of origin o for destination d.
enum class Storage {
  kStraight,  ///< d mod G
  kSkewed,    ///< (o + d) mod G
  kXor,       ///< (o xor d) mod G
};
inline constexpr std::array kStorages{Storage::kStraight, Storage::kSkewed, Storage::kXor};

/// The word of the command line: `straight`, `skewed`, `xor`.
[[nodiscard]] constexpr std::string_view to_string(Storage storage) {
  switch (storage) {
    case Storage::kStraight:
      return "straight";
    case Storage::kSkewed:
      return "skewed";
    case Storage::kXor:
      break;
  }
  return "xor";
}

/// With which chunk an access begins.
enum class ChunkOrder {
  kNatural,  ///< the first
  kRotated,  ///< each processor with another one
};
inline constexpr std::array kChunkOrders{ChunkOrder::kNatural, ChunkOrder::kRotated};

/// The word of the command line: `natural`, `rotated`.
[[nodiscard]] constexpr std::string_view to_string(ChunkOrder order) {
  return order == ChunkOrder::kNatural ? "natural" : "rotated";
}

/// `nodes` processors (>= 2) around a global memory that at most `slots` of them access at a time:
/// the paper's k and k* (section 2(B)).
struct SharedMemoryShape {
  NodeId nodes = 2;
  NodeId slots = 2;  ///< 1 .. nodes
  BankId banks = 0;  ///< 0: no bank conflicts, the paper's assumption
  ChunkOrder order = ChunkOrder::kNatural;
  Storage storage = Storage::kStraight;

  [[nodiscard]] constexpr bool interleaved() const { return banks > 0; }
  /// R = ceil(k/k*): how often all slots are filled until each processor had one.
  [[nodiscard]] constexpr std::int64_t rounds() const { return (nodes + slots - 1) / slots; }
};

/// Chunks of a block of `words`: C = ceil(w/b).
[[nodiscard]] constexpr std::uint64_t chunks_of(Words words, Words bandwidth) {
  return static_cast<std::uint64_t>((words.count() + bandwidth.count() - 1) / bandwidth.count());
}

/// Nodes in a row above the memory, its banks below.
[[nodiscard]] Layout layout(const SharedMemoryShape& shape);

/// Blocks one after another in `chunks` chunks each: chunk c of block i is in bank
/// (i * chunks + c) mod G. For all operations but alltoall.
BankLayout sequential_layout(const SharedMemoryShape& shape, std::uint64_t chunks);
/// A whole block of an alltoall in one bank, as `shape.storage` says.
BankLayout alltoall_layout(const SharedMemoryShape& shape);

}  // namespace plexus
