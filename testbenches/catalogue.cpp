#include "testbenches/catalogue.hpp"

#include <algorithm>

#include "testbenches/benches.hpp"
#include "testbenches/ensemble_study.hpp"

namespace plexus {

namespace {

void add_new(std::vector<std::string>& list, const std::string& name) {
  if (std::ranges::find(list, name) == list.end()) list.push_back(name);
}

}  // namespace

std::vector<std::string> Catalogue::machines() const {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithms) add_new(names, algorithm.machine);
  return names;
}

std::vector<std::string> Catalogue::operations(const std::string& machine) const {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithms) {
    if (algorithm.machine == machine) add_new(names, algorithm.operation);
  }
  return names;
}

std::vector<const Algorithm*> Catalogue::algorithms_of(const std::string& machine,
                                                       const std::string& operation) const {
  std::vector<const Algorithm*> found;
  for (const Algorithm& algorithm : algorithms) {
    if (algorithm.machine == machine && algorithm.operation == operation) {
      found.push_back(&algorithm);
    }
  }
  return found;
}

Algorithm& MachineRows::operator()(std::string operation, std::string name, bool is_default,
                                   std::string summary, std::vector<Parameter> parameters,
                                   std::vector<Equation> equations,
                                   std::function<Report(const Values&, Bench&)> run,
                                   const std::vector<std::string>& more_blocks) const {
  std::vector<std::string> blocks = blocks_;
  blocks.insert(blocks.end(), more_blocks.begin(), more_blocks.end());
  return catalogue_.algorithms.emplace_back(
      Algorithm{machine_, std::move(operation), std::move(name), std::move(summary), is_default,
                std::move(parameters), std::move(equations), std::move(blocks), std::move(run)});
}

Catalogue make_catalogue() {
  Catalogue catalogue;
  add_bus(catalogue);
  add_shared_memory(catalogue);
  add_ring(catalogue);
  add_torus(catalogue);
  add_hypercube(catalogue);
  add_omega(catalogue);
  add_blocks(catalogue);
  catalogue.studies.push_back(ensemble_study());
  return catalogue;
}

}  // namespace plexus
