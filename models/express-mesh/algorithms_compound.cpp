#include "models/express-mesh/case.hpp"

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
Steps steps_4_compound(const ExpressMeshCase& at) {
  return steps_3_compound(at) + building_block::overlap(at.mesh.line(1), at.mesh.line(0));
}

/// Phase 1 in the A, 2 and 3 in the B, and the result from B to A of node 0.
Stages stages_3_compound(const ExpressMeshCase& at) {
  Stages stages = in_submeshes(at);
  if (one_terminal(at)) return stages;
  const std::int64_t Lr = at.mesh.line(0).length;
  const std::int64_t Lc = at.mesh.line(1).length;
  stages.insert(stages.begin() + 2, Stage{.lines = {Lr, Lc}, .over = Stage::Over::kSecondNodes});
  stages.push_back({.lines = at.mesh.sides, .over = Stage::Over::kFromSecondNode});
  return stages;
}

/// The A pass on every set at once; with one terminal in a row it is Algorithm 3, for the rows of a
/// band follow each other.
Stages stages_4_compound(const ExpressMeshCase& at) {
  if (at.mesh.line(1).terminals() == 1) return stages_3_compound(at);
  Stages stages = in_submeshes_apart(at);
  stages[1].moves = Stage::Moves::kSetsOn;
  stages.push_back({.lines = at.mesh.sides, .over = Stage::Over::kFromSecondNode});
  return stages;
}

}  // namespace

Algorithm<ExpressMeshCase> algorithm_3_compound() {
  return reduce_on({.layout = ExpressLayout::kCompound,
                    .placement = Placement::kSubmeshRowMajor,
                    .stages = stages_3_compound,
                    .steps = steps_3_compound},
                   {.name = "algorithm-3-compound",
                    .summary = "Algorithm 3 with compound nodes: degree 5",
                    .equations = {root_of_n(4, "7")}});
}

Algorithm<ExpressMeshCase> algorithm_4_compound() {
  return reduce_on(
      {.layout = ExpressLayout::kCompound, .stages = stages_4_compound, .steps = steps_4_compound},
      {.name = "algorithm-4-compound",
       .summary = "Algorithm 4 with compound nodes: degree 5",
       .equations = {root_of_n(4, "7")},
       .blocks = {"em_overlap"}});
}

}  // namespace plexus::express
