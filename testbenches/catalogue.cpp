#include "testbenches/catalogue.hpp"

#include "models/machines.hpp"
#include "rtl/frame/block.hpp"
#include "testbenches/workload/entry.hpp"

namespace plexus {

Catalogue make_catalogue(std::string_view only) {
  Catalogue catalogue;
  for (const MachineEntry& machine : machines()) {
    if (!only.empty() && machine.name != only) continue;
    machine.add(catalogue);
    if (machine.add_searches != nullptr) machine.add_searches(catalogue);
    add_workload(catalogue, std::string{machine.name});
  }
  for (const TwinBlock& block : twin_blocks()) {
    catalogue.blocks.push_back({block.name, block.part, block.file(), {block.sizes}, block.help});
  }
  catalogue.studies = studies();
  return catalogue;
}

}  // namespace plexus
