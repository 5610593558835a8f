#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/catalogue/statistics.hpp"
#include "models/catalogue/values.hpp"

namespace plexus {

struct Catalogue;
class Experiment;

/// An equation that `plexus list` names for an algorithm.
struct CitedEquation {
  std::string equation;  ///< "(3.17)"
  std::string source;    ///< paper and section

  friend bool operator==(const CitedEquation&, const CitedEquation&) = default;
};

/// One algorithm of one operation on one machine, as command line, tests and studies see it.
struct CatalogueEntry {
  std::string machine;
  std::string operation;
  std::string name;
  std::string summary;  ///< one line
  bool is_default = false;
  std::vector<Parameter> parameters;
  std::vector<CitedEquation> equations;
  std::vector<std::string> blocks;    ///< parts of the machine that have twins
  std::vector<Statistic> statistics;  ///< figures that its runs report
  bool simulates = true;              ///< false: a question that is answered without a run
  /// Works a run out from its parameters. Throws Refusal.
  std::function<std::unique_ptr<Experiment>(const Values&)> prepare;
  bool has_picture = true;  ///< of its run, or of the machine that the question is about
};

/// Adds `entry` to the end of `catalogue`.
void enter(Catalogue& catalogue, CatalogueEntry entry);

}  // namespace plexus
