#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/parameters.hpp"

/// Algorithm 4, with phase 3 as corrected (erratum E1) and as printed.
namespace plexus::express {

namespace {

/// l_r - 1 + l_c - 1 mesh steps; [T_c > 1](T_c - 1 + l_r - 1) + T_r - 1 express steps: phase 3 is
/// one chain of whole bands.
Steps steps_algorithm_4(const ExpressMeshCase& at) {
  return building_block::line(at.first_line()) + building_block::line(at.second_line()) +
         building_block::overlap(at.first_line(), at.second_line());
}

/// As printed [T_r > 1](T_r - 1 + l_r - 1) express steps in phase 3.
Steps steps_as_printed(const ExpressMeshCase& at) {
  return steps_algorithm_4(at) + building_block::overlap(at.mesh.line(0), at.mesh.line(0));
}

/// Phases 1 and 2. The leftmost terminals hold the rows of their bands in `sets` in the end; all
/// others have none. Rows and columns are exchanged for values in column-major order.
Program bands_to_the_left(alu_node& self, const ExpressMeshCase& at, Sets& sets) {
  const LinePlace row = LinePlace::of(at.mesh, at.first_dimension(), self.id());
  const LinePlace column = LinePlace::of(at.mesh, at.second_dimension(), self.id());
  Operand value = at.operand_at(self.id());
  self.keep(value);
  // 1a. Every row of a submesh combines towards the leftmost processor of the row.
  co_await chain(self, row.in_segment(), value);
  if (!row.is_terminal()) co_return;
  co_await self.phase_end();
  // 1b. All partial answers of a submesh are sent to its terminal.
  co_await gather_sets(self, column.in_segment(), value, sets);
  if (!column.is_terminal()) co_return;
  co_await self.phase_end();
  // 2. The computations of the sets overlap on the way to the leftmost terminals.
  co_await overlap_sets(self, row.among_terminals(), sets);
  if (row.position == 0) {
    co_await self.phase_end();
  } else {
    sets.clear();
  }
}

/// 3. The sets of a leftmost terminal are whole, consecutive rows: it combines them first.
Program program_algorithm_4(alu_node& self, const ExpressMeshCase& at) {
  Sets sets;
  co_await bands_to_the_left(self, at, sets);
  if (sets.empty()) co_return;
  Operand value = fold(self, sets);
  self.keep(value);
  const LinePlace column = LinePlace::of(at.mesh, at.second_dimension(), self.id());
  co_await chain(self, column.among_terminals(), value);
}

/// 3 as printed: set by set from bottom to top. Set k of a band is its row k, so namesakes are no
/// consecutive rows and the order is lost. A band that has no row k sends an empty set.
Program program_as_printed(alu_node& self, const ExpressMeshCase& at) {
  Sets sets;
  co_await bands_to_the_left(self, at, sets);
  if (sets.empty()) co_return;
  sets.resize(static_cast<std::size_t>(at.mesh.line(0).full()));
  const LinePlace column = LinePlace::of(at.mesh, 0, self.id());
  co_await overlap_sets(self, column.among_terminals(), sets);
  if (column.position == 0) self.keep(fold(self, sets));
}

}  // namespace

Algorithm<ExpressMeshCase> algorithm_4() {
  return reduce_on({.layout = ExpressLayout::kSparse,
                    .exchanged = Placement::kColumnMajor,
                    .steps = steps_algorithm_4},
                   {.name = "algorithm-4",
                    .summary = "row-major values over few express links: sets overlap on the way",
                    .program = program_algorithm_4,
                    .equations = {root_of_n<4>("6")},
                    .blocks = {"em_overlap"}});
}

Algorithm<ExpressMeshCase> algorithm_4_literal() {
  return reduce_on(
      {.layout = ExpressLayout::kSparse, .placement = std::nullopt, .steps = steps_as_printed},
      {.name = "algorithm-4-literal",
       .summary = "Algorithm 4 as printed: set by set, which loses the order",
       .program = program_as_printed,
       .equations = {root_of_n<4>("6")},
       .blocks = {"em_overlap"}});
}

}  // namespace plexus::express
