#include "models/express-mesh/shape.hpp"

#include <catch2/catch.hpp>

using namespace plexus;

namespace {

ExpressMeshDistances searched(const ExpressMeshShape& mesh) {
  ExpressMeshDistances both;
  for (NodeId v = 0; v < mesh.nodes(); ++v) {
    for (const std::int32_t distance : distances_from(mesh, v)) {
      both.diameter = std::max<std::int64_t>(both.diameter, distance);
      if (v == 0) both.eccentricity = std::max<std::int64_t>(both.eccentricity, distance);
    }
  }
  return both;
}

}  // namespace

TEST_CASE("the closed forms of distances on a line are those that a search finds",
          "[express-mesh]") {
  for (std::int64_t n = 1; n <= 40; ++n) {
    for (std::int64_t length = 2; length <= n + 1; ++length) {
      CAPTURE(n, length);
      const ExpressMeshDistances closed = line_distances({n, length});
      const ExpressMeshDistances found = searched({ExpressLayout::kLines, {n}, {{length}}});
      CHECK(closed.eccentricity == found.eccentricity);
      CHECK(closed.diameter == found.diameter);
    }
  }
}

TEST_CASE("layouts of degree 5 have it for every shape, and their distances are those of a search",
          "[express-mesh]") {
  const auto layout =
      GENERATE(ExpressLayout::kLines, ExpressLayout::kSparse, ExpressLayout::kCompound,
               ExpressLayout::kShifted, ExpressLayout::kShortened);
  const bool bounded = layout != ExpressLayout::kLines && layout != ExpressLayout::kSparse;
  for (std::int64_t rows = 1; rows <= 14; ++rows) {
    for (std::int64_t columns = 1; columns <= 14; columns += 1 + rows % 2) {
      for (const auto& [lr, lc] :
           {std::pair<std::int64_t, std::int64_t>{4, 4}, {5, 4}, {4, 7}, {6, 5}, {2, 3}, {3, 2}}) {
        if (layout == ExpressLayout::kShortened && (lr < 4 || lc < 4)) continue;
        const ExpressMeshShape mesh{layout, {rows, columns}, {{lr}, {lc}}};
        CAPTURE(to_string(layout), rows, columns, lr, lc);
        if (bounded) CHECK(figures(mesh).max_degree <= 5);
        if (mesh.values() == 1 || rows % 3 != 0) continue;
        const ExpressMeshDistances found = searched(mesh);
        CHECK(distances(mesh).eccentricity == found.eccentricity);
        CHECK(distances(mesh).diameter == found.diameter);
      }
    }
  }
}

TEST_CASE("a hierarchy has every level's links, and distances are sums over dimensions",
          "[express-mesh]") {
  const ExpressMeshShape lines{ExpressLayout::kLines, {12, 9}, {{2, 4}, {3}}};
  CHECK(figures(lines).express_links == 9 * (5 + 2) + 12 * 2);
  CHECK(distances(lines).diameter == searched(lines).diameter);
  CHECK(distances(lines).eccentricity == searched(lines).eccentricity);
  const ExpressMeshShape sparse{ExpressLayout::kSparse, {12, 12}, {{2, 6}, {3, 6}}};
  CHECK(figures(sparse).express_links == 6 * 3 + 4 * 5 + 2 * 1 + 2 * 1);
}
