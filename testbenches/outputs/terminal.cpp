#include "testbenches/outputs/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace plexus {

Terminal Terminal::of(const std::ostream& stream) {
  constexpr std::size_t kLeast = 40;  // letters that a table needs to be one
  Terminal terminal;
  const int file = &stream == &std::cout   ? STDOUT_FILENO
                   : &stream == &std::cerr ? STDERR_FILENO
                                           : -1;
  if (file < 0) return terminal;
  terminal.person = ::isatty(file) != 0;
  if (terminal.person) {
    winsize size{};
    if (::ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.width = size.ws_col;
    const char* const plain = std::getenv("NO_COLOR");
    const char* const kind = std::getenv("TERM");
    terminal.colours = (plain == nullptr || *plain == '\0') &&
                       (kind == nullptr || std::string_view{kind} != "dumb");
  }
  if (const char* const columns = std::getenv("COLUMNS")) {
    const long asked = std::strtol(columns, nullptr, 10);
    if (asked > 0) terminal.width = static_cast<std::size_t>(asked);
  }
  terminal.width = std::max(terminal.width, kLeast);
  return terminal;
}

std::string Terminal::painted(std::string_view text, std::string_view code) const {
  return colours ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string{text};
}

namespace {

/// May a line end in front of letter `at`? At a space, and inside names that are made of several.
bool may_break(std::string_view text, std::size_t at) {
  const char before = text[at - 1];
  if (text[at] == ' ') return true;
  if (before == '/' || before == ',') return true;
  const bool joins = before == '_' || before == '-';
  return joins && at >= 2 && std::isalnum(static_cast<unsigned char>(text[at - 2])) != 0;
}

/// Letters of the longest piece that should not be cut.
std::size_t longest_piece(std::string_view text) {
  std::size_t longest = 0;
  std::size_t begin = 0;
  for (std::size_t at = 1; at <= text.size(); ++at) {
    if (at < text.size() && !may_break(text, at)) continue;
    longest = std::max(longest, at - begin);
    begin = at < text.size() && text[at] == ' ' ? at + 1 : at;
  }
  return longest;
}

/// The widths at which columns fit `room` without cutting names; none: there are no such.
std::optional<std::vector<std::size_t>> fitting(const std::vector<std::vector<std::string>>& rows,
                                                std::vector<std::size_t> widths, std::size_t room) {
  constexpr std::size_t kLongest = 24;  // letters of a name that is not cut
  std::vector<std::size_t> least(widths.size(), 1);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      least[i] = std::max(least[i], std::min(kLongest, longest_piece(row[i])));
    }
  }
  const std::size_t gaps = 2 * (widths.size() - 1);
  while (std::accumulate(widths.begin(), widths.end(), gaps) > room) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] <= least[i]) continue;
      if (widest == widths.size() || widths[i] > widths[widest]) widest = i;
    }
    if (widest == widths.size()) return std::nullopt;
    --widths[widest];
  }
  return widths;
}

/// Where columns do not fit: the first cell of each row, and the others below it, each behind its
/// name in `heads` where there are any.
void print_paragraphs(std::ostream& out, std::span<const std::vector<std::string>> rows,
                      const std::vector<std::string>& heads, std::size_t width) {
  constexpr std::size_t kIndent = 4;
  for (const auto& row : rows) {
    if (row.empty()) continue;
    fmt::print(out, "{}\n", fmt::join(wrapped(row.front(), width), "\n"));
    std::string rest;
    for (std::size_t i = 1; i < row.size(); ++i) {
      if (row[i].empty()) continue;
      if (!rest.empty()) rest += "; ";
      if (i < heads.size()) rest += heads[i] + ": ";
      rest += row[i];
    }
    if (rest.empty()) continue;
    for (const std::string& line : wrapped(rest, width - kIndent)) {
      fmt::print(out, "{:{}}{}\n", "", kIndent, line);
    }
  }
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width, bool cuts) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    std::size_t end = width;
    while (end > 0 && text[end] != ' ' && !(cuts && may_break(text, end))) --end;
    if (end == 0) end = std::min(text.find(' '), cuts ? width : text.size());  // one long name
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  lines.emplace_back(text);
  return lines;
}

void print_table(std::ostream& out, const std::vector<std::vector<std::string>>& rows,
                 const Terminal& terminal, bool headed) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  if (widths.empty()) return;
  const auto narrower = fitting(rows, widths, terminal.width);
  if (!narrower) {
    const auto heads = headed ? rows.front() : std::vector<std::string>{};
    return print_paragraphs(out, std::span{rows}.subspan(headed ? 1 : 0), heads, terminal.width);
  }
  widths = *narrower;
  for (const auto& row : rows) {
    std::vector<std::vector<std::string>> cells;
    std::size_t lines = 1;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool fits = row[i].size() <= widths[i];
      cells.push_back(wrapped(row[i], fits ? Terminal::kNoLimit : widths[i]));
      lines = std::max(lines, cells.back().size());
    }
    for (std::size_t line = 0; line < lines; ++line) {
      std::string text;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string cell = line < cells[i].size() ? cells[i][line] : "";
        text += i + 1 == cells.size() ? cell : fmt::format("{:<{}}  ", cell, widths[i]);
      }
      text.erase(text.find_last_not_of(' ') + 1);
      fmt::print(out, "{}\n", text);
    }
  }
}

}  // namespace plexus
