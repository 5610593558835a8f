#include "models/express-mesh/points.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

namespace plexus::express {

std::string Candidate::text(const Operand& operand) {
  if (!operand.present()) return "no neighbour";
  const Candidate there = of(operand);
  return fmt::format("the neighbour at row {}, column {}", there.row, there.column);
}

Operand moved(const Operand& candidate, std::int64_t by) {
  if (!candidate.present()) return candidate;
  Candidate changed = Candidate::of(candidate);
  changed.distance += by;
  return changed.operand();
}

Points::Points(const ExpressMeshCase& at)
    : columns_{at.mesh.sides[1]}, by_row_(static_cast<std::size_t>(at.mesh.sides[0])) {
  for (NodeId v = 0; v < at.mesh.values(); ++v) {
    if (at.bit_at(v)) by_row_[static_cast<std::size_t>(v / columns_)].push_back(v % columns_);
  }
}

Operand Points::nearest(NodeId v) const {
  const std::int64_t row = v / columns_;
  const std::int64_t column = v % columns_;
  const auto rows = static_cast<std::int64_t>(by_row_.size());
  Operand best;
  const auto consider = [&](std::int64_t there, std::int64_t found) {
    const Candidate candidate{std::abs(there - row) + std::abs(found - column), there, found};
    best = combine(Operator::kMin, best, candidate.operand());
  };
  for (std::int64_t away = 0; away < rows; ++away) {
    if (best.present() && away > Candidate::of(best).distance) break;
    for (const std::int64_t there : {row - away, row + away}) {
      if (there < 0 || there >= rows) continue;
      const auto& points = by_row_[static_cast<std::size_t>(there)];
      auto right = std::ranges::lower_bound(points, column);
      if (right != points.begin()) consider(there, *std::prev(right));
      if (there == row && right != points.end() && *right == column) ++right;  // itself
      if (right != points.end()) consider(there, *right);
    }
  }
  return best;
}

}  // namespace plexus::express
