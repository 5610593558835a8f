#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/data/blocks.hpp"

namespace plexus {

/// The memories of a node that a schedule names.
enum class Buffer : std::uint8_t {
  kBlocks,  ///< a place for each block of the operation: rows that name blocks
  kInput,
  kOutput,
  kScratch,
};

/// One place of a node, for one chunk.
struct BufferPlace {
  Buffer buffer = Buffer::kInput;
  std::uint64_t offset = 0;

  friend auto operator<=>(const BufferPlace&, const BufferPlace&) = default;
};

/// Places that follow each other.
struct PlaceRun {
  Buffer buffer = Buffer::kInput;
  Interval offsets;

  friend bool operator==(const PlaceRun&, const PlaceRun&) = default;
};

/// Places in the order in which a row goes through them.
using Places = std::vector<PlaceRun>;

[[nodiscard]] std::uint64_t count_of(const Places& places);
/// Adds one behind the others.
void add_place(Places& places, BufferPlace place);
/// `i0-3 o5`: the buffer's letter (i, o, s; none for blocks) and numbers.
[[nodiscard]] std::string to_text(const Places& places);
/// The inverse; nothing where `text` names no places of buffers.
[[nodiscard]] std::optional<Places> parse_places(const std::string& text);

template <typename Visit>
void for_each_place(const Places& places, Visit visit) {
  for (const PlaceRun& run : places) {
    for (std::uint64_t offset = run.offsets.first; offset < run.offsets.end(); ++offset) {
      visit(BufferPlace{run.buffer, offset});
    }
  }
}

}  // namespace plexus
