#include "testbenches/catalogue.hpp"

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
#include "models/torus/machine.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

Catalogue make_catalogue() {
  Catalogue catalogue;
  add_bus(catalogue);
  add_shared_memory(catalogue);
  add_ring(catalogue);
  add_torus(catalogue);
  add_hypercube(catalogue);
  add_omega(catalogue);
  add_reconfigurable(catalogue);
  add_fat_tree(catalogue);
  add_express_mesh(catalogue);
  add_pops(catalogue);
  add_graph(catalogue);
  for (const TwinBlock& block : twin_blocks()) {
    catalogue.blocks.push_back({block.name, block.part, block.file(), {block.sizes}, block.help});
  }
  catalogue.studies = {ensemble_study(), reconfigurable_study(), fat_tree_study(),
                       express_mesh_study(), pops_study()};
  return catalogue;
}

}  // namespace plexus
