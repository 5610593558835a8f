#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/prediction.hpp"
#include "models/catalogue/values.hpp"
#include "testbenches/studies/study.hpp"

namespace plexus {

class Bench;
struct Catalogue;

/// What a bench hands back of one run. Parameters and names are added by the command.
struct Report {
  Cycles cycles{0};
  bool verified = false;
  std::string problem;  ///< what is wrong with the data, where they are
  std::vector<Prediction> predictions;
  std::optional<Cycles> lower_bound;
  Json statistics = Json::object();  ///< figures under the specification's names
};

/// An equation that `plexus list` names for an algorithm.
struct Equation {
  std::string equation;  ///< "(3.17)"
  std::string source;    ///< paper and section
};

/// One algorithm of one operation on one machine: a row of the catalogue.
struct Algorithm {
  std::string machine;
  std::string operation;
  std::string name;
  std::string summary;  ///< one line
  bool is_default = false;
  std::vector<Parameter> parameters;
  std::vector<Equation> equations;
  std::vector<std::string> blocks;  ///< parts of the machine that have twins
  std::function<Report(const Values&, Bench&)> run;
  bool simulates = true;  ///< false: a question that is answered without a run
};

/// A part with a SystemVerilog twin.
struct Block {
  std::string name;
  std::string part;                ///< header of the SystemC part
  std::string twin;                ///< SystemVerilog file
  std::vector<std::string> sizes;  ///< parameter sets that are verilated
  std::string help;                ///< one line
};

/// A table of a paper that `plexus reproduce NAME` works out anew.
struct Study {
  std::string name;
  std::string help;  ///< one line
  std::vector<Parameter> parameters;
  std::function<StudyReport(const Catalogue&, const Values&)> run;
};

/// All that the command knows, in the order of the README's table.
struct Catalogue {
  std::vector<Algorithm> algorithms;
  std::vector<Block> blocks;
  std::vector<Study> studies;

  [[nodiscard]] std::vector<std::string> machines() const;
  [[nodiscard]] std::vector<std::string> operations(const std::string& machine) const;
  [[nodiscard]] std::vector<const Algorithm*> algorithms_of(const std::string& machine,
                                                            const std::string& operation) const;
};

/// Adds the algorithms of one machine to the catalogue, a row with each call.
class MachineRows {
 public:
  /// `blocks`: parts with twins that all of the algorithms have.
  MachineRows(Catalogue& catalogue, std::string machine, std::vector<std::string> blocks)
      : catalogue_{catalogue}, machine_{std::move(machine)}, blocks_{std::move(blocks)} {}

  /// `more_blocks`: parts with twins that this algorithm has besides.
  Algorithm& operator()(std::string operation, std::string name, bool is_default,
                        std::string summary, std::vector<Parameter> parameters,
                        std::vector<Equation> equations,
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
