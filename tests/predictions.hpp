#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/experiment.hpp"
#include "tests/every_machine.hpp"

namespace plexus {

/// An algorithm's run with values of parameters by name, worked out and not simulated: no kernel.
inline std::unique_ptr<Experiment> experiment_of(const std::string& machine,
                                                 const std::string& operation,
                                                 const std::string& algorithm,
                                                 const Json& given = Json::object()) {
  const CatalogueEntry* entry = every_machine().find(machine, operation, algorithm);
  if (entry == nullptr) {
    throw std::invalid_argument{machine + ' ' + operation + ' ' + algorithm + " is not registered"};
  }
  return entry->prepare(complete(entry->parameters, given));
}

/// What equations and exact count say of it.
inline std::vector<Prediction> predictions_of(const std::string& machine,
                                              const std::string& operation,
                                              const std::string& algorithm,
                                              const Json& given = Json::object()) {
  return experiment_of(machine, operation, algorithm, given)->predictions();
}

/// The figure of one of them: the first one with the equation `label`.
inline double figure_of(const std::vector<Prediction>& predictions, const std::string& label) {
  for (const Prediction& prediction : predictions) {
    if (prediction.equation == label) return prediction.cycles;
  }
  throw std::invalid_argument{"no prediction " + label};
}

}  // namespace plexus
