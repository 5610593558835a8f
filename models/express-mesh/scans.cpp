#include "models/catalogue/json.hpp"
#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"
#include "models/operations/results.hpp"

/// Scans: node i has a_0 + .. + a_i, and beside it what comes before a_i; from the other end for a
/// suffix.
namespace plexus::express {

namespace {

const Statistic kScansChecksum{"checksum", "",
                               "sum of (i + 1) times result i, modulo 1000003; null for texts"};

std::optional<std::string> wrong_scans(const ExpressMeshCase& at, const express_mesh& machine) {
  Operand before;
  const NodeId nodes = machine.size();
  return first_wrong(nodes, [&](NodeId place) {
    const NodeId i = at.suffix ? nodes - 1 - place : place;
    const Operand own = operand_of(at.op, i, at.seed);
    const Operand all = at.suffix ? combine(at.op, own, before) : combine(at.op, before, own);
    const alu_node& node = machine.node(i);
    auto problem = wrong_result(at.op, i, "the inclusive result", node.partial(), all);
    if (!problem) {
      problem = wrong_result(at.op, i, "the exclusive result", node.second(), before);
    }
    before = all;
    return problem;
  });
}

void report_scans(const ExpressMeshCase& at, const express_mesh& machine, Statistics& statistics) {
  if (at.op == Operator::kConcat) {
    statistics.set(kScansChecksum, Json(nullptr));
    return;
  }
  Checksum sum;
  for (NodeId i = 0; i < machine.size(); ++i) {
    sum.add(i + 1ULL, checked_part(at.op, machine.node(i).partial()));
  }
  statistics.set(kScansChecksum, sum.value());
}

/// A scan.
Algorithm<ExpressMeshCase> scan_on(const ExpressMeshSetup& setup, Algorithm<ExpressMeshCase> own) {
  own.operation = "scan";
  own.parameters.push_back(operator_parameter("mat2"));
  own.check = wrong_scans;
  own.statistics = report_scans;
  own.declared = {kScansChecksum};
  own.blocks = {"em_scan_terminal"};
  return on_express_mesh(setup, std::move(own));
}

// ---- line-scan
// -----------------------------------------------------------------------------------

/// T = 1: n - 1 mesh steps; else 2(L - 1), and T - 1 express steps.
Steps line_steps(const ExpressMeshCase& at) { return building_block::prefix(at.mesh.line(0)); }

Program line_program(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace place = LinePlace::of(at.mesh, 0, self.id());
  const Operand own = operand_of(at.op, self.id(), at.seed);
  self.tell_held(own.operands());
  Operand others;
  if (at.suffix) {
    co_await suffix(self, place, at.op, own, others);
    self.keep(self.combine(own, others));
  } else {
    co_await prefix(self, place, at.op, own, others);
    self.keep(self.combine(others, own));
  }
  self.keep_second(others);
}

// ---- row-column-scan
// -----------------------------------------------------------------------------

/// R = 1: the line scan of the row. Else l_c - 1 + P(R) + D(C) mesh steps and 2(T_c - 1) + T_r - 1
/// express steps.
Steps grid_steps(const ExpressMeshCase& at) {
  const ExpressLine columns = at.mesh.line(1);
  if (at.mesh.sides[0] == 1) return building_block::prefix(columns);
  return building_block::line(columns) + building_block::prefix(at.mesh.line(0)) +
         building_block::down(columns);
}

Program grid_program(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column = LinePlace::of(at.mesh, 0, self.id());
  const Operand own = operand_of(at.op, self.id(), at.seed);
  self.tell_held(own.operands());
  Operand before;
  if (at.mesh.sides[0] == 1) {
    co_await prefix(self, row, at.op, own, before);
  } else {
    // 1, 2. Segment totals, then row totals; terminals keep those of their segments.
    Operand rest;
    Operand segment_total = own;
    co_await chain_of(self, row.in_segment(), at.op, segment_total, rest);
    Operand row_total = segment_total;
    if (row.is_terminal()) {
      co_await self.phase(1);
      co_await chain_of(self, row.among_terminals(), at.op, row_total, rest);
    }
    // 3. What stands above each row.
    if (row.position == 0) {
      co_await self.phase(2);
      co_await prefix(self, column, at.op, row_total, before);
    }
    // 4. Along all rows, starting with that.
    co_await self.phase(2 + scan_phases(at.mesh.line(0)));
    co_await prefix_flow(self, row, at.op, own, segment_total, before);
  }
  self.keep(self.combine(before, own));
  self.keep_second(before);
}

}  // namespace

Algorithm<ExpressMeshCase> line_scan() {
  return scan_on({.dimensions = 1, .sides = {16}, .steps = line_steps},
                 {.name = "line-scan",
                  .summary = "one line, from its first or its last node",
                  .parameters = {word("direction", {"prefix", "suffix"}, "prefix",
                                      "from which end the values add up")},
                  .program = line_program});
}

Algorithm<ExpressMeshCase> row_column_scan() {
  return scan_on({.steps = grid_steps},
                 {.name = "row-column-scan",
                  .summary = "row totals, what stands above each row, then along the rows",
                  .is_default = true,
                  .program = grid_program,
                  .equations = {root_of_n(4, "9, Table 2")},
                  .lower_bound = [](const ExpressMeshCase& at) -> std::optional<Cycles> {
                    return distance_to_last(at.mesh) * at.costs.mesh;
                  }});
}

}  // namespace plexus::express
