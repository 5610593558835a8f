#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/parameters.hpp"

/// Algorithms 3 and 4 with compound nodes: terminal (i, j) is node A of the grid and a second node
/// B, which has the express links.
namespace plexus::express {

namespace {

bool one_terminal(const ExpressMeshCase& at) {
  return at.mesh.line(0).terminals() * at.mesh.line(1).terminals() == 1;
}

/// Algorithm 3 and two internal hops, where there is more than one terminal.
Steps steps_3_compound(const ExpressMeshCase& at) {
  return building_block::line(at.mesh.line(0)) + building_block::line(at.mesh.line(1)) +
         Steps{one_terminal(at) ? 0 : 2};
}

/// Algorithm 4 and two internal hops.
Steps steps_4(const ExpressMeshCase& at) {
  return steps_3_compound(at) + building_block::overlap(at.mesh.line(1), at.mesh.line(0));
}

/// Phase 1, in the rows of every submesh. A node that is not at their left end has ended then.
Program rows(alu_node& self, const ExpressMeshCase& at, const LinePlace& row, Operand& value) {
  value = at.operand_at(self.id());
  self.keep(value);
  co_await chain(self, row.in_segment(), value);
  if (row.is_terminal()) co_await self.phase_end();
}

/// Phase 3 and the end: the B of column 0 combine upwards, and the last one hands the result to its
/// A.
Program upwards(alu_node& self, const ExpressMeshCase& at, const LinePlace& column,
                Operand& value) {
  co_await chain(self, column.among_terminals(), value);
  if (column.segment() != 0) co_return;
  co_await self.phase_end();
  co_await self.send(at.mesh.internal_channel(), value);
}

/// Node 0 waits for the result, three phases after the present one.
Program take_result(alu_node& self, const ExpressMeshCase& at) {
  co_await self.phase_end(3);
  self.keep((co_await self.receive(at.mesh.internal_channel())).operand);
}

/// Algorithm 3: phases 1 in the A, 2 and 3 in the B.
Program program_3(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column = LinePlace::of(at.mesh, 0, self.id());
  const unsigned internal = at.mesh.internal_channel();
  Operand value;
  if (self.id() < at.mesh.values()) {
    co_await rows(self, at, row, value);
    if (!row.is_terminal()) co_return;
    co_await chain(self, column.in_segment(), value);
    if (!column.is_terminal() || one_terminal(at)) co_return;
    co_await self.phase_end();
    co_await self.send(internal, value);
    if (self.id() == 0) co_await take_result(self, at);
  } else if (!one_terminal(at)) {
    co_await self.phase_end(2);
    value = (co_await self.receive(internal)).operand;
    self.keep(value);
    co_await self.phase_end();
    co_await chain(self, row.among_terminals(), value);
    if (row.segment() != 0) co_return;
    co_await self.phase_end();
    co_await upwards(self, at, column, value);
  }
}

/// Algorithm 4; with one terminal in a row it is Algorithm 3, for the rows of a band follow each
/// other.
Program program_4(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace row = LinePlace::of(at.mesh, 1, self.id());
  const LinePlace column = LinePlace::of(at.mesh, 0, self.id());
  const unsigned internal = at.mesh.internal_channel();
  if (row.line.terminals() == 1) {
    co_await program_3(self, at);
    co_return;
  }
  Operand value;
  Sets sets;
  if (self.id() < at.mesh.values()) {
    co_await rows(self, at, row, value);
    if (!row.is_terminal()) co_return;
    const ListPlace rest = column.in_segment();
    if (!column.is_terminal()) {
      co_await gather_sets(self, rest, value, sets);
      co_return;
    }
    // A passes every set on the moment it has it: its own at once, set k at k hops.
    for (std::int64_t k = 1; k < rest.size; ++k) {
      value = (co_await both(self.send(internal, value), self.receive(rest.from))).operand;
    }
    co_await self.send(internal, value);
    if (self.id() == 0) co_await take_result(self, at);
  } else {
    co_await self.phase_end();
    for (std::uint32_t k = 0; k < column.line.width(column.segment()); ++k) {
      keep_set(self, k, (co_await self.receive(internal)).operand, sets);
    }
    co_await self.phase_end();
    co_await overlap_sets(self, row.among_terminals(), sets);
    if (row.segment() != 0) co_return;
    co_await self.phase_end();
    value = fold(self, sets);
    self.keep(value);
    co_await upwards(self, at, column, value);
  }
}

}  // namespace

Algorithm<ExpressMeshCase> algorithm_3_compound() {
  return reduce_on({.layout = ExpressLayout::kCompound,
                    .placement = Placement::kSubmeshRowMajor,
                    .steps = steps_3_compound},
                   {.name = "algorithm-3-compound",
                    .summary = "Algorithm 3 with compound nodes: degree 5",
                    .program = program_3,
                    .equations = {root_of_n<4>("7")}});
}

Algorithm<ExpressMeshCase> algorithm_4_compound() {
  return reduce_on({.layout = ExpressLayout::kCompound, .steps = steps_4},
                   {.name = "algorithm-4-compound",
                    .summary = "Algorithm 4 with compound nodes: degree 5",
                    .program = program_4,
                    .equations = {root_of_n<4>("7")},
                    .blocks = {"em_overlap"}});
}

}  // namespace plexus::express
