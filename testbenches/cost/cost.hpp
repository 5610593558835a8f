#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/catalogue.hpp"
#include "testbenches/command/words.hpp"
#include "testbenches/cost/blocks.hpp"

namespace plexus {

/// Something whose cost can be asked: a SystemVerilog block, a user's file, alone or in the place
/// of a block (`fifo=mine.sv`), or a machine, of which parts are counted.
class CostPart {
 public:
  /// Throws Refusal (usage) for a name that is neither.
  CostPart(const Catalogue& catalogue, const std::string& name);

  /// Names of the parameters as they stand in JSON: `data_width`.
  [[nodiscard]] std::vector<std::string> parameters() const;
  /// Names of the figures.
  [[nodiscard]] std::vector<std::string> figures() const;
  /// What `plexus cost --json` prints. `given`: parameters by name, the rest at their defaults.
  /// Throws Refusal.
  [[nodiscard]] Json answer(const Json& given) const;
  /// The figures alone, by name: `cells`, `flip_flops`, `logic_depth`, `area`, `delay` of a block,
  /// those of its structure of a machine.
  [[nodiscard]] Json figures_at(const Json& given) const;
  /// The name and the value of the parameter with this option. Throws Refusal.
  [[nodiscard]] std::pair<std::string, Json> read(const std::string& option,
                                                  const std::string& text) const;
  /// What is said of its parameters. Throws Refusal.
  [[nodiscard]] Texts read_options(const WordsLeft& rest) const;
  /// The sizes that `text` lists: of a block, what stands between commas.
  [[nodiscard]] std::vector<std::string> sizes_in(const std::string& text) const;
  void print_parameters(std::ostream& out) const;

 private:
  const Catalogue& catalogue_;
  std::string name_;
  const CatalogueEntry* structure_ = nullptr;  ///< of a machine
  std::optional<BlockSource> block_;
  std::optional<BlockSource> replaced_;  ///< the block in whose place a user's file is to stand
};

}  // namespace plexus
