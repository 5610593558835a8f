#include "models/express-mesh/machine.hpp"

#include <memory>

#include "models/express-mesh/module.hpp"

namespace plexus {

namespace {

/// A node with an arithmetic unit is as large as two others.
double memory_of_mesh(const ExpressMeshCase& at) {
  const auto nodes = static_cast<double>(at.mesh.nodes());
  return memory_of(2 * nodes, 3 * nodes * at.mesh.dimensions());
}

}  // namespace

MachineKind<ExpressMeshCase> express_mesh_kind() {
  return {.name = "express-mesh",
          .read = express_mesh_case,
          .build =
              [](const ExpressMeshCase& at, const Operation&, const ConstructionOrder& order) {
                return std::make_unique<express_mesh>("express_mesh", at, order);
              },
          .memory = memory_of_mesh,
          .blocks = {"link", "port_guard", "em_link", "em_port"},
          .declared = express_mesh::statistics(),
          .layout = [](const ExpressMeshCase& at) { return express_mesh_layout(at.mesh); },
          .lower_bounds = {{"reduce", bound_of_result},
                           {"broadcast", bound_of_result},
                           {"median-row", bound_of_result},
                           {"median", bound_of_result}}};
}

void add_express_mesh(Catalogue& catalogue) {
  const MachineList<ExpressMeshCase> add{catalogue, express_mesh_kind()};
  for (Algorithm<ExpressMeshCase>& topology : express::topologies()) add(std::move(topology));
  PLEXUS_ADD_ALGORITHMS(express, PLEXUS_EXPRESS_MESH_ALGORITHMS)
}

}  // namespace plexus
