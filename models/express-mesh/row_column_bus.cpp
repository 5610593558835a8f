#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "models/express-mesh/buses.hpp"

namespace plexus::express {

namespace {

/// Collects them from that phase on, which becomes the one behind.
Program collect_items(alu_node& self, const ExpressMeshCase& at, const Items& items,
                      std::int64_t& phase, Operand& value) {
  const unsigned across = 1 - items.along;
  const std::int64_t place = at.mesh.coordinate(self.id(), items.along);
  const std::int64_t aside = at.mesh.coordinate(self.id(), across) % items.period;
  const std::int64_t item = place / items.unit;
  const std::int64_t q = item / items.group;
  const bool has_item = place % items.unit == 0 && item < items.count && aside <= q;
  if (has_item && q > 0 && (items.over_links || aside == 0 || aside == q)) {
    const bool links = items.over_links;
    const unsigned out = links ? at.mesh.channel(across, true) : bus_channel(at, across);
    const unsigned in = links ? at.mesh.channel(across, false) : out;
    co_await self.phase(static_cast<std::uint64_t>(phase));
    if (aside == 0) {
      co_await hand_over(self, phase, out, links ? 0 : q, value);
    } else if (aside == q) {
      value = (co_await self.receive(in)).operand;
    } else {
      co_await self.relay(in, out);
    }
  }
  const unsigned bus = bus_channel(at, items.along);
  if (place == 0 && aside < items.groups()) {
    const std::int64_t of_group = std::min(items.group, items.count - aside * items.group);
    co_await collect(self, phase + 1, bus, of_group - (aside == 0 ? 1 : 0), value);
  } else if (has_item && item > 0 && aside == q) {
    const std::int64_t slot = q == 0 ? item - 1 : item % items.group;
    co_await hand_over(self, phase + 1 + slot, bus, 0, value);
  }
  phase += 1 + items.slots();
}

/// CHAIN over mesh links of the first `count` places of a line, in groups, in one phase.
Program chain_in(alu_node& self, const ExpressMeshCase& at, unsigned along, std::int64_t count,
                 std::int64_t group, std::int64_t place, std::int64_t phase, Operand& value) {
  if (place >= count) co_return;
  const std::int64_t index = place % group;
  co_await self.phase(static_cast<std::uint64_t>(phase));
  co_await chain(self,
                 {index, std::min(group, count - (place - index)), at.mesh.channel(along, false),
                  at.mesh.channel(along, true)},
                 value);
  if (index > 0) value = {};
}

struct RowColumnPlan {
  Items blocks;        ///< the partial values of a row of blocks, in U groups
  Items rows;          ///< row totals, in K groups
  Items totals;        ///< V of them that are left in row 0, in W groups; one if --group3 is 0
  std::int64_t group;  ///< heads of row 0 in a chain

  explicit RowColumnPlan(const ExpressMeshCase& at) {
    const auto [R, C, s] = std::array{at.mesh.sides[0], at.mesh.sides[1], at.block};
    blocks = {1, s, C / s, ceil_div(C / s, s), s, true};
    rows = {0, s, R / s, at.group2, C};
    group = at.group3 == 0 ? rows.groups() : s;
    totals = {1, s, ceil_div(rows.groups(), group), std::max<std::int64_t>(at.group3, 1), R};
  }
};

/// Blocks to corners; the items; chains over U, K in their groups, and W heads.
Steps steps_row_column_bus(const ExpressMeshCase& at) {
  const RowColumnPlan plan{at};
  Steps steps = steps_of(at.stages, at.mesh);
  for (const Items* items : {&plan.blocks, &plan.rows, &plan.totals}) steps += items->steps();
  steps.mesh += plan.blocks.groups() - 1 + std::min(plan.group, plan.rows.groups()) - 1 +
                plan.totals.groups() - 1;
  return steps;
}

Program program_row_column_bus(alu_node& self, const ExpressMeshCase& at) {
  const RowColumnPlan plan{at};
  const std::int64_t row = at.mesh.coordinate(self.id(), 0);
  const std::int64_t column = at.mesh.coordinate(self.id(), 1);
  const auto [U, K, W] = std::array{plan.blocks.groups(), plan.rows.groups(), plan.totals.groups()};
  Operand value = at.operand_at(self.id());
  self.keep(value);
  // Blocks to corners; those over the row buses to column 0, where chains make one of U.
  co_await run_stages(self, at, at.stages, value);
  auto phase = static_cast<std::int64_t>(at.stages.size());
  co_await collect_items(self, at, plan.blocks, phase, value);
  if (column == 0 && U > 1) co_await chain_in(self, at, 0, U, U, row % at.block, phase, value);
  if (plan.rows.count == 1) co_return;
  // Row totals over the column buses to row 0, where chains make fewer of K.
  co_await collect_items(self, at, plan.rows, ++phase, value);
  if (row == 0 && K > 1) co_await chain_in(self, at, 1, K, plan.group, column, phase, value);
  if (plan.totals.count == 1) co_return;
  // Those over the row buses to column 0, and a last chain.
  co_await collect_items(self, at, plan.totals, ++phase, value);
  if (column == 0) co_await chain_in(self, at, 0, W, W, row, phase, value);
}

void check_row_column_bus(const ExpressMeshCase& at) {
  const auto refuse = [](const std::string& why) { throw Refusal{RefusalClass::kSize, why}; };
  const auto [R, C] = std::array{at.mesh.sides[0], at.mesh.sides[1]};
  if (R % at.block != 0 || C % at.block != 0) {
    refuse(fmt::format("--block {} does not divide both of --sides {},{}: choose a common divisor.",
                       at.block, R, C));
  }
  const std::int64_t K = RowColumnPlan{at}.rows.groups();
  if (K > C) {
    refuse(fmt::format("--group2 {} needs {} columns and there are {}: choose >= {}.", at.group2, K,
                       C, ceil_div(R / at.block, C)));
  }
  // There are always rows enough for group3: W <= V <= K <= Br <= R.
}

}  // namespace

/// Table 1: Theta(N^(1/6)) on a square.
Algorithm<ExpressMeshCase> row_column_bus() {
  return reduce_on(
      {.layout = ExpressLayout::kNone,
       .levels = 0,
       .buses = BusLayout::kRowColumn,
       .placement = Placement::kSubmeshRowMajor,
       .stages = blocks_to_corners,
       .steps = steps_row_column_bus,
       .check = check_row_column_bus},
      {.name = "row-column-bus",
       .summary = "blocks to corners, corners over the buses of rows and columns",
       .parameters = {block_parameter(2),
                      integer("group2", 1, kMostNodes, 2, "row totals that a column bus collects"),
                      integer("group3", 0, kMostNodes, 0,
                              "totals that a row bus collects at the end; 0: none do")},
       .program = program_row_column_bus,
       .equations = {root_of_n(6, "3")}});
}

}  // namespace plexus::express
