#pragma once

#include <vector>

#include "models/catalogue/algorithm.hpp"
#include "models/express-mesh/case.hpp"

namespace plexus {

/// The algorithms of the express mesh in the order of the table, behind its topologies.
// clang-format off
#define PLEXUS_EXPRESS_MESH_ALGORITHMS(line) \
  line(algorithm_1) \
  line(algorithm_1_dual) \
  line(algorithm_2) \
  line(dimension_order) \
  line(blocked) \
  line(algorithm_3) \
  line(algorithm_4) \
  line(algorithm_4_literal) \
  line(algorithm_3_compound) \
  line(algorithm_4_compound) \
  line(algorithm_3_shifted) \
  line(algorithm_4_shifted) \
  line(algorithm_3_shortened) \
  line(algorithm_4_shortened) \
  line(hierarchy_lines) \
  line(hierarchy_submesh) \
  line(ordinary_mesh) \
  line(global_bus) \
  line(row_column_bus) \
  line(separable_bus) \
  line(separable_bus_row_major) \
  line(bus_hierarchy) \
  line(line_broadcast) \
  line(line_scan) \
  line(row_column_scan) \
  line(count_and_search) \
  line(median_of_medians) \
  line(four_scans)
// clang-format on

PLEXUS_DECLARE_ALGORITHMS(express, ExpressMeshCase, PLEXUS_EXPRESS_MESH_ALGORITHMS)
namespace express {
/// `topology`, an algorithm for each layout.
[[nodiscard]] std::vector<Algorithm<ExpressMeshCase>> topologies();
}  // namespace express

/// How the express mesh builds its hardware.
[[nodiscard]] MachineKind<ExpressMeshCase> express_mesh_kind();
/// Adds the mesh with express links and its algorithms.
void add_express_mesh(Catalogue& catalogue);

}  // namespace plexus
