#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace plexus {

/// What stands at the other end of a stream: a person with a screen of some width, or a program.
struct Terminal {
  static constexpr std::size_t kNoLimit = SIZE_MAX;

  std::size_t width = kNoLimit;  ///< letters in a line; no limit where nobody reads along
  bool colours = false;
  bool person = false;  ///< it is a terminal

  /// Of a stream that is standard output or standard error and leads to a terminal, unless NO_COLOR
  /// (for the colours) says otherwise; COLUMNS sets the width of any. No limit, no colours
  /// otherwise.
  static Terminal of(const std::ostream& stream);

  /// `text` in a colour, or as it is.
  [[nodiscard]] std::string good(std::string_view text) const { return painted(text, "32"); }
  [[nodiscard]] std::string bad(std::string_view text) const { return painted(text, "1;31"); }
  [[nodiscard]] std::string head(std::string_view text) const { return painted(text, "1"); }

 private:
  [[nodiscard]] std::string painted(std::string_view text, std::string_view code) const;
};

/// `text` in lines of at most `width` letters, broken at blanks and, if it `cuts`, inside names of
/// several parts.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width,
                                               bool cuts = true);

/// Rows with their columns below each other. Where they do not fit the terminal, the widest columns
/// get narrower and their cells take several lines; where even names would have to be cut, each row
/// becomes a paragraph. `headed`: the first row says what is in the columns.
void print_table(std::ostream& out, const std::vector<std::vector<std::string>>& rows,
                 const Terminal& terminal, bool headed = false);

}  // namespace plexus
