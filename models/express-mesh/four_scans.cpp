#include <cstdlib>
#include <tuple>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/distances.hpp"
#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"

namespace plexus::express {

namespace {

const Statistic kPoints{"points", "nodes", "nodes whose bit is 1"};
const Statistic kDistanceSum{"distance_sum", "links",
                             "distances of all points that have a neighbour, together"};
const Statistic kChecksum{
    "checksum", "", "sum of (v + 1)(neighbour + 1) over points v, 0 for none, modulo 1000003"};

/// 2 P(C) + 2 P(R) mesh steps, 2(T_c - 1) + 2(T_r - 1) express steps.
Steps steps(const ExpressMeshCase& at) {
  return 2 * (building_block::prefix(at.mesh.line(0)) + building_block::prefix(at.mesh.line(1)));
}

Steps hops(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const auto both = [](ExpressLine line) {
    return building_block::prefix_hops(line) + building_block::suffix_hops(line);
  };
  return rows.nodes * both(columns) + columns.nodes * both(rows);
}

/// A point that may be the nearest one: distance in mesh links, then row, then column decide. As an
/// operand it is one number whose order is that of the three; the distance may be negative.
struct Candidate {
  std::int64_t distance = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;

  static constexpr std::int64_t kZero = std::int64_t{1} << 20;  ///< stands for distance 0

  [[nodiscard]] Operand operand() const {
    return Operand{static_cast<std::uint64_t>((distance + kZero) << 40 | row << 20 | column)};
  }
  static Candidate of(const Operand& operand) {
    const auto bits = static_cast<std::int64_t>(operand.number());
    constexpr std::int64_t kPlace = (1 << 20) - 1;
    return {(bits >> 40) - kZero, bits >> 20 & kPlace, bits & kPlace};
  }
};

/// The operand with its distance changed by `by`; a missing one stays missing.
Operand moved(const Operand& candidate, std::int64_t by) {
  if (!candidate.present()) return candidate;
  Candidate changed = Candidate::of(candidate);
  changed.distance += by;
  return changed.operand();
}

Program program(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row_place = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column_place = LinePlace::of(at.mesh, 0, self.id());
  const std::int64_t row = column_place.position;
  const std::int64_t column = row_place.position;
  const bool is_point = at.bit_at(self.id());
  const Operand own = is_point ? Operand{static_cast<std::uint64_t>(column)} : Operand{};
  // 1, 2. The nearest points to the left and to the right: the last and the first column seen.
  Operand left;
  co_await prefix(self, row_place, Operator::kMax, own, left);
  std::uint64_t phase = scan_phases(row_place.line);
  co_await self.phase(phase);
  Operand right;
  co_await suffix(self, row_place, Operator::kMin, own, right);
  phase += scan_phases(row_place.line);
  const auto in_row = [&](const Operand& seen) {
    if (!seen.present()) return Operand{};
    const auto there = static_cast<std::int64_t>(seen.number());
    return Candidate{std::abs(there - column), row, there}.operand();
  };
  const Operand beside = combine(Operator::kMin, in_row(left), in_row(right));
  const Operand nearest = is_point ? Candidate{0, row, column}.operand() : beside;
  // 3, 4. The nearest ones of the rows above, and of those below.
  co_await self.phase(phase);
  Operand above;
  co_await prefix(self, column_place, Operator::kMin, moved(nearest, -row), above);
  phase += scan_phases(column_place.line);
  co_await self.phase(phase);
  Operand below;
  co_await suffix(self, column_place, Operator::kMin, moved(nearest, row), below);
  if (!is_point) co_return;
  const Operand others = combine(Operator::kMin, moved(above, row), moved(below, -row));
  self.keep(combine(Operator::kMin, beside, others));
}

// ---- by definition -----------------------------------------------------------------------------

/// The nearest other point of every point, row by row outwards: independent of the scans.
class Points {
 public:
  explicit Points(const ExpressMeshCase& at)
      : rows_{at.mesh.sides[0]},
        columns_{at.mesh.sides[1]},
        by_row_(static_cast<std::size_t>(rows_)) {
    for (NodeId v = 0; v < at.mesh.values(); ++v) {
      if (at.bit_at(v)) by_row_[static_cast<std::size_t>(v / columns_)].push_back(v % columns_);
    }
  }

  [[nodiscard]] std::optional<Candidate> nearest(std::int64_t row, std::int64_t column) const {
    std::optional<Candidate> best;
    for (std::int64_t away = 0; away < rows_ && (!best || away <= best->distance); ++away) {
      for (const std::int64_t there : {row - away, row + away}) {
        if (there < 0 || there >= rows_) continue;
        look_at(there, row, column, best);
        if (away == 0) break;
      }
    }
    return best;
  }

 private:
  void look_at(std::int64_t there, std::int64_t row, std::int64_t column,
               std::optional<Candidate>& best) const {
    const auto& points = by_row_[static_cast<std::size_t>(there)];
    const auto next = std::ranges::lower_bound(points, column);
    const auto consider = [&](std::int64_t found) {
      const Candidate candidate{std::abs(there - row) + std::abs(found - column), there, found};
      const auto key = [](const Candidate& c) { return std::tuple{c.distance, c.row, c.column}; };
      if (!best || key(candidate) < key(*best)) best = candidate;
    };
    if (next != points.begin()) consider(*std::prev(next));
    auto right = next;
    if (there == row && right != points.end() && *right == column) ++right;  // itself
    if (right != points.end()) consider(*right);
  }

  std::int64_t rows_;
  std::int64_t columns_;
  std::vector<std::vector<std::int64_t>> by_row_;
};

std::optional<std::string> check(const ExpressMeshCase& at, const express_mesh& machine) {
  const Points points{at};
  const std::int64_t columns = at.mesh.sides[1];
  for (NodeId v = 0; v < machine.size(); ++v) {
    const Operand& found = machine.node(v).partial();
    const auto nearest = at.bit_at(v) ? points.nearest(v / columns, v % columns) : std::nullopt;
    const Operand expected = nearest ? nearest->operand() : Operand{};
    if (found == expected) continue;
    const auto place = [](const Operand& candidate) {
      if (!candidate.present()) return std::string{"no neighbour"};
      const Candidate there = Candidate::of(candidate);
      return fmt::format("the neighbour at row {}, column {}", there.row, there.column);
    };
    return fmt::format("Node {} has {} and not {}.", v, place(found), place(expected));
  }
  return std::nullopt;
}

void report(const ExpressMeshCase& at, const express_mesh& machine, Statistics& statistics) {
  std::uint64_t points = 0;
  std::int64_t distances = 0;
  std::uint64_t checksum = 0;
  for (NodeId v = 0; v < machine.size(); ++v) {
    if (!at.bit_at(v)) continue;
    ++points;
    const Operand& found = machine.node(v).partial();
    if (!found.present()) continue;
    const Candidate nearest = Candidate::of(found);
    distances += nearest.distance;
    const std::uint64_t neighbour = at.mesh.at(nearest.row, nearest.column);
    checksum = (checksum + (v + 1ULL) % kChecksumModulus * ((neighbour + 1) % kChecksumModulus)) %
               kChecksumModulus;
  }
  statistics.set(kPoints, points);
  statistics.set(kDistanceSum, distances);
  statistics.set(kChecksum, checksum);
}

/// A place has 20 bits in a packet.
void check_sides(const ExpressMeshCase& at) {
  constexpr std::int64_t kMost = 1 << 20;
  for (const std::int64_t side : at.mesh.sides) {
    if (side <= kMost) continue;
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--sides has {}, too many for the places in a packet: choose at most "
                              "{}.",
                              side, kMost)};
  }
}

std::int64_t least(const ExpressMeshCase& at) { return distances(at.mesh).diameter; }

}  // namespace

ExpressMeshAlgorithm four_scans() {
  ExpressMeshAlgorithm algorithm;
  algorithm.operation = "closest-point";
  algorithm.name = "four-scans";
  algorithm.summary = "nearest points in the row, then those of the rows above and below";
  algorithm.section = "9, Table 2";
  algorithm.is_default = true;
  algorithm.rules.own = bits_parameters;
  algorithm.rules.parts = {"em_scan_terminal"};
  algorithm.rules.steps = steps;
  algorithm.rules.check = check_sides;
  algorithm.program = program;
  algorithm.least_steps = least;
  algorithm.check = check;
  algorithm.statistics = report;
  algorithm.declared = {kPoints, kDistanceSum, kChecksum};
  algorithm.hops = hops;
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

}  // namespace plexus::express
