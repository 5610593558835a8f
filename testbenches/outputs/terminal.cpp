#include "testbenches/outputs/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>

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
    if (::ioctl(file, TIOCGWINSZ, &size) == 0) terminal.width = size.ws_col;
    const char* const plain = std::getenv("NO_COLOR");
    const char* const kind = std::getenv("TERM");
    terminal.colours = (plain == nullptr || *plain == '\0') &&
                       (kind == nullptr || std::string_view{kind} != "dumb");
  }
  if (const char* const columns = std::getenv("COLUMNS")) {
    const long asked = std::strtol(columns, nullptr, 10);
    if (asked > 0) terminal.width = static_cast<std::size_t>(asked);
  }
  if (terminal.width != kNoLimit) terminal.width = std::max(terminal.width, kLeast);
  return terminal;
}

std::string Terminal::painted(std::string_view text, std::string_view code) const {
  return colours ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string{text};
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  if (width == Terminal::kNoLimit) return {std::string{text}};
  while (text.size() > width) {
    std::size_t end = text.rfind(' ', width);
    const bool hard = end == std::string_view::npos || end == 0;
    if (hard) end = width;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(hard ? end : end + 1);
  }
  lines.emplace_back(text);
  return lines;
}

void print_table(std::ostream& out, const std::vector<std::vector<std::string>>& rows,
                 const Terminal& terminal) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  if (widths.empty()) return;
  if (terminal.width != Terminal::kNoLimit) {
    constexpr std::size_t kNarrowest = 6;
    const auto all = [&] {
      return std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1));
    };
    for (std::size_t total = all(); total > terminal.width; total = all()) {
      const auto widest = std::ranges::max_element(widths);
      if (*widest <= kNarrowest) break;
      --*widest;
    }
  }
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
