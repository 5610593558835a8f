#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/sets.hpp"

namespace plexus::express {

namespace {

/// As Algorithm 4, but [T_r > 1](T_r - 1 + l_r - 1) express steps in phase 3.
Steps steps(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const auto overlap = [&](std::int64_t terminals) {
    return terminals > 1 ? terminals - 1 + rows.full() - 1 : 0;
  };
  return {rows.full() - 1 + columns.full() - 1,
          overlap(columns.terminals()) + overlap(rows.terminals()), 0};
}

Steps hops(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  return {at.mesh.values() - rows.nodes * columns.terminals() +
              columns.terminals() * building_block::triangles(rows),
          rows.nodes * (columns.terminals() - 1) + rows.full() * (rows.terminals() - 1), 0};
}

/// Algorithm 4 with phase 3 as printed: set by set from bottom to top. Set k of a band is its row
/// k, so namesakes are no consecutive rows and the order is lost (erratum E1).
Program program(alu_node& self, const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const std::int64_t row = at.mesh.coordinate(self.id(), 0);
  const std::int64_t column = at.mesh.coordinate(self.id(), 1);
  const auto low = [&](unsigned dimension, unsigned level) {
    return at.mesh.channel(dimension, false, level);
  };
  const auto high = [&](unsigned dimension, unsigned level) {
    return at.mesh.channel(dimension, true, level);
  };
  Operand value = at.operand_at(self.id());
  self.keep(value);
  co_await chain(
      self,
      {column % columns.length, columns.width(column / columns.length), low(1, 0), high(1, 0)},
      value);
  if (column % columns.length != 0) co_return;
  co_await self.phase_end();
  Sets sets;
  co_await gather_sets(
      self, {row % rows.length, rows.width(row / rows.length), low(0, 0), high(0, 0)}, value, sets);
  if (row % rows.length != 0) co_return;
  co_await self.phase_end();
  co_await overlap_sets(self, {column / columns.length, columns.terminals(), low(1, 1), high(1, 1)},
                        sets);
  if (column != 0) co_return;
  co_await self.phase_end();
  // A band that has no row k sends an empty set.
  sets.resize(static_cast<std::size_t>(rows.full()));
  co_await overlap_sets(self, {row / rows.length, rows.terminals(), low(0, 1), high(0, 1)}, sets);
  if (row == 0) self.keep(fold(self, sets));
}

}  // namespace

ExpressMeshAlgorithm algorithm_4_literal() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kSparse;
  rules.placement.reset();
  rules.steps = steps;
  rules.separate = false;
  rules.parts = {"em_overlap"};
  ExpressMeshAlgorithm algorithm =
      reduction("algorithm-4-literal", "Algorithm 4 as printed: set by set, which loses the order",
                "6", rules);
  algorithm.program = program;
  algorithm.hops = hops;
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

}  // namespace plexus::express
