#pragma once

#include <cstdint>

#include "hw/data/message.hpp"
#include "hw/data/mixed.hpp"

/// What messages of a POPS carry.
namespace plexus {

/// A datum that is moved as it is, by its number.
constexpr MessageData datum(std::uint64_t number) { return {number, 0, 0}; }

/// Operands first .. end - 1 of an associative operator that does not commute, in their order, and
/// how many of them are selected. Empty (first = end): the identity.
struct Operands {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t selected = 0;

  static constexpr std::uint64_t kBroken = ~std::uint64_t{0};  ///< put together out of order

  [[nodiscard]] constexpr MessageData payload() const { return {first, end, selected}; }
  [[nodiscard]] static constexpr Operands of(const MessageData& payload) {
    return {payload[0], payload[1], payload[2]};
  }
  /// `left` before `right`.
  friend constexpr Operands operator+(const Operands& left, const Operands& right) {
    if (left.first == left.end) return right;
    if (right.first == right.end) return left;
    if (left.end != right.first) return {kBroken, kBroken - 1, 0};
    return {left.first, right.end, left.selected + right.selected};
  }
  friend constexpr bool operator==(const Operands&, const Operands&) = default;
};

/// A sum of operands of a commutative operator that shows how often each of them is in it: their
/// count, and two sums of numbers that look random.
struct Sum {
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  /// Operand `number` alone.
  [[nodiscard]] static constexpr Sum operand(std::uint64_t number) {
    return {1, mixed(2 * number), mixed(2 * number + 1)};
  }
  [[nodiscard]] constexpr MessageData payload() const { return {count, first, second}; }
  [[nodiscard]] static constexpr Sum of(const MessageData& payload) {
    return {payload[0], payload[1], payload[2]};
  }
  constexpr Sum& operator+=(const Sum& other) {
    count += other.count;
    first += other.first;
    second += other.second;
    return *this;
  }
  friend constexpr bool operator==(const Sum&, const Sum&) = default;
};

}  // namespace plexus
