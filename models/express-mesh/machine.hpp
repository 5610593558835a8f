#pragma once

#include "models/catalogue/algorithm.hpp"
#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/module.hpp"

namespace plexus {

/// How the express mesh reads its cases and builds its hardware.
[[nodiscard]] MachineKind<ExpressMeshCase> express_mesh_kind();
/// An algorithm as the catalogue takes it.
[[nodiscard]] Algorithm<ExpressMeshCase> describe(const ExpressMeshAlgorithm& described);
/// Adds the mesh with express links and its algorithms.
void add_express_mesh(Catalogue& catalogue);

}  // namespace plexus
