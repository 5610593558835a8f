#include <algorithm>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/parameters.hpp"
#include "models/express-mesh/row_column_plan.hpp"

namespace plexus::express {

namespace {

/// Takes a value over in a phase, which is not the node's own partial value.
Program take_over(alu_node& self, std::int64_t phase, unsigned channel, Operand& value) {
  co_await self.phase(static_cast<std::uint64_t>(phase));
  value = (co_await self.receive(channel)).operand;
}

/// CHAIN over mesh links in one phase. Who has handed its value on holds none.
Program chain_in(alu_node& self, std::int64_t phase, ListPlace place, Operand& value) {
  co_await self.phase(static_cast<std::uint64_t>(phase));
  co_await chain(self, place, value);
  if (place.index > 0) value = {};
}

Program program_row_column_bus(alu_node& self, const ExpressMeshCase& at) {
  const RowColumnPlan plan{at};
  const auto [s, Br, Bc, g, U, K, V, W, B, C, D, E, F] = plan;
  const std::int64_t row = self.id() / at.mesh.sides[1];
  const std::int64_t column = self.id() % at.mesh.sides[1];
  const std::int64_t i = row / s;
  const std::int64_t j = column / s;
  const std::int64_t r = row % s;  // in its block
  const unsigned row_bus = bus_channel(at, 1);
  const unsigned column_bus = bus_channel(at, 0);
  const auto channel = [&](unsigned dimension, bool up) { return at.mesh.channel(dimension, up); };
  Operand value = at.operand_at(self.id());
  self.keep(value);
  // A. Blocks to corners.
  co_await run_stages(self, at, at.stages, value);
  if (r != 0 || column % s != 0) value = {};
  if (column % s == 0) {
    // B. Block (i, j) moves its partial down u = floor(j / g) rows in its own column js.
    const std::int64_t u = j / g;
    if (r <= u && u > 0) {
      if (r == 0) {
        co_await hand_over(self, B, channel(0, true), 0, value);
      } else if (r == u) {
        co_await take_over(self, B, channel(0, false), value);
      } else {
        co_await self.phase(static_cast<std::uint64_t>(B));
        co_await self.relay(channel(0, false), channel(0, true));
      }
    }
    // C. Row bus is + u collects the blocks j = ug .. (u+1)g - 1 at column 0.
    if (j > 0 && r == u) {
      co_await hand_over(self, C + slot_of(j, g), row_bus, 0, value);
    } else if (j == 0 && r < U) {
      co_await collect(self, C, row_bus, items_of(r, g, Bc), value);
    }
  }
  // D. CHAIN (is + u, 0), u = U - 1 .. 0, over mesh links.
  if (column == 0 && r < U && U > 1) {
    co_await chain_in(self, D, {r, U, channel(0, false), channel(0, true)}, value);
  }
  if (Br == 1) co_return;
  // E. Row totals with kappa = floor(i / group2) >= 1 go (is, 0) to (is, kappa); then column bus
  // kappa collects them at (0, kappa).
  const std::int64_t kappa = i / at.group2;
  if (r == 0 && kappa > 0) {
    if (column == 0) co_await hand_over(self, E, row_bus, kappa, value);
    if (column == kappa) co_await take_over(self, E, row_bus, value);
  }
  if (row == 0 && column < K) {
    co_await collect(self, E + 1, column_bus, items_of(column, at.group2, Br), value);
  } else if (r == 0 && column == kappa && i > 0) {
    co_await hand_over(self, E + 1 + slot_of(i, at.group2), column_bus, 0, value);
  }
  if (K == 1) co_return;
  // F. CHAIN over row 0, or in groups of s, which leaves V values at (0, vs).
  if (row == 0 && column < K) {
    const std::int64_t size = at.group3 == 0 ? K : s;
    const std::int64_t index = column % size;
    co_await chain_in(
        self, F, {index, std::min(size, K - (column - index)), channel(1, false), channel(1, true)},
        value);
  }
  if (V == 1) co_return;
  // Value v with w = floor(v / group3) >= 1 goes down column bus vs to (w, vs); row bus w collects
  // them at (w, 0); CHAIN (w, 0), w = W - 1 .. 0.
  const std::int64_t w = j / at.group3;
  const bool has_value = column % s == 0 && j < V;
  if (has_value && w > 0) {
    if (row == 0) co_await hand_over(self, F + 1, column_bus, w, value);
    if (row == w) co_await take_over(self, F + 1, column_bus, value);
  }
  if (column == 0 && row < W) {
    co_await collect(self, F + 2, row_bus, items_of(row, at.group3, V), value);
    co_await chain_in(self, F + 2 + slots(at.group3, V),
                      {row, W, channel(0, false), channel(0, true)}, value);
  } else if (has_value && j > 0 && row == w) {
    co_await hand_over(self, F + 2 + slot_of(j, at.group3), row_bus, 0, value);
  }
}

void check_row_column_bus(const ExpressMeshCase& at) {
  const std::int64_t R = at.mesh.sides[0];
  const std::int64_t C = at.mesh.sides[1];
  if (R % at.block != 0 || C % at.block != 0) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--block {} does not divide both of --sides {},{}: choose a common "
                              "divisor.",
                              at.block, R, C)};
  }
  const RowColumnPlan plan{at};
  if (plan.K > C) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--group2 {} needs {} columns and there are {}: choose >= {}.",
                              at.group2, plan.K, C, ceil_div(plan.Br, C))};
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
       .steps = row_column_steps,
       .check = check_row_column_bus},
      {.name = "row-column-bus",
       .summary = "blocks to corners, corners over the buses of rows and columns",
       .parameters = {block_parameter(2, "side of the blocks that a bus serves"),
                      integer("group2", 1, kMostNodes, 2, "row totals that a column bus collects"),
                      integer("group3", 0, kMostNodes, 0,
                              "totals that a row bus collects at the end; 0: none do")},
       .program = program_row_column_bus,
       .equations = {root_of_n<6>("3")}});
}

}  // namespace plexus::express
