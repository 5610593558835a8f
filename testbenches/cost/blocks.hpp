#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace plexus {

/// A size of a SystemVerilog block, as its file declares it.
struct BlockParameter {
  std::string name;  ///< in the file: `DataWidth`
  std::int64_t fallback = 0;
  bool flag = false;          ///< 0 or 1
  std::int64_t least = 0;     ///< `at least 2`, `2 or more` in the file's comment; else 1, if it is
                              ///< a size that is not 0 by default
  bool power_of_two = false;  ///< `a power of two` there
  std::string help;           ///< the comment

  [[nodiscard]] std::string option() const;  ///< `--data-width`
  [[nodiscard]] std::string key() const;     ///< `data_width`
  [[nodiscard]] std::string range() const;   ///< for people: `>= 2, a power of two`
  /// Throws Refusal (range, size) for a value that the file's comment rules out.
  void check(std::int64_t value) const;
};

/// A SystemVerilog module, with all that it is built from.
struct BlockSource {
  std::string name;
  std::filesystem::path path;
  std::string help;  ///< first sentence of the file
  std::vector<BlockParameter> parameters;
  /// Files that are synthesised, its own first: path and content.
  std::vector<std::pair<std::filesystem::path, std::string>> files;
};

/// SystemVerilog with comments and strings as spaces, so that what is found in it stands in the
/// file at the same place.
[[nodiscard]] std::string code_of(const std::string& source);

/// Names of all blocks under rtl/, sorted.
[[nodiscard]] std::vector<std::string> block_names();

/// The block of this name, or the one in this file (`mine.sv`, whose module has the file's name);
/// nothing if there is none. Throws Refusal (usage) for a file that cannot be read or has no such
/// module.
[[nodiscard]] std::optional<BlockSource> find_block(const std::string& name);

/// The sizes of `block`, and what they mean.
void print_sizes(std::ostream& out, const BlockSource& block);

/// Adds an option for each size of `block`; one is understood by its name in the file, too.
void add_sizes(CLI::App& app, const BlockSource& block);

/// A user's file in the place of `block`: its module has the block's name, or the file's, or is the
/// only one; modules that it uses are in it, beside it, or under rtl/. Its parameters are those of
/// `block`. Throws Refusal (usage).
[[nodiscard]] BlockSource find_users_block(const BlockSource& block,
                                           const std::filesystem::path& file);

}  // namespace plexus
