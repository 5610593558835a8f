#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// Adds the algorithms of one machine to the catalogue, a row with each call.
class MachineRows {
 public:
  /// `blocks`: parts with twins that all of the algorithms have.
  MachineRows(Catalogue& catalogue, std::string machine, std::vector<std::string> blocks)
      : catalogue_{catalogue}, machine_{std::move(machine)}, blocks_{std::move(blocks)} {}

  /// `more_blocks`: parts with twins that this algorithm has besides.
  CatalogueEntry& operator()(std::string operation, std::string name, bool is_default,
                             std::string summary, std::vector<Parameter> parameters,
                             std::vector<CitedEquation> equations,
                             std::function<Report(const Values&, Bench&)> run,
                             const std::vector<std::string>& more_blocks = {}) const;

 private:
  Catalogue& catalogue_;
  std::string machine_;
  std::vector<std::string> blocks_;
};

/// The catalogue of this build: one line per machine.
Catalogue make_catalogue();

}  // namespace plexus
