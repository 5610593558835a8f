#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/express-mesh/case.hpp"

/// Points of a mesh, and which of them is the nearest one to each.
namespace plexus::express {

/// A point that may be the nearest one: distance in mesh links, then row, then column decide. As an
/// operand it is one number whose order is that of the three; the distance may be negative.
struct Candidate {
  std::int64_t distance = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;

  static constexpr std::int64_t kMostPlaces = std::int64_t{1} << 20;  ///< rows, or columns

  /// Distances begin at -kMostPlaces.
  [[nodiscard]] Operand operand() const {
    return Operand{static_cast<std::uint64_t>((distance + kMostPlaces) << 40 | row << 20 | column)};
  }
  static Candidate of(const Operand& operand) {
    const auto bits = static_cast<std::int64_t>(operand.number());
    return {(bits >> 40) - kMostPlaces, bits >> 20 & (kMostPlaces - 1), bits & (kMostPlaces - 1)};
  }
  /// For a sentence.
  [[nodiscard]] static std::string text(const Operand& operand);
};
/// The operand with its distance changed by `by`; a missing one stays missing.
[[nodiscard]] Operand moved(const Operand& candidate, std::int64_t by);

/// The nearest other point of every point, row by row outwards: by definition, not by scans.
class Points {
 public:
  explicit Points(const ExpressMeshCase& at);
  /// Of point `v`; missing where it is the only one.
  [[nodiscard]] Operand nearest(NodeId v) const;

 private:
  std::int64_t columns_;
  std::vector<std::vector<std::int64_t>> by_row_;
};

}  // namespace plexus::express
