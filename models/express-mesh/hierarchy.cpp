#include <cmath>

#include "models/express-mesh/algorithms.hpp"

namespace plexus::express {

namespace {

/// The stages of all levels on the lines of one dimension: level 0 in groups of L_1, level k in
/// groups of L_(k+1) / L_k heads, the last level all heads.
std::vector<Stage> all_levels(const ExpressMeshShape& mesh, unsigned dimension,
                              const std::vector<std::int64_t>& lines) {
  const std::vector<std::int64_t>& lengths = mesh.lengths[dimension];
  std::vector<Stage> stages{{dimension, 0, 1, lengths[0], lines}};
  for (unsigned k = 1; k <= lengths.size(); ++k) {
    const std::int64_t ratio = k < lengths.size() ? lengths[k] / lengths[k - 1] : 0;
    stages.push_back({dimension, k, lengths[k - 1], ratio, lines});
  }
  return stages;
}

/// Sum over the dimensions: min(L_1, n) - 1 mesh steps; min(L_(k+1)/L_k, ceil(n/L_k)) - 1 express
/// steps in level k, ceil(n/L_r) - 1 in the last one.
Steps steps(const ExpressMeshCase& at) {
  Steps steps;
  for (unsigned dimension = 0; dimension < at.mesh.dimensions(); ++dimension) {
    const std::int64_t n = at.mesh.sides[dimension];
    const std::vector<std::int64_t>& lengths = at.mesh.lengths[dimension];
    steps.mesh += std::min(lengths[0], n) - 1;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
      const std::int64_t heads = ceil_div(n, lengths[k]);
      const bool last = k + 1 == lengths.size();
      steps.express += (last ? heads : std::min(lengths[k + 1] / lengths[k], heads)) - 1;
    }
  }
  return steps;
}

/// All levels of the last dimension, then all of the one before on the lines that are left.
std::vector<Stage> stages_of_lines(const ExpressMeshCase& at) {
  std::vector<Stage> stages;
  std::vector<std::int64_t> lines(at.mesh.dimensions(), 1);
  for (unsigned k = at.mesh.dimensions(); k-- > 0;) {
    for (Stage& stage : all_levels(at.mesh, k, lines)) stages.push_back(std::move(stage));
    lines[k] = at.mesh.sides[k];
  }
  return stages;
}

/// Level by level: rows, then columns of every submesh. In level k, rows at multiples of L_k take
/// part, and columns at multiples of L_(k+1), in the last level column 0.
std::vector<Stage> stages_of_submeshes(const ExpressMeshCase& at) {
  const std::vector<Stage> rows = all_levels(at.mesh, 1, {1, 1});
  const std::vector<Stage> columns = all_levels(at.mesh, 0, {1, 1});
  std::vector<Stage> stages;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Stage row = rows[k];
    row.lines[0] = columns[k].unit;
    Stage column = columns[k];
    column.lines[1] = k + 1 < rows.size() ? rows[k + 1].unit : at.mesh.sides[1];
    stages.push_back(row);
    stages.push_back(column);
  }
  return stages;
}

/// O(n^(1/(r+1))) for r levels on n x n nodes.
double growth(const ExpressMeshCase& at) {
  return std::pow(static_cast<double>(at.mesh.values()),
                  1.0 / (at.mesh.dimensions() * (at.mesh.levels() + 1.0)));
}

ExpressMeshAlgorithm hierarchy(const std::string& name, const std::string& summary,
                               const ExpressMeshRules& rules) {
  ExpressMeshAlgorithm algorithm = reduction(name, summary, "8", rules);
  algorithm.growth = "n^(1/(r+1))";
  algorithm.growth_of = growth;
  return algorithm;
}

}  // namespace

ExpressMeshAlgorithm hierarchy_lines() {
  ExpressMeshRules rules;
  rules.dimensions = 0;
  rules.levels = Levels::kMany;
  rules.sides = {27, 27};
  rules.steps = steps;
  rules.stages = stages_of_lines;
  return hierarchy("hierarchy-lines", "all levels of express links of the rows, then of column 0",
                   rules);
}

ExpressMeshAlgorithm hierarchy_submesh() {
  ExpressMeshRules rules;
  rules.layout = ExpressLayout::kSparse;
  rules.levels = Levels::kMany;
  rules.same_levels = true;
  rules.sides = {27, 27};
  rules.placement = Placement::kNestedSubmeshRowMajor;
  rules.steps = steps;
  rules.stages = stages_of_submeshes;
  return hierarchy("hierarchy-submesh", "submeshes of submeshes, one level of express links each",
                   rules);
}

}  // namespace plexus::express
