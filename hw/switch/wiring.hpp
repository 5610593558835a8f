#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

namespace plexus {

/// The wires between two columns of switch elements, as a value: link `i` behind one column is link
/// `wiring[i]` in front of the next. Always a permutation of 0 .. links - 1.
///
/// Pictures below write a link number as its digits in base `radix`, most significant first, and
/// `|` in front of the digits inside a block. Every factory throws std::invalid_argument if the
/// blocks or digits do not divide `links`.
class Wiring {
 public:
  Wiring() = default;  ///< of no links
  /// `to[i]` is where link i ends. Throws std::invalid_argument unless a permutation.
  explicit Wiring(std::vector<std::uint32_t> to);

  /// Straight wires: i -> i.
  static Wiring identity(std::uint32_t links);
  /// Perfect shuffle inside each of `blocks` equal blocks: b | x y z -> b | y z x, digits in base
  /// `radix` rotated left by one; radix 2 interleaves the halves of a block like two packs of
  /// cards.
  static Wiring shuffle(std::uint32_t links, std::uint32_t radix = 2, std::uint32_t blocks = 1);
  /// The way back: b | x y z -> b | z x y; output o of every element goes to the o-th sub-block.
  static Wiring inverse_shuffle(std::uint32_t links, std::uint32_t radix = 2,
                                std::uint32_t blocks = 1);
  /// Swaps digit `digit` (0 = lowest) with the lowest one: x y z -> x z y for digit 1. Brings links
  /// that differ in that digit side by side; its own inverse.
  static Wiring butterfly(std::uint32_t links, std::uint32_t digit, std::uint32_t radix = 2);
  /// Round the ring of links: i -> i + distance (mod links); distance may be negative.
  static Wiring rotation(std::uint32_t links, std::int64_t distance);

  [[nodiscard]] std::uint32_t links() const { return static_cast<std::uint32_t>(to_.size()); }
  /// Where link `link` (0 .. links - 1) ends.
  [[nodiscard]] std::uint32_t operator[](std::uint32_t link) const { return to_[link]; }
  [[nodiscard]] const std::vector<std::uint32_t>& ends() const { return to_; }

  /// The same wires followed backwards.
  [[nodiscard]] Wiring inverse() const;
  /// These wires, then those of `next` (of as many links, else std::invalid_argument).
  [[nodiscard]] Wiring then(const Wiring& next) const;

  friend bool operator==(const Wiring&, const Wiring&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Wiring& wiring);

 private:
  std::vector<std::uint32_t> to_;
};

}  // namespace plexus
