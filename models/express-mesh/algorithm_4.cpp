#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/sets.hpp"

namespace plexus::express {

namespace {

/// l_r - 1 + l_c - 1 mesh steps; [T_c > 1](T_c - 1 + l_r - 1) + T_r - 1 express steps: phase 3 as
/// corrected (erratum E1), one chain of whole bands.
Steps steps(const ExpressMeshCase& at) {
  const ExpressLine along = at.first_line();
  const ExpressLine across = at.second_line();
  const std::int64_t overlap =
      along.terminals() > 1 ? along.terminals() - 1 + across.full() - 1 : 0;
  return {across.full() - 1 + along.full() - 1, overlap + across.terminals() - 1, 0};
}

Steps hops(const ExpressMeshCase& at) {
  const ExpressLine along = at.first_line();
  const ExpressLine across = at.second_line();
  return {at.mesh.values() - across.nodes * along.terminals() +
              along.terminals() * building_block::triangles(across),
          across.nodes * (along.terminals() - 1) + across.terminals() - 1, 0};
}

/// Algorithm 4, phase 3 corrected. Rows and columns are exchanged for values in column-major order.
Program program(alu_node& self, const ExpressMeshCase& at) {
  const unsigned first = at.first_dimension();
  const unsigned second = at.second_dimension();
  const ExpressLine along = at.first_line();
  const ExpressLine across = at.second_line();
  const std::int64_t column = at.mesh.coordinate(self.id(), first);
  const std::int64_t row = at.mesh.coordinate(self.id(), second);
  const auto mesh_list = [&](unsigned dimension, ExpressLine line, std::int64_t place) {
    return ListPlace{place % line.length, line.width(place / line.length),
                     at.mesh.channel(dimension, false), at.mesh.channel(dimension, true)};
  };
  const auto express_list = [&](unsigned dimension, ExpressLine line, std::int64_t place) {
    return ListPlace{place / line.length, line.terminals(), at.mesh.channel(dimension, false, 1),
                     at.mesh.channel(dimension, true, 1)};
  };
  Operand value = at.operand_at(self.id());
  self.keep(value);
  // 1a. Every row of a submesh combines towards the leftmost processor of the row.
  co_await chain(self, mesh_list(first, along, column), value);
  if (column % along.length != 0) co_return;
  co_await self.phase_end();
  // 1b. All partial answers of a submesh are sent to its terminal.
  Sets sets;
  co_await gather_sets(self, mesh_list(second, across, row), value, sets);
  if (row % across.length != 0) co_return;
  co_await self.phase_end();
  // 2. The computations of the sets overlap on the way to the leftmost terminals.
  co_await overlap_sets(self, express_list(first, along, column), sets);
  if (column != 0) co_return;
  co_await self.phase_end();
  // 3. The sets of a leftmost terminal are whole, consecutive rows: it combines them first.
  value = fold(self, sets);
  self.keep(value);
  co_await chain(self, express_list(second, across, row), value);
}

}  // namespace

ExpressMeshAlgorithm algorithm_4() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kSparse;
  rules.exchanged = Placement::kColumnMajor;
  rules.steps = steps;
  rules.separate = false;
  rules.parts = {"em_overlap"};
  ExpressMeshAlgorithm algorithm =
      reduction("algorithm-4", "row-major values over few express links: sets overlap on the way",
                "6", rules);
  algorithm.program = program;
  algorithm.hops = hops;
  algorithm.growth = "N^(1/4)";
  algorithm.growth_of = fourth_root;
  return algorithm;
}

}  // namespace plexus::express
