#include <memory>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/machine.hpp"
#include "models/express-mesh/module.hpp"

using namespace plexus;

namespace {

std::int64_t best_steps(const Algorithm<ExpressMeshCase>& algorithm, std::int64_t n) {
  const CaseExperiment<ExpressMeshCase> experiment{
      std::make_shared<const MachineKind<ExpressMeshCase>>(express_mesh_kind()),
      std::make_shared<const Algorithm<ExpressMeshCase>>(algorithm),
      complete(algorithm.parameters, {{"sides", {n, n}}, {"lengths", "best"}})};
  return experiment.at().steps->cycles(experiment.at().costs).count();
}

}  // namespace

TEST_CASE("best steps on square meshes are those of the table of section 8.2", "[express-mesh]") {
  struct Row {
    Algorithm<ExpressMeshCase> (*algorithm)();
    std::int64_t n64;
    std::int64_t n256;
  };
  using namespace express;
  const auto row = GENERATE(values<Row>({{algorithm_2, 28, 60},
                                         {algorithm_4, 34, 73},
                                         {algorithm_3_shifted, 41, 87},
                                         {algorithm_4_shifted, 49, 104},
                                         {algorithm_3_shortened, 42, 88},
                                         {algorithm_4_shortened, 50, 105},
                                         {row_column_scan, 48, 103},
                                         {count_and_search, 38, 82},
                                         {four_scans, 80, 172}}));
  CAPTURE(row.algorithm().name);
  CHECK(best_steps(row.algorithm(), 64) == row.n64);
  CHECK(best_steps(row.algorithm(), 256) == row.n256);
}

TEST_CASE("of lengths that are equally good the shortest is taken", "[express-mesh][steps]") {
  ExpressMeshShape mesh;
  mesh.sides = {9, 9};
  const CyclesOf alike = [](const ExpressMeshShape& /*mesh*/) { return 7_cycles; };
  const CyclesOf two_best = [](const ExpressMeshShape& shape) {
    return Cycles{shape.lengths[0][0] % 4 == 0 ? 3 : 4} +
           Cycles{shape.lengths[1][0] % 3 == 0 ? 1 : 2};
  };
  for (const auto search : {best_lengths, best_lengths_by_dimension}) {
    CHECK(search(mesh, 2, alike).lengths == std::vector<std::vector<std::int64_t>>{{2}, {2}});
    const BestLengths found = search(mesh, 2, two_best);
    CHECK(found.lengths == std::vector<std::vector<std::int64_t>>{{4}, {3}});
    CHECK(found.cycles == 4_cycles);
  }
}

TEST_CASE("Algorithm 1 with its best length takes ceil(2 sqrt n) - 2 steps", "[express-mesh]") {
  for (std::int64_t n = 1; n <= 3000; n += 1 + n / 50) {
    std::int64_t best = n - 1;
    for (std::int64_t length = 2; length <= n; ++length) {
      best = std::min(best, building_block::line({n, length}).cycles(HopCosts{}).count());
    }
    std::int64_t root = 0;
    while (root * root < 4 * n) ++root;
    CAPTURE(n);
    CHECK(best == root - 2);
  }
}

TEST_CASE("hierarchies take the steps of the table of section 8.4", "[express-mesh]") {
  struct Row {
    std::int64_t n;
    std::vector<std::int64_t> steps;
  };
  const auto row = GENERATE(values<Row>({{16, {12, 10, 8, 8, 8, 8}},
                                         {64, {28, 18, 16, 14, 12, 12}},
                                         {256, {60, 34, 24, 22, 20, 18}},
                                         {1024, {124, 56, 38, 30, 28, 26}},
                                         {4096, {252, 90, 56, 44, 36, 34}}}));
  for (unsigned r = 1; r <= 6; ++r) {
    CAPTURE(row.n, r);
    CHECK(best_hierarchy({row.n, row.n}, r, HopCosts{}).cycles.count() == row.steps[r - 1]);
  }
}
