#include "testbenches/outputs/terminal.hpp"

#include <algorithm>
#include <sstream>

#include <catch2/catch.hpp>

using namespace plexus;

TEST_CASE("a text is broken at blanks, a word that is too long anywhere", "[terminal]") {
  using Lines = std::vector<std::string>;
  CHECK(wrapped("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrapped("one two three", 100) == Lines{"one two three"});
  CHECK(wrapped("abcdefgh ij", 4) == Lines{"abcd", "efgh", "ij"});
  CHECK(wrapped("", 4) == Lines{""});
  CHECK(wrapped("as long as it is", Terminal::kNoLimit) == Lines{"as long as it is"});
}

TEST_CASE("a table fits the terminal and loses no word", "[terminal]") {
  const auto width = GENERATE(std::size_t{40}, 60, 80, 200);
  CAPTURE(width);
  const std::vector<std::vector<std::string>> rows{
      {"ring", "broadcast", "two-way *", "t(nu) (3.17)", "the same packets both ways round"},
      {"hypercube", "alltoall", "recursive-exchange", "(3.44) (3.45)",
       "halves of what is held go across one dimension after the other"}};
  std::ostringstream out;
  print_table(out, rows, {width, false});
  std::string words;
  std::istringstream lines{out.str()};
  for (std::string line; std::getline(lines, line);) {
    CHECK(line.size() <= width);
    words += line;
  }
  const auto letters = [](const std::string& text) {  // paragraphs have `;` between cells
    return std::count_if(text.begin(), text.end(),
                         [](char letter) { return letter != ' ' && letter != ';'; });
  };
  std::string all;
  for (const auto& row : rows) {
    for (const std::string& cell : row) all += cell;
  }
  CHECK(letters(words) == letters(all));
}

TEST_CASE("names are not cut where they need not be", "[terminal]") {
  using Lines = std::vector<std::string>;
  CHECK(wrapped("hw/link/link.hpp", 10) == Lines{"hw/link/", "link.hpp"});
  CHECK(wrapped("--bandwidth 1", 11) == Lines{"--bandwidth", "1"});
  std::ostringstream columns;
  print_table(columns, {{"link", "hw/link/link.hpp"}, {"relay_node", "hw/node"}}, {24, false});
  CHECK(columns.str() == "link        hw/link/\n            link.hpp\nrelay_node  hw/node\n");
  std::ostringstream paragraphs;
  print_table(paragraphs, {{"part", "twin", "file"}, {"allgather", "alltoall", "broadcast"}},
              {24, false}, true);
  CHECK(paragraphs.str() == "allgather\n    twin: alltoall;\n    file: broadcast\n");
}

TEST_CASE("what goes into a file has neither colours nor a width", "[terminal]") {
  std::ostringstream file;
  const Terminal terminal = Terminal::of(file);
  CHECK(terminal.width == Terminal::kNoLimit);
  CHECK(terminal.bad("WRONG") == "WRONG");
  CHECK(Terminal{80, true}.bad("WRONG") == "\x1b[1;31mWRONG\x1b[0m");
}
