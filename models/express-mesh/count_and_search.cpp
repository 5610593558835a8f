#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"
#include "models/operations/results.hpp"

namespace plexus::express {

namespace {

const Statistic kOnes{"ones", "nodes", "nodes whose bit is 1"};
const Statistic kRow{"row", "", "median row, at node 0"};

/// l_c - 1 + l_r - 1 mesh steps, T_c - 1 + 3(T_r - 1) express steps; one broadcast more if all
/// nodes are to know.
Steps steps_count_and_search(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  Steps steps = building_block::line(columns) + building_block::segments(rows) +
                3 * building_block::terminals(rows);
  if (at.everywhere) steps += building_block::down_to_all(at.mesh);
  return steps;
}

/// The first row of a segment with 2(ones up to it) >= all, if it lies there: `above` are the ones
/// before the segment.
Operand search(const std::vector<std::uint64_t>& counts, std::int64_t first_row,
               std::uint64_t above, std::uint64_t all) {
  if (first_row > 0 && 2 * above >= all) return {};  // it lies before
  for (std::size_t k = 0; k < counts.size(); ++k) {
    above += counts[k];
    if (2 * above >= all) return Operand{static_cast<std::uint64_t>(first_row) + k};
  }
  return {};
}

/// What a terminal of column 0 does from phase 3 on; node 0 has the row and the ones in the end.
Program find_row(alu_node& self, LinePlace column, const std::vector<std::uint64_t>& counts,
                 Operand& row, Operand& ones) {
  const ListPlace terminals = column.among_terminals();
  std::uint64_t segment = 0;
  for (const std::uint64_t count : counts) segment += count;
  // 3. The ones from here downwards, U_i.
  co_await self.phase(3);
  Operand downwards{segment};
  Operand rest;
  co_await chain_of(self, terminals, Operator::kSum, downwards, rest);
  // 4. All ones, W = U_0, go down; the ones above the segment are W - U_i.
  co_await self.phase(4);
  ones = downwards;
  if (terminals.index > 0) ones = (co_await self.receive(terminals.towards)).operand;
  if (terminals.behind() > 0) co_await self.send(terminals.from, ones);
  row = search(counts, column.position, ones.number() - downwards.number(), ones.number());
  // 5. The one terminal that has it hands it up.
  co_await self.phase(5);
  co_await chain_of(self, terminals, Operator::kMin, row, rest);
}

Program program_count_and_search(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row_place = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column = LinePlace::of(at.mesh, 0, self.id());
  Operand row;
  Operand ones;
  // 1. The ones of every row, at its left end.
  Operand count{std::uint64_t{at.bit_at(self.id()) ? 1U : 0U}};
  self.keep(count);
  // With one row the answer takes the register's place in the instant in which the count is there.
  if (at.mesh.sides[0] > 1) row_place.tell(self, Operator::kSum, true, count);
  co_await chain(self, row_place.in_segment(), count);
  if (row_place.is_terminal()) {
    co_await self.phase(1);
    co_await chain(self, row_place.among_terminals(), count);
  }
  if (row_place.position == 0) {
    // 2. The counts of a segment, at its terminal.
    co_await self.phase(2);
    std::vector<std::uint64_t> counts{count.number()};
    co_await gather(self, column.in_segment(), Record{count}, [&counts](const Record& arrived) {
      counts.push_back(arrived.operand.number());
    });
    if (column.is_terminal()) co_await find_row(self, column, counts, row, ones);
  }
  if (self.id() == 0) self.keep_second(ones);
  if (at.everywhere) {
    Record record{row};
    co_await down_to_all(self, at.mesh, 6, record);
    row = record.operand;
  }
  if (at.everywhere || self.id() == 0) self.keep(row);
}

/// The smallest m with 2(c_0 + .. + c_m) >= W, by definition.
std::optional<std::string> wrong_count_and_search(const ExpressMeshCase& at,
                                                  const express_mesh& machine) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(at.mesh.sides[0]), 0);
  std::uint64_t all = 0;
  for (NodeId v = 0; v < machine.size(); ++v) {
    if (!at.bit_at(v)) continue;
    ++counts[v / static_cast<std::size_t>(at.mesh.sides[1])];
    ++all;
  }
  const Operand row = search(counts, 0, 0, all);
  if (auto problem =
          wrong_result(at.op, 0, "the ones of all nodes", machine.node(0).second(), Operand{all})) {
    return problem;
  }
  return first_wrong(at.everywhere ? machine.size() : 1, [&](NodeId v) {
    return wrong_result(at.op, v, "the median row", machine.node(v).partial(), row);
  });
}

void report_count_and_search(const ExpressMeshCase& /*at*/, const express_mesh& machine,
                             Statistics& statistics) {
  statistics.set(kOnes, machine.node(0).second().number());
  statistics.set(kRow, machine.node(0).partial().number());
}

}  // namespace

Algorithm<ExpressMeshCase> count_and_search() {
  return on_express_mesh(
      {.steps = steps_count_and_search},
      {.operation = "median-row",
       .name = "count-and-search",
       .summary = "ones of every row, all ones, and the segment in which half is reached",
       .is_default = true,
       .parameters = {one_in_parameter(), place_parameter()},
       .program = program_count_and_search,
       .equations = {root_of_n(4, "9, Table 2")},
       .statistics = report_count_and_search,
       .declared = {kOnes, kRow},
       .check = wrong_count_and_search,
       .blocks = {"em_node1"}});
}

}  // namespace plexus::express
