#include <cmath>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/buses.hpp"

namespace plexus::express {

namespace {

/// The sizes of section 5, and the phase at which each part begins; a slot is a phase.
struct Plan {
  std::int64_t s;            ///< side of a block
  std::int64_t Br;           ///< blocks in a column
  std::int64_t Bc;           ///< blocks in a row
  std::int64_t g;            ///< blocks that one row bus collects
  std::int64_t U;            ///< row buses used by a row of blocks
  std::int64_t K;            ///< columns that collect row totals
  std::int64_t V;            ///< values left in row 0 when the third level begins
  std::int64_t W;            ///< rows that collect those
  std::uint64_t spread;      ///< B
  std::uint64_t collect;     ///< C
  std::uint64_t bands;       ///< D
  std::uint64_t to_columns;  ///< E, first part
  std::uint64_t columns;     ///< E, second part
  std::uint64_t row_0;       ///< F
  std::uint64_t to_rows;
  std::uint64_t rows;
  std::uint64_t last;

  explicit Plan(const ExpressMeshCase& at)
      : s{at.block},
        Br{at.mesh.sides[0] / s},
        Bc{at.mesh.sides[1] / s},
        g{ceil_div(Bc, s)},
        U{ceil_div(Bc, g)},
        K{ceil_div(Br, at.group2)},
        V{at.group3 > 0 ? ceil_div(K, s) : 1},
        W{at.group3 > 0 ? ceil_div(V, at.group3) : 1},
        spread{2},
        collect{3},
        bands{collect + static_cast<std::uint64_t>(slots(g, Bc))},
        to_columns{bands + 1},
        columns{to_columns + 1},
        row_0{columns + static_cast<std::uint64_t>(Br > 1 ? slots(at.group2, Br) : 0)},
        to_rows{row_0 + 1},
        rows{to_rows + 1},
        last{rows + static_cast<std::uint64_t>(V > 1 ? slots(at.group3, V) : 0)} {}
};

/// A = 2(s-1) + 2(U-1) + [Br>1][K>1](group3 = 0 ? K-1 : min(s,K)-1 + [V>1](W-1)),
/// B = slots(g,Bc) + [Br>1]([K>1] + slots(group2,Br) + [K>1][group3>0][V>1]([W>1] +
/// slots(group3,V))).
Steps steps(const ExpressMeshCase& at) {
  const Plan plan{at};
  Steps steps{2 * (plan.s - 1) + 2 * (plan.U - 1), 0, slots(plan.g, plan.Bc)};
  if (plan.Br == 1) return steps;
  steps.bus += slots(at.group2, plan.Br);
  if (plan.K == 1) return steps;
  steps.bus += 1;
  if (at.group3 == 0) {
    steps.mesh += plan.K - 1;
    return steps;
  }
  steps.mesh += std::min(plan.s, plan.K) - 1;
  if (plan.V == 1) return steps;
  steps.mesh += plan.W - 1;
  steps.bus += (plan.W > 1 ? 1 : 0) + slots(at.group3, plan.V);
  return steps;
}

/// One node's way through the phases. Who has handed its value on holds none.
class Part {
 public:
  Part(alu_node& self, const ExpressMeshCase& at)
      : self_{&self},
        at_{&at},
        plan_{at},
        row_{self.id() / at.mesh.sides[1]},
        column_{self.id() % at.mesh.sides[1]},
        i_{row_ / plan_.s},
        j_{column_ / plan_.s},
        in_block_{row_ % plan_.s},
        value_{at.operand_at(self.id())} {}

  Program run() {
    self_->keep(value_);
    co_await run_stages(*self_, *at_, at_->stages, value_);  // A
    if (in_block_ != 0 || column_ % plan_.s != 0) value_ = {};
    if (column_ % plan_.s == 0 && plan_.U > 1) co_await spread();
    if (column_ % plan_.s == 0) co_await collect_blocks();
    if (column_ == 0 && in_block_ < plan_.U && plan_.U > 1) {  // D
      co_await in_list(plan_.bands, {in_block_, plan_.U, up(), down()});
    }
    if (plan_.Br > 1) co_await collect_totals();
    if (plan_.Br > 1 && plan_.K > 1) co_await finish();
  }

 private:
  [[nodiscard]] unsigned up() const { return at_->mesh.channel(0, false); }
  [[nodiscard]] unsigned down() const { return at_->mesh.channel(0, true); }
  [[nodiscard]] unsigned row_bus() const { return row_bus_channel(*at_); }
  [[nodiscard]] unsigned column_bus() const { return column_bus_channel(*at_); }

  /// B: block (i, j) moves its partial down floor(j / g) rows in its own column.
  Program spread() {
    const std::int64_t u = j_ / plan_.g;
    if (u == 0 || in_block_ > u) co_return;
    co_await self_->phase(plan_.spread);
    if (in_block_ == 0) {
      co_await self_->send(down(), value_);
      value_ = {};
    } else if (in_block_ < u) {
      co_await self_->relay(up(), down());
    } else {
      value_ = (co_await self_->receive(up())).operand;
    }
  }

  /// Item `item` of a bus to its collector at tap 0.
  Program hand_in(std::uint64_t phase, std::int64_t item, std::int64_t group, unsigned channel) {
    Collection part;
    part.phase = phase;
    part.slot = slot_of(item, group);
    part.send_channel = channel;
    co_await collect(*self_, part, value_);
    value_ = {};
  }
  Program take_in(std::uint64_t phase, std::int64_t number, std::int64_t group, std::int64_t items,
                  unsigned channel) {
    Collection part;
    part.phase = phase;
    part.items = items_of(number, group, items);
    part.receive_channel = channel;
    co_await collect(*self_, part, value_);
  }

  /// C: row bus is + u collects the blocks of group u at column 0.
  Program collect_blocks() {
    if (j_ > 0) {
      if (in_block_ == j_ / plan_.g) {
        co_await hand_in(plan_.collect, j_, plan_.g, row_bus());
      }
    } else if (in_block_ < plan_.U) {
      co_await take_in(plan_.collect, in_block_, plan_.g, plan_.Bc, row_bus());
    }
  }

  /// CHAIN over mesh links in one phase.
  Program in_list(std::uint64_t phase, ListPlace place) {
    co_await self_->phase(phase);
    co_await chain(*self_, place, value_);
    if (place.index > 0) value_ = {};
  }

  /// E: the total of row of blocks i goes to column kappa, and up there to row 0.
  Program collect_totals() {
    const std::int64_t kappa = i_ / at_->group2;
    if (in_block_ == 0 && kappa > 0 && (column_ == 0 || column_ == kappa)) {
      co_await self_->phase(plan_.to_columns);
      if (column_ == 0) {
        co_await self_->send(row_bus(), value_, static_cast<std::uint32_t>(kappa));
        value_ = {};
      } else {
        value_ = (co_await self_->receive(row_bus())).operand;
      }
    }
    if (row_ == 0 && column_ < plan_.K) {
      co_await take_in(plan_.columns, column_, at_->group2, plan_.Br, column_bus());
    } else if (in_block_ == 0 && column_ == kappa && i_ > 0) {
      co_await hand_in(plan_.columns, i_, at_->group2, column_bus());
    }
  }

  /// F: over row 0, by mesh links alone or by a third level of buses.
  Program finish() {
    const unsigned left = at_->mesh.channel(1, false);
    const unsigned right = at_->mesh.channel(1, true);
    const std::int64_t size = at_->group3 == 0 ? plan_.K : plan_.s;
    if (row_ == 0 && column_ < plan_.K) {
      const std::int64_t index = column_ % size;
      const std::int64_t members = std::min(size, plan_.K - (column_ - index));
      co_await in_list(plan_.row_0, {index, members, left, right});
    }
    if (plan_.V == 1) co_return;
    const std::int64_t w = j_ / at_->group3;  // of value v = j
    const bool has_value = column_ % plan_.s == 0 && j_ < plan_.V;
    if (has_value && w > 0 && (row_ == 0 || row_ == w)) {
      co_await self_->phase(plan_.to_rows);
      if (row_ == 0) {
        co_await self_->send(column_bus(), value_, static_cast<std::uint32_t>(w));
        value_ = {};
      } else {
        value_ = (co_await self_->receive(column_bus())).operand;
      }
    }
    if (column_ == 0 && row_ < plan_.W) {
      co_await take_in(plan_.rows, row_, at_->group3, plan_.V, row_bus());
      co_await in_list(plan_.last, {row_, plan_.W, up(), down()});
    } else if (has_value && j_ > 0 && row_ == w) {
      co_await hand_in(plan_.rows, j_, at_->group3, row_bus());
    }
  }

  alu_node* self_;
  const ExpressMeshCase* at_;
  Plan plan_;
  std::int64_t row_;
  std::int64_t column_;
  std::int64_t i_;
  std::int64_t j_;
  std::int64_t in_block_;  ///< row inside its block
  Operand value_;
};

Program program(alu_node& self, const ExpressMeshCase& at) {
  Part part{self, at};
  co_await part.run();
}

void check(const ExpressMeshCase& at) {
  const std::int64_t R = at.mesh.sides[0];
  const std::int64_t C = at.mesh.sides[1];
  if (R % at.block != 0 || C % at.block != 0) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--block {} does not divide both of --sides {},{}: choose a common "
                              "divisor.",
                              at.block, R, C)};
  }
  const Plan plan{at};
  if (plan.K > C) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--group2 {} needs {} columns and there are {}: choose >= {}.",
                              at.group2, plan.K, C, ceil_div(plan.Br, C))};
  }
  // There are always rows enough for group3: W <= V <= K <= Br <= R.
}

/// Table 1: Theta(N^(1/6)) on a square.
double growth(const ExpressMeshCase& at) {
  return std::pow(static_cast<double>(at.mesh.values()), 1.0 / 6);
}

}  // namespace

ExpressMeshAlgorithm row_column_bus() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kNone;
  rules.levels = Levels::kNone;
  rules.placement = Placement::kSubmeshRowMajor;
  rules.buses = BusLayout::kRowColumn;
  rules.has_blocks = true;
  rules.own = row_column_bus_parameters;
  rules.steps = steps;
  rules.stages = blocks_to_corners;
  rules.check = check;
  ExpressMeshAlgorithm algorithm =
      reduction("row-column-bus", "blocks to corners, corners over the buses of rows and columns",
                "3", rules);
  algorithm.program = program;
  algorithm.least_steps = nullptr;
  algorithm.growth = "N^(1/6)";
  algorithm.growth_of = growth;
  return algorithm;
}

}  // namespace plexus::express
