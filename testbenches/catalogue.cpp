#include "testbenches/catalogue.hpp"

#include <algorithm>

#include "models/fat-tree/machine.hpp"
#include "models/fat-tree/study.hpp"
#include "models/ensemble/study.hpp"
#include "models/hypercube/machine.hpp"
#include "models/bus/machine.hpp"
#include "models/omega/machine.hpp"
#include "models/pops/machine.hpp"
#include "models/reconfigurable/machine.hpp"
#include "models/reconfigurable/study.hpp"
#include "models/ring/machine.hpp"
#include "models/torus/machine.hpp"
#include "models/shared-memory/machine.hpp"
#include "testbenches/benches.hpp"

namespace plexus {

CatalogueEntry& MachineRows::operator()(std::string operation, std::string name, bool is_default,
                                        std::string summary, std::vector<Parameter> parameters,
                                        std::vector<CitedEquation> equations,
                                        std::function<Report(const Values&, Bench&)> run,
                                        const std::vector<std::string>& more_blocks) const {
  std::vector<std::string> blocks = blocks_;
  blocks.insert(blocks.end(), more_blocks.begin(), more_blocks.end());
  return catalogue_.algorithms.emplace_back(CatalogueEntry{machine_,
                                                           std::move(operation),
                                                           std::move(name),
                                                           std::move(summary),
                                                           is_default,
                                                           std::move(parameters),
                                                           std::move(equations),
                                                           std::move(blocks),
                                                           {},
                                                           true,
                                                           {},
                                                           std::move(run)});
}

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
  add_pops(catalogue);
  add_blocks(catalogue);
  catalogue.studies.push_back(ensemble_study());
  catalogue.studies.push_back(fat_tree_study());
  catalogue.studies.push_back(reconfigurable_study());
  return catalogue;
}

}  // namespace plexus
