#pragma once

#include <string>
#include <vector>

#include "models/catalogue/entry.hpp"
#include "models/catalogue/own_part.hpp"
#include "models/catalogue/study.hpp"

namespace plexus {

/// A part with a SystemVerilog twin.
struct Block {
  std::string name;
  std::string part;                ///< header of the SystemC part
  std::string twin;                ///< SystemVerilog file
  std::vector<std::string> sizes;  ///< parameter sets that are verilated
  std::string help;                ///< one line
};

/// The machines of entries, each once.
[[nodiscard]] std::vector<std::string> machines_of(const std::vector<CatalogueEntry>& entries);
/// The operations of a machine's entries, each once.
[[nodiscard]] std::vector<std::string> operations_of(const std::vector<CatalogueEntry>& entries,
                                                     const std::string& machine);

/// All that the command knows, in the order of the table of algorithms.
struct Catalogue {
  std::vector<CatalogueEntry> algorithms;
  std::vector<CatalogueEntry> searches;  ///< algorithms that run for who names them alone
  std::vector<Block> blocks;
  std::vector<Study> studies;
  std::vector<OwnPart> parts;  ///< of a project of one's own

  [[nodiscard]] std::vector<std::string> machines() const;
  [[nodiscard]] std::vector<std::string> operations(const std::string& machine) const;
  [[nodiscard]] std::vector<const CatalogueEntry*> algorithms_of(
      const std::string& machine, const std::string& operation) const;
  /// The same, and behind them what is searched for: all names that may be asked for.
  [[nodiscard]] std::vector<const CatalogueEntry*> all_of(const std::string& machine,
                                                          const std::string& operation) const;
  /// The entry with these names, or the operation's default one where `algorithm` is empty; null if
  /// there is none.
  [[nodiscard]] const CatalogueEntry* find(const std::string& machine, const std::string& operation,
                                           const std::string& algorithm = {}) const;
};

}  // namespace plexus
