#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <ostream>

namespace plexus {

/// A whole number of one unit; quantities of different units do not mix.
/// Range: that of a signed 64-bit integer. `Unit` is an empty tag with a `name`.
template <typename Unit>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(std::int64_t count) : count_{count} {}

  [[nodiscard]] constexpr std::int64_t count() const { return count_; }

  constexpr Quantity& operator+=(Quantity other) { return count_ += other.count_, *this; }
  constexpr Quantity& operator-=(Quantity other) { return count_ -= other.count_, *this; }

  friend constexpr Quantity operator+(Quantity a, Quantity b) { return a += b; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return a -= b; }
  friend constexpr Quantity operator*(std::integral auto factor, Quantity a) {
    return Quantity{static_cast<std::int64_t>(factor) * a.count_};
  }
  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend std::ostream& operator<<(std::ostream& out, Quantity a) {
    return out << a.count_ << ' ' << Unit::name;
  }

 private:
  std::int64_t count_ = 0;
};

struct CyclesUnit {
  static constexpr const char* name = "cycles";
};
struct WordsUnit {
  static constexpr const char* name = "words";
};

/// Time as a count of clock cycles, and a point in time as cycles since the start of the run.
using Cycles = Quantity<CyclesUnit>;
/// Length of a message in words.
using Words = Quantity<WordsUnit>;

/// Number of a processor, 0 .. nodes - 1: an index, not a quantity.
using NodeId = std::uint32_t;

inline namespace literals {
constexpr Cycles operator""_cycles(unsigned long long count) {
  return Cycles{static_cast<std::int64_t>(count)};
}
constexpr Words operator""_words(unsigned long long count) {
  return Words{static_cast<std::int64_t>(count)};
}
}  // namespace literals

}  // namespace plexus
