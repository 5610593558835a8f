#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include "hw/time/units.hpp"
#include "models/fat-tree/shape.hpp"

namespace plexus {

/// What the routers of a fat tree read of a packet, in one word.
///
/// A *turn* header asks for copies: in every router of level g that the packet passes on its way
/// up, one to the child that lies o places to the right of where it came from (modulo k), for each
/// pair (g, o) in the header; where it comes down it is copied to every child. A header holds at
/// most one o per level, or (*flood*) all of them. For k = 2 a turn header is a mask of levels.
class TreeHeader {
 public:
  enum class Kind : std::uint8_t { kUnicast, kTurn, kFlood, kMulticast };

  /// For leaf `destination`.
  static constexpr TreeHeader unicast(NodeId destination) {
    return TreeHeader{Kind::kUnicast, destination};
  }
  /// With all pairs: to every leaf.
  static constexpr TreeHeader flood() { return TreeHeader{Kind::kFlood, 0}; }
  /// With no pair yet.
  static constexpr TreeHeader turn() { return TreeHeader{Kind::kTurn, 0}; }
  /// With the pair (level, offset), 1 <= offset < k, besides the others; none of that level yet.
  [[nodiscard]] TreeHeader with(const FatTreeShape& shape, unsigned level, NodeId offset) const {
    return TreeHeader{std::uint64_t{offset} << shift(shape, level) | word_};
  }
  /// For a set of leaves, the one with this number (of those that the route function knows).
  static constexpr TreeHeader multicast(std::uint64_t set) {
    return TreeHeader{Kind::kMulticast, set};
  }

  /// As packets carry it.
  [[nodiscard]] constexpr std::uint64_t word() const { return word_; }
  static constexpr TreeHeader of_word(std::uint64_t word) { return TreeHeader{word}; }

  [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(word_ >> kKindShift); }
  [[nodiscard]] constexpr NodeId destination() const { return static_cast<NodeId>(word_); }
  [[nodiscard]] constexpr std::uint64_t set() const { return payload(); }
  /// Turn: the offsets of all levels, side by side, that of level 1 in the lowest bits.
  [[nodiscard]] constexpr std::uint64_t digits() const { return payload(); }
  /// Turn: the offset of this level; 0 where there is none.
  [[nodiscard]] NodeId offset(const FatTreeShape& shape, unsigned level) const {
    return static_cast<NodeId>(payload() >> shift(shape, level)) & mask(shape);
  }
  /// Turn: has it a pair of a level above this one?
  [[nodiscard]] bool turns_above(const FatTreeShape& shape, unsigned level) const {
    return payload() >> shift(shape, level + 1) != 0;
  }

  friend constexpr auto operator<=>(const TreeHeader&, const TreeHeader&) = default;

 private:
  static constexpr unsigned kKindShift = 62;

  constexpr explicit TreeHeader(std::uint64_t word) : word_{word} {}
  constexpr TreeHeader(Kind kind, std::uint64_t payload)
      : word_{static_cast<std::uint64_t>(kind) << kKindShift | payload} {}

  [[nodiscard]] constexpr std::uint64_t payload() const {
    return word_ & ((std::uint64_t{1} << kKindShift) - 1);
  }
  static NodeId mask(const FatTreeShape& shape) { return std::bit_ceil(shape.arity()) - 1; }
  static unsigned shift(const FatTreeShape& shape, unsigned level) {
    return (level - 1) * static_cast<unsigned>(std::bit_width(shape.arity() - 1));
  }

  std::uint64_t word_ = 0;
};

}  // namespace plexus
