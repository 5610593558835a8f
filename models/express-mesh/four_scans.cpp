#include <cstdlib>

#include <fmt/format.h>

#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"
#include "models/express-mesh/points.hpp"
#include "models/operations/results.hpp"

namespace plexus::express {

namespace {

const Statistic kPoints{"points", "nodes", "nodes whose bit is 1"};
const Statistic kDistanceSum{"distance_sum", "links",
                             "distances of all points that have a neighbour, together"};
const Statistic kFourScansChecksum{
    "checksum", "", "sum of (v + 1)(neighbour + 1) over points v, 0 for none, modulo 1000003"};

/// 2 P(C) + 2 P(R) mesh steps, 2(T_c - 1) + 2(T_r - 1) express steps.
Steps steps_four_scans(const ExpressMeshCase& at) {
  return 2 * (building_block::prefix(at.mesh.line(0)) + building_block::prefix(at.mesh.line(1)));
}

Program program_four_scans(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row_place = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column_place = LinePlace::of(at.mesh, 0, self.id());
  const std::int64_t row = column_place.position;
  const std::int64_t column = row_place.position;
  const bool is_point = at.bit_at(self.id());
  self.tell_held(is_point ? 1 : 0);
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

std::optional<std::string> wrong_four_scans(const ExpressMeshCase& at,
                                            const express_mesh& machine) {
  const Points points{at};
  return first_wrong(machine.size(), [&](NodeId v) -> std::optional<std::string> {
    const Operand& found = machine.node(v).partial();
    const Operand expected = at.bit_at(v) ? points.nearest(v) : Operand{};
    if (found == expected) return std::nullopt;
    return fmt::format("Node {} has {} and not {}.", v, Candidate::text(found),
                       Candidate::text(expected));
  });
}

void report_four_scans(const ExpressMeshCase& at, const express_mesh& machine,
                       Statistics& statistics) {
  std::uint64_t points = 0;
  std::int64_t distances = 0;
  Checksum checksum;
  for (NodeId v = 0; v < machine.size(); ++v) {
    if (!at.bit_at(v)) continue;
    ++points;
    const Operand& found = machine.node(v).partial();
    if (!found.present()) continue;
    const Candidate nearest = Candidate::of(found);
    distances += nearest.distance;
    checksum.add(v + 1ULL, at.mesh.at(nearest.row, nearest.column) + 1ULL);
  }
  statistics.set(kPoints, points);
  statistics.set(kDistanceSum, distances);
  statistics.set(kFourScansChecksum, checksum.value());
}

void check_four_scans(const ExpressMeshCase& at) {
  for (const std::int64_t side : at.mesh.sides) {
    if (side <= Candidate::kMostPlaces) continue;
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--sides has {}, too many for the places in a packet: choose at most "
                              "{}.",
                              side, Candidate::kMostPlaces)};
  }
}

}  // namespace

Algorithm<ExpressMeshCase> four_scans() {
  return on_express_mesh(
      {.steps = steps_four_scans, .check = check_four_scans},
      {.operation = "closest-point",
       .name = "four-scans",
       .summary = "nearest points in the row, then those of the rows above and below",
       .is_default = true,
       .parameters = {one_in_parameter()},
       .program = program_four_scans,
       .equations = {root_of_n(4, "9, Table 2")},
       .lower_bound = [](const ExpressMeshCase& at) -> std::optional<Cycles> {
         return distances(at.mesh).diameter * at.costs.mesh;
       },
       .statistics = report_four_scans,
       .declared = {kPoints, kDistanceSum, kFourScansChecksum},
       .check = wrong_four_scans,
       .blocks = {"em_scan_terminal"}});
}

}  // namespace plexus::express
