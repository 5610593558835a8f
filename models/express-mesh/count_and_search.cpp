#include <fmt/format.h>

#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"

namespace plexus::express {

namespace {

const Statistic kOnes{"ones", "nodes", "nodes whose bit is 1"};
const Statistic kRow{"row", "", "median row, at node 0"};

/// l_c - 1 + l_r - 1 mesh steps, T_c - 1 + 3(T_r - 1) express steps; one broadcast more if all
/// nodes are to know.
Steps steps(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  Steps steps = building_block::line(columns) + building_block::segments(rows) +
                3 * building_block::terminals(rows);
  if (at.everywhere) steps += building_block::down(rows) + building_block::down(columns);
  return steps;
}

Steps hops(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  Steps hops{rows.nodes * (columns.nodes - columns.terminals()) + building_block::triangles(rows),
             rows.nodes * (columns.terminals() - 1) + 3 * (rows.terminals() - 1), 0};
  if (at.everywhere) {
    hops += building_block::down_hops(rows) + rows.nodes * building_block::down_hops(columns);
  }
  return hops;
}

/// The first row of a segment with 2(ones up to it) >= all, if it lies there: `above` are the ones
/// before the segment.
std::optional<std::int64_t> search(const std::vector<std::int64_t>& counts, std::int64_t first_row,
                                   std::int64_t above, std::int64_t all) {
  if (first_row > 0 && 2 * above >= all) return std::nullopt;  // it lies before
  for (std::size_t k = 0; k < counts.size(); ++k) {
    above += counts[k];
    if (2 * above >= all) return first_row + static_cast<std::int64_t>(k);
  }
  return std::nullopt;
}

/// What a terminal of column 0 does from phase 3 on; node 0 has the row and the ones in the end.
Program find_row(alu_node& self, LinePlace column, const std::vector<std::int64_t>& counts,
                 Operand& row, Operand& ones) {
  const ListPlace terminals = column.among_terminals();
  const bool has_below = terminals.index + 1 < terminals.size;
  std::int64_t segment = 0;
  for (const std::int64_t count : counts) segment += count;
  // 3. The ones from here downwards, U_i.
  co_await self.phase(3);
  Operand downwards{static_cast<std::uint64_t>(segment)};
  Operand rest;
  co_await chain_of(self, terminals, Operator::kSum, downwards, rest);
  // 4. All ones, W = U_0, go down; the ones above the segment are W - U_i.
  co_await self.phase(4);
  ones = downwards;
  if (terminals.index > 0) ones = (co_await self.receive(terminals.towards)).operand;
  if (has_below) co_await self.send(terminals.from, ones);
  const auto found =
      search(counts, column.position, static_cast<std::int64_t>(ones.number() - downwards.number()),
             static_cast<std::int64_t>(ones.number()));
  row = found ? Operand{static_cast<std::uint64_t>(*found)} : Operand{};
  // 5. The one terminal that has it hands it up.
  co_await self.phase(5);
  co_await chain_of(self, terminals, Operator::kMin, row, rest);
}

Program program(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row_place = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column = LinePlace::of(at.mesh, 0, self.id());
  Operand row;
  Operand ones;
  // 1. The ones of every row, at its left end.
  Operand count{std::uint64_t{at.bit_at(self.id()) ? 1U : 0U}};
  self.keep(count);
  // With one row the answer takes the register's place in the instant in which the count is there.
  if (at.mesh.sides[0] > 1) {
    self.tell_watches([&](alu_watch_if& watch) {
      watch.line_begins(self, line_role(self, row_place, Operator::kSum, true), count);
    });
  }
  co_await chain(self, row_place.in_segment(), count);
  if (row_place.is_terminal()) {
    co_await self.phase(1);
    co_await chain(self, row_place.among_terminals(), count);
  }
  if (row_place.position == 0) {
    // 2. The counts of a segment, at its terminal.
    co_await self.phase(2);
    const ListPlace segment = column.in_segment();
    const std::int64_t behind = segment.size - 1 - segment.index;
    std::vector<std::int64_t> counts{static_cast<std::int64_t>(count.number())};
    if (segment.index > 0) co_await self.send(segment.towards, count);
    for (std::int64_t q = 0; q < behind; ++q) {
      if (segment.index > 0) {
        co_await self.relay(segment.from, segment.towards);
      } else {
        const Operand next = (co_await self.receive(segment.from)).operand;
        counts.push_back(static_cast<std::int64_t>(next.number()));
      }
    }
    if (column.is_terminal()) co_await find_row(self, column, counts, row, ones);
  }
  if (self.id() == 0) self.keep_second(ones);
  if (at.everywhere) {
    Record record{row};
    if (row_place.position == 0) {
      co_await self.phase(6);
      co_await down(self, column, record);
    }
    co_await self.phase(7);
    co_await down(self, row_place, record);
    row = record.operand;
  }
  if (at.everywhere || self.id() == 0) self.keep(row);
}

/// The smallest m with 2(c_0 + .. + c_m) >= W, by definition.
std::optional<std::string> check(const ExpressMeshCase& at, const express_mesh& machine) {
  const std::int64_t rows = at.mesh.sides[0];
  std::vector<std::int64_t> counts(static_cast<std::size_t>(rows), 0);
  std::int64_t all = 0;
  for (NodeId v = 0; v < machine.size(); ++v) {
    if (!at.bit_at(v)) continue;
    ++counts[v / static_cast<std::size_t>(at.mesh.sides[1])];
    ++all;
  }
  const std::int64_t row = *search(counts, 0, 0, all);
  if (machine.node(0).second() != Operand{static_cast<std::uint64_t>(all)}) {
    return fmt::format("Node 0 counts {} ones and not {}.",
                       to_text(Operator::kSum, machine.node(0).second()), all);
  }
  const NodeId last = at.everywhere ? machine.size() : 1;
  for (NodeId v = 0; v < last; ++v) {
    if (machine.node(v).partial() == Operand{static_cast<std::uint64_t>(row)}) continue;
    return fmt::format("Node {} holds the median row {} and not {}.", v,
                       to_text(Operator::kSum, machine.node(v).partial()), row);
  }
  return std::nullopt;
}

void report(const ExpressMeshCase& /*at*/, const express_mesh& machine, Statistics& statistics) {
  statistics.set(kOnes, machine.node(0).second().number());
  statistics.set(kRow, machine.node(0).partial().number());
}

std::vector<Parameter> own() {
  std::vector<Parameter> parameters = bits_parameters();
  parameters.push_back(place_parameter());
  return parameters;
}

}  // namespace

ExpressMeshAlgorithm count_and_search() {
  ExpressMeshAlgorithm algorithm;
  algorithm.operation = "median-row";
  algorithm.name = "count-and-search";
  algorithm.summary = "ones of every row, all ones, and the segment in which half is reached";
  algorithm.section = "9, Table 2";
  algorithm.is_default = true;
  algorithm.rules.own = own;
  algorithm.rules.parts = {"em_node1"};
  algorithm.rules.steps = steps;
  algorithm.program = program;
  algorithm.least_steps = least_to_result;
  algorithm.check = check;
  algorithm.statistics = report;
  algorithm.declared = {kOnes, kRow};
  algorithm.hops = hops;
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

}  // namespace plexus::express
