#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/catalogue/report.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/catalogue/study.hpp"
#include "models/catalogue/values.hpp"

namespace plexus {

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

/// A part with a SystemVerilog twin.
struct Block {
  std::string name;
  std::string part;                ///< header of the SystemC part
  std::string twin;                ///< SystemVerilog file
  std::vector<std::string> sizes;  ///< parameter sets that are verilated
  std::string help;                ///< one line
};

/// All that the command knows, in the order of the table of algorithms.
struct Catalogue {
  std::vector<CatalogueEntry> algorithms;
  std::vector<Block> blocks;
  std::vector<Study> studies;

  [[nodiscard]] std::vector<std::string> machines() const;
  [[nodiscard]] std::vector<std::string> operations(const std::string& machine) const;
  [[nodiscard]] std::vector<const CatalogueEntry*> algorithms_of(
      const std::string& machine, const std::string& operation) const;
  /// The entry with these names, or the operation's default one where `algorithm` is empty; null if
  /// there is none.
  [[nodiscard]] const CatalogueEntry* find(const std::string& machine, const std::string& operation,
                                           const std::string& algorithm = {}) const;
};

}  // namespace plexus
