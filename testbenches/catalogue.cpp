#include "testbenches/catalogue.hpp"

#include <algorithm>
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
#include "models/torus/machine.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

namespace {

/// A machine, whose name has `-` where this one has `_`, and what enters it in a catalogue.
struct Machine {
  std::string_view name;
  void (*add)(Catalogue&);

  [[nodiscard]] bool is(std::string_view asked) const {
    return std::ranges::equal(name, asked,
                              [](char a, char b) { return a == b || (a == '_' && b == '-'); });
  }
};

/// The machine x, which `add_x` enters.
#define PLEXUS_MACHINE(x) \
  Machine { #x, add_##x }

constexpr std::array kMachines{
    PLEXUS_MACHINE(bus),             //
    PLEXUS_MACHINE(shared_memory),   //
    PLEXUS_MACHINE(ring),            //
    PLEXUS_MACHINE(torus),           //
    PLEXUS_MACHINE(hypercube),       //
    PLEXUS_MACHINE(omega),           //
    PLEXUS_MACHINE(reconfigurable),  //
    PLEXUS_MACHINE(fat_tree),        //
    PLEXUS_MACHINE(express_mesh),    //
    PLEXUS_MACHINE(pops),            //
    PLEXUS_MACHINE(graph),
};

}  // namespace

Catalogue make_catalogue(std::string_view only) {
  Catalogue catalogue;
  for (const Machine& machine : kMachines) {
    if (only.empty() || machine.is(only)) machine.add(catalogue);
  }
  for (const TwinBlock& block : twin_blocks()) {
    catalogue.blocks.push_back({block.name, block.part, block.file(), {block.sizes}, block.help});
  }
  catalogue.studies = {ensemble_study(), reconfigurable_study(), fat_tree_study(),
                       express_mesh_study(), pops_study()};
  return catalogue;
}

}  // namespace plexus
