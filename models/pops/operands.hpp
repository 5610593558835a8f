#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "hw/data/mixed.hpp"
#include "hw/data/packet.hpp"

/// What packets of a POPS carry for programs.
namespace plexus {

/// Three numbers, whose meaning is the operation's business: which datum, which operands in which
/// order, a sum.
using Numbers = std::array<std::uint64_t, 3>;

/// A datum that is moved as it is, by its number.
constexpr Numbers datum(std::uint64_t number) { return {number, 0, 0}; }

/// One datum, or several that travel together.
struct Load final : Payload {
  Load(const Numbers& one, std::vector<Numbers> others = {}) : data{one}, more{std::move(others)} {}
  void print(std::ostream& out) const override { out << data[0]; }

  Numbers data;
  std::vector<Numbers> more;  ///< in their order
};
/// What a program is given.
inline const Load& load_of(const Packet& packet) {
  return static_cast<const Load&>(*packet.payload());
}
inline const Numbers& data_of(const Packet& packet) { return load_of(packet).data; }

/// Operands first .. end - 1 of an associative operator that does not commute, in their order, and
/// how many of them are selected. Empty (first = end): the identity.
struct Operands {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t selected = 0;

  static constexpr std::uint64_t kBroken = ~std::uint64_t{0};  ///< put together out of order

  [[nodiscard]] constexpr Numbers payload() const { return {first, end, selected}; }
  [[nodiscard]] static constexpr Operands of(const Numbers& payload) {
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
  [[nodiscard]] constexpr Numbers payload() const { return {count, first, second}; }
  [[nodiscard]] static constexpr Sum of(const Numbers& payload) {
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
