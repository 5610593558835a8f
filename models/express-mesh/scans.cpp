#include <cmath>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/distances.hpp"
#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"

namespace plexus::express {

namespace {

const Statistic kChecksum{"checksum", "",
                          "sum of (i + 1) times result i, modulo 1000003; null for texts"};

// ---- what both scans must give -----------------------------------------------------------------

/// The register `found` of node i against `expected`.
std::optional<std::string> differs(const ExpressMeshCase& at, NodeId i, const char* what,
                                   const Operand& found, const Operand& expected) {
  if (found == expected) return std::nullopt;
  return fmt::format("Node {} holds the {} {} and not {}.", i, what, to_text(at.op, found),
                     to_text(at.op, expected));
}

/// Node i holds a_0 + .. + a_i, and beside it what comes before a_i; from the other end for a
/// suffix.
std::optional<std::string> check(const ExpressMeshCase& at, const express_mesh& machine) {
  Operand before;
  const NodeId nodes = machine.size();
  for (NodeId place = 0; place < nodes; ++place) {
    const NodeId i = at.suffix ? nodes - 1 - place : place;
    const Operand own = operand_of(at.op, i, at.seed);
    const Operand all = at.suffix ? combine(at.op, own, before) : combine(at.op, before, own);
    const alu_node& node = machine.node(i);
    if (auto problem = differs(at, i, "inclusive result", node.partial(), all)) return problem;
    if (auto problem = differs(at, i, "exclusive result", node.second(), before)) return problem;
    before = all;
  }
  return std::nullopt;
}

void report(const ExpressMeshCase& at, const express_mesh& machine, Statistics& statistics) {
  if (at.op == Operator::kConcat) {
    statistics.set(kChecksum, Json(nullptr));
    return;
  }
  std::uint64_t sum = 0;
  for (NodeId i = 0; i < machine.size(); ++i) {
    sum += (i + 1ULL) % kChecksumModulus * checked_part(at.op, machine.node(i).partial());
    sum %= kChecksumModulus;
  }
  statistics.set(kChecksum, sum);
}

ExpressMeshAlgorithm scan(const std::string& name, const std::string& summary) {
  ExpressMeshAlgorithm algorithm;
  algorithm.operation = "scan";
  algorithm.name = name;
  algorithm.summary = summary;
  algorithm.section = "9, Table 2";
  algorithm.rules.scans = true;
  algorithm.rules.parts = {"em_scan_terminal"};
  algorithm.check = check;
  algorithm.statistics = report;
  algorithm.declared = {kChecksum};
  return algorithm;
}

// ---- line-scan ---------------------------------------------------------------------------------

/// T = 1: n - 1 mesh steps; else 2(L - 1), and T - 1 express steps.
Steps line_steps(const ExpressMeshCase& at) { return building_block::prefix(at.mesh.line(0)); }

Steps line_hops(const ExpressMeshCase& at) {
  return at.suffix ? building_block::suffix_hops(at.mesh.line(0))
                   : building_block::prefix_hops(at.mesh.line(0));
}

Program line_program(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace place = LinePlace::of(at.mesh, 0, self.id());
  const Operand own = operand_of(at.op, self.id(), at.seed);
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

std::vector<Parameter> direction_parameters() {
  return {word("direction", {"prefix", "suffix"}, "prefix", "from which end the values add up")};
}

// ---- row-column-scan ---------------------------------------------------------------------------

/// R = 1: the line scan of the row. Else l_c - 1 + P(R) + D(C) mesh steps and 2(T_c - 1) + T_r - 1
/// express steps.
Steps grid_steps(const ExpressMeshCase& at) {
  const ExpressLine columns = at.mesh.line(1);
  if (at.mesh.sides[0] == 1) return building_block::prefix(columns);
  return building_block::line(columns) + building_block::prefix(at.mesh.line(0)) +
         building_block::down(columns);
}

Steps grid_hops(const ExpressMeshCase& at) {
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  if (rows.nodes == 1) return building_block::prefix_hops(columns);
  const Steps row{2 * (columns.nodes - columns.terminals()), 2 * (columns.terminals() - 1), 0};
  return rows.nodes * row + building_block::prefix_hops(rows);
}

Program grid_program(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column = LinePlace::of(at.mesh, 0, self.id());
  const Operand own = operand_of(at.op, self.id(), at.seed);
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

ExpressMeshAlgorithm line_scan() {
  ExpressMeshAlgorithm algorithm = scan("line-scan", "one line, from its first or its last node");
  algorithm.rules.dimensions = 1;
  algorithm.rules.sides = {16};
  algorithm.rules.own = direction_parameters;
  algorithm.rules.steps = line_steps;
  algorithm.program = line_program;
  algorithm.hops = line_hops;
  return algorithm;
}

ExpressMeshAlgorithm row_column_scan() {
  ExpressMeshAlgorithm algorithm =
      scan("row-column-scan", "row totals, what stands above each row, then along the rows");
  algorithm.is_default = true;
  algorithm.rules.steps = grid_steps;
  algorithm.program = grid_program;
  algorithm.hops = grid_hops;
  algorithm.least_steps = [](const ExpressMeshCase& at) { return distance_to_last(at.mesh); };
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

}  // namespace plexus::express
