#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "models/catalogue/json_fwd.hpp"

namespace plexus {

/// What runs have reached in the SystemVerilog of their twins, as `--twin-coverage` writes it: how
/// often each line and branch was run, each bit of a signal was another than before, and each cover
/// property, a functional point of its block, was met.
/// All instances of a module count together, and so do all runs that are added.
class TwinCoverage {
 public:
  enum class Kind : std::uint8_t { kLine, kBranch, kToggle, kFunction };
  struct Point {
    std::string file;  ///< as Verilator read it
    unsigned line = 0;
    unsigned column = 0;
    Kind kind = Kind::kLine;
    /// Of a toggle the bit: `req_i[3]`; of a branch which: `if`, `else`; of a point its label.
    std::string what;
    friend auto operator<=>(const Point&, const Point&) = default;
  };

  /// Adds what a file of Verilator's says. Throws Refusal (usage) for one that cannot be read or is
  /// none.
  void add(const std::filesystem::path& data);

  /// The points and their counts, by module.
  [[nodiscard]] const std::map<std::string, std::map<Point, std::uint64_t>>& modules() const {
    return modules_;
  }
  /// `{module: {lines: {points, reached}, branches: .., toggles: .., functional: .., missed:
  /// [..]}}`
  [[nodiscard]] Json json() const;
  /// A page that needs nothing else: a table of the modules, and each file with what was not
  /// reached in it.
  [[nodiscard]] std::string page() const;

 private:
  std::map<std::string, std::map<Point, std::uint64_t>> modules_;
};

/// `plexus coverage`: merges `files`, prints a table or JSON, and writes `page` if it is not empty.
/// Throws Refusal (usage) without a file, for one that is no coverage, and for a page over one.
void report_coverage(const std::vector<std::string>& files, const std::string& page, bool json,
                     std::ostream& out);

}  // namespace plexus
