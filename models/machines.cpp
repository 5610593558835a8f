#include "models/machines.hpp"

#include <array>

#include "models/bus/machine.hpp"
#include "models/ensemble/study.hpp"
#include "models/express-mesh/machine.hpp"
#include "models/express-mesh/study.hpp"
#include "models/fat-tree/machine.hpp"
#include "models/fat-tree/study.hpp"
#include "models/graph/machine.hpp"
#include "models/hypercube/machine.hpp"
#include "models/omega/machine.hpp"
#include "models/pops/machine.hpp"
#include "models/pops/study.hpp"
#include "models/reconfigurable/machine.hpp"
#include "models/reconfigurable/study.hpp"
#include "models/ring/machine.hpp"
#include "models/shared-memory/machine.hpp"
#include "models/synthesis/study.hpp"
#include "models/torus/machine.hpp"

namespace plexus {

std::span<const MachineEntry> machines() {
  static constexpr std::array kMachines{
      MachineEntry{"bus", add_bus},
      MachineEntry{"shared-memory", add_shared_memory},
      MachineEntry{"ring", add_ring, add_ring_searches},
      MachineEntry{"torus", add_torus, add_torus_searches},
      MachineEntry{"hypercube", add_hypercube, add_hypercube_searches},
      MachineEntry{"omega", add_omega, add_omega_searches},
      MachineEntry{"reconfigurable", add_reconfigurable, add_reconfigurable_searches},
      MachineEntry{"fat-tree", add_fat_tree},
      MachineEntry{"express-mesh", add_express_mesh},
      MachineEntry{"pops", add_pops, add_pops_searches},
      MachineEntry{"graph", add_graph, add_graph_searches}};
  return kMachines;
}

std::vector<Study> studies() {
  return {ensemble_study(),     reconfigurable_study(), fat_tree_study(),
          express_mesh_study(), pops_study(),           optima_study()};
}

}  // namespace plexus
