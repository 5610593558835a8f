#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/sets.hpp"

namespace plexus::express {

namespace {

std::int64_t terminals(const ExpressMeshCase& at) {
  return at.mesh.line(0).terminals() * at.mesh.line(1).terminals();
}

/// Algorithm 3 and two internal hops, where there is more than one terminal.
Steps steps_3(const ExpressMeshCase& at) {
  Steps steps = building_block::line(at.mesh.line(0)) + building_block::line(at.mesh.line(1));
  if (terminals(at) > 1) steps.mesh += 2;
  return steps;
}

Steps hops_3(const ExpressMeshCase& at) {
  const std::int64_t internal = terminals(at) > 1 ? terminals(at) + 1 : 0;
  return {at.mesh.values() - terminals(at) + internal, terminals(at) - 1, 0};
}

/// Algorithm 4 and two internal hops.
Steps steps_4(const ExpressMeshCase& at) {
  Steps steps = steps_3(at);
  if (at.mesh.line(1).terminals() > 1) steps.express += at.mesh.line(0).full() - 1;
  return steps;
}

/// A node's part: that of the grid, or of the second node of a terminal.
struct Part {
  bool is_second = false;
  std::int64_t row = 0;  ///< of a node of the grid
  std::int64_t column = 0;
  std::int64_t i = 0;  ///< submesh
  std::int64_t j = 0;
  bool is_terminal = false;
  ListPlace in_row;        ///< in the segment of its row
  ListPlace in_column;     ///< of its column, at the left of a submesh
  ListPlace terminal_row;  ///< of second nodes
  ListPlace terminal_column;
};

Part part_of(const ExpressMeshCase& at, NodeId node) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  Part part;
  part.is_second = node >= at.mesh.values();
  if (part.is_second) {
    const std::int64_t number = node - at.mesh.values();
    part.i = number / columns.terminals();
    part.j = number % columns.terminals();
  } else {
    part.row = node / columns.nodes;
    part.column = node % columns.nodes;
    part.i = part.row / rows.length;
    part.j = part.column / columns.length;
    part.is_terminal = part.row % rows.length == 0 && part.column % columns.length == 0;
  }
  const auto list = [&](std::int64_t index, std::int64_t size, unsigned dimension, unsigned level) {
    return ListPlace{index, size, at.mesh.channel(dimension, false, level),
                     at.mesh.channel(dimension, true, level)};
  };
  part.in_row = list(part.column % columns.length, columns.width(part.j), 1, 0);
  part.in_column = list(part.row % rows.length, rows.width(part.i), 0, 0);
  part.terminal_row = list(part.j, columns.terminals(), 1, 1);
  part.terminal_column = list(part.i, rows.terminals(), 0, 1);
  return part;
}

/// What the second nodes do once they hold the partial value of their submesh, or of a band: the
/// terminals of column 0 combine upwards, and the last one hands the result to node 0.
Program finish(alu_node& self, const ExpressMeshCase& at, const Part& part, Operand& value) {
  co_await chain(self, part.terminal_column, value);
  if (part.i != 0) co_return;
  co_await self.phase_end();
  co_await self.send(at.mesh.internal_channel(), value);
}

/// Node 0 waits for the result, `phases` after the present one.
Program take_result(alu_node& self, const ExpressMeshCase& at, std::uint64_t phases) {
  co_await self.phase_end(phases);
  self.keep((co_await self.receive(at.mesh.internal_channel())).operand);
}

/// Algorithm 3: phases 1 in the first nodes, 2 and 3 in the second ones.
Program program_3(alu_node& self, const ExpressMeshCase& at) {
  const Part part = part_of(at, self.id());
  const bool alone = terminals(at) == 1;
  const unsigned internal = at.mesh.internal_channel();
  if (part.is_second) {
    if (alone) co_return;
    co_await self.phase_end(2);
    Operand value = (co_await self.receive(internal)).operand;
    self.keep(value);
    co_await self.phase_end();
    co_await chain(self, part.terminal_row, value);
    if (part.j != 0) co_return;
    co_await self.phase_end();
    co_await finish(self, at, part, value);
    co_return;
  }
  Operand value = at.operand_at(self.id());
  self.keep(value);
  co_await chain(self, part.in_row, value);
  if (part.in_row.index != 0) co_return;
  co_await self.phase_end();
  co_await chain(self, part.in_column, value);
  if (!part.is_terminal || alone) co_return;
  co_await self.phase_end();
  co_await self.send(internal, value);
  if (self.id() == 0) co_await take_result(self, at, 3);
}

/// A passes every set on the moment it has it: its own at once, set k at k hops.
Program pass_sets(alu_node& self, const ExpressMeshCase& at, ListPlace column, Operand set) {
  const unsigned internal = at.mesh.internal_channel();
  for (std::int64_t k = 1; k < column.size; ++k) {
    set = (co_await both(self.send(internal, set), self.receive(column.from))).operand;
  }
  co_await self.send(internal, set);
}

/// Algorithm 4; with one terminal in a row it is Algorithm 3, for the rows of a band follow each
/// other.
Program program_4(alu_node& self, const ExpressMeshCase& at) {
  if (at.mesh.line(1).terminals() == 1) {
    co_await program_3(self, at);
    co_return;
  }
  const Part part = part_of(at, self.id());
  if (part.is_second) {
    co_await self.phase_end();
    Sets sets;
    for (std::uint32_t k = 0; k < at.mesh.line(0).width(part.i); ++k) {
      keep_set(self, k, (co_await self.receive(at.mesh.internal_channel())).operand, sets);
    }
    co_await self.phase_end();
    co_await overlap_sets(self, part.terminal_row, sets);
    if (part.j != 0) co_return;
    co_await self.phase_end();
    Operand value = fold(self, sets);
    self.keep(value);
    co_await finish(self, at, part, value);
    co_return;
  }
  Operand value = at.operand_at(self.id());
  self.keep(value);
  co_await chain(self, part.in_row, value);
  if (part.in_row.index != 0) co_return;
  co_await self.phase_end();
  if (!part.is_terminal) {
    Sets none;
    co_await gather_sets(self, part.in_column, value, none);
    co_return;
  }
  co_await pass_sets(self, at, part.in_column, value);
  if (self.id() == 0) co_await take_result(self, at, 3);
}

}  // namespace

ExpressMeshAlgorithm algorithm_3_compound() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kCompound;
  rules.placement = Placement::kSubmeshRowMajor;
  rules.steps = steps_3;
  rules.separate = false;
  ExpressMeshAlgorithm algorithm =
      reduction("algorithm-3-compound", "Algorithm 3 with compound nodes: degree 5", "7", rules);
  algorithm.program = program_3;
  algorithm.hops = hops_3;
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

ExpressMeshAlgorithm algorithm_4_compound() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kCompound;
  rules.steps = steps_4;
  rules.separate = false;
  rules.parts = {"em_overlap"};
  ExpressMeshAlgorithm algorithm =
      reduction("algorithm-4-compound", "Algorithm 4 with compound nodes: degree 5", "7", rules);
  algorithm.program = program_4;
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

}  // namespace plexus::express
