#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/command.hpp"

using namespace plexus;

namespace {

/// Section 10 of the specification: # | operation | algorithm | nodes | ports | words | timing |
/// other parameters | cycles | links per phase | step words | messages | words moved | exposed |
/// remarks.
constexpr const char* kReconfigurableRows = R"(
1 | broadcast | rcp-naive | 8 | 1 | 1 | T0 | - | 3 | 1 2 4 | 1 1 1 | 7 | 7 | 0 | -
2 | broadcast | rcp-naive | 27 | 2 | 9 | T1 | - | 92 | 2 6 18 | 9 9 9 | 26 | 234 | 56 | -
3 | broadcast | rcp-naive | 20 | 2 | 9 | T1 | - | 85 | 2 6 11 | 9 9 9 | 19 | 171 | 49 | -
4 | broadcast | rcp-naive | 3 | 4 | 5 | T1 | - | 20 | 2 | 5 | 2 | 10 | 12 | -
5 | broadcast | rcp-naive | 27 | 2 | 9 | T1 | handshake=2 bandwidth=4 | 80 | 2 6 18 | 9 9 9 | 26 | 234 | 56 | -
6 | broadcast | rcp-two-phase | 27 | 2 | 27 | T1 | split_steps=0 | 146 | 2 6 18 | 27 27 27 | 26 | 702 | 56 | -
7 | broadcast | rcp-two-phase | 27 | 2 | 27 | T1 | split_steps=1 | 141 | 2 6 18 27 | 9 9 9 9 | 80 | 720 | 93 | redundant_words 18
8 | broadcast | rcp-two-phase | 27 | 2 | 27 | T1 | split_steps=2 | 172 | 2 6 18 27 27 | 9 3 3 3 9 | 134 | 738 | 130 | redundant_words 36
9 | broadcast | rcp-two-phase | 27 | 2 | 27 | T1 | split_steps=3 | 211 | 2 6 18 27 27 27 | 9 3 1 1 3 9 | 188 | 756 | 167 | redundant_words 54
10 | broadcast | rcp-two-phase | 27 | 2 | 10 | T1 | split_steps=2 | 159 | 2 6 18 27 27 | 4 2 2 2 4 | 134 | 274 | 130 | redundant_words 14
11 | broadcast | rcp-two-phase | 27 | 2 | 2 | T1 | split_steps=3 | 191 | 2 6 18 27 27 27 | 1 1 1 1 1 1 | 58 | 58 | 167 | redundant_words 6
12 | broadcast | rcp-two-phase | 29 | 2 | 27 | T1 | split_steps=2 | 203 | 2 6 18 27 27 4 | 9 3 3 3 9 14 | 138 | 792 | 144 | redundant_words 36
13 | broadcast | rcp-two-phase | 18 | 2 | 27 | T1 | split_steps=2 | 145 | 2 6 9 18 18 | 9 3 3 3 9 | 89 | 495 | 103 | redundant_words 36
14 | broadcast | rcp-two-phase | 16 | 3 | 64 | T1 | split_steps=auto | 126 | 3 12 24 | 16 16 16 | 63 | 1008 | 69 | chose split_steps 1; redundant_words 48
15 | broadcast | rcp-two-phase | 3125 | 4 | 10 | F4 | split_steps=0 | 60150 | 4 20 100 500 2500 | 10 10 10 10 10 | 3124 | 31240 | 50000 | -
16 | broadcast | rcp-two-phase | 3125 | 4 | 10 | F4 | split_steps=1 | 67956 | 4 20 100 500 2500 6250 | 2 2 2 2 2 2 | 15624 | 31248 | 60000 | redundant_words 8
17 | broadcast | rcp-two-phase | 3125 | 4 | 10 | F4 | split_steps=4 | 101318 | 4 20 100 500 2500 6250 6250 6250 6250 | 2 1 1 1 1 1 1 1 2 | 18774 | 31278 | 90000 | redundant_words 38
18 | broadcast | rcp-two-phase | 3125 | 4 | 33 | F4 | split_steps=1 | 70596 | 4 20 100 500 2500 6250 | 7 7 7 7 7 7 | 15624 | 103119 | 60000 | redundant_words 27
19 | broadcast | rcp-two-phase | 3125 | 4 | 34 | F4 | split_steps=1 | 70596 | 4 20 100 500 2500 6250 | 7 7 7 7 7 7 | 15624 | 106244 | 60000 | redundant_words 28
20 | broadcast | rcp-two-phase | 3125 | 4 | 1000 | F4 | split_steps=4 | 144526 | 4 20 100 500 2500 6250 6250 6250 6250 | 200 40 8 2 2 2 8 40 200 | 53124 | 3127275 | 90000 | redundant_words 3275
21 | broadcast | rcp-two-phase | 3125 | 4 | 1000 | F4 | split_steps=auto | 130850 | 4 20 100 500 2500 6250 6250 | 200 40 40 40 40 40 200 | 28124 | 3125600 | 70000 | chose split_steps 2; redundant_words 1600
22 | scatter | rcp-tree | 27 | 2 | 2 | T1 | - | 91 | 2 6 18 | 18 6 2 | 26 | 108 | 56 | -
23 | gather | rcp-tree | 27 | 2 | 2 | T1 | - | 91 | 18 6 2 | 2 6 18 | 26 | 108 | 56 | -
24 | scatter | rcp-tree | 27 | 2 | 2 | T1 | root=13 | 91 | 2 6 18 | 18 6 2 | 26 | 108 | 56 | -
25 | scatter | rcp-tree | 13 | 2 | 1 | T0 | numbering=rcp | 7 | 2 6 4 | 5 1 1 | 12 | 18 | 0 | -
26 | scatter | rcp-tree | 13 | 2 | 1 | T0 | numbering=radix | 7 | 2 6 4 | 4 2 1 | 12 | 19 | 0 | -
27 | scatter | rcp-tree | 13 | 2 | 1 | T0 | numbering=fit | 6 | 2 2 8 | 2 3 1 | 12 | 18 | 0 | -
28 | gather | rcp-tree | 50 | 4 | 3 | T1 | - | 127 | 36 9 4 | 3 15 21 | 49 | 258 | 79 | -
29 | allgather | rcp-clique | 16 | 1 | 1 | T0 | - | 15 | 8 8 8 8 | 1 2 4 8 | 64 | 240 | 0 | -
30 | allgather | rcp-clique | 27 | 2 | 2 | T1 | - | 146 | 27 27 27 | 2 6 18 | 162 | 1404 | 111 | -
31 | allgather | circulant | 10 | 2 | 1 | T1 | - | 74 | 10 10 10 | 1 3 1 | 50 | 90 | 60 | -
32 | allgather | circulant | 12 | 4 | 1 | T1 | - | 77 | 24 24 | 1 2 | 96 | 132 | 68 | -
33 | allgather | circulant | 11 | 3 | 1 | T1 | - | 77 | 11 11 11 | 1 3 1 | 66 | 110 | 63 | -
34 | allgather | flip | 6 | 1 | 1 | T1 | - | 53 | 3 3 3 | 1 2 2 | 18 | 30 | 39 | -
35 | allgather | flip | 22 | 3 | 1 | T1 | - | 125 | 11 33 33 | 1 2 6 | 154 | 462 | 107 | -
36 | allgather | fold | 5 | 1 | 1 | T1 | - | 68 | 1 2 2 1 | 1 2 3 4 | 10 | 20 | 46 | -
37 | allgather | direct | 7 | 2 | 3 | T1 | - | 69 | 7 7 7 | 3 3 3 | 42 | 126 | 51 | -
38 | allgather | auto | 30 | 4 | 2 | T1 | - | 235 | 60 60 60 | 2 10 4 | 330 | 1740 | 210 | chose circulant
39 | alltoall | rcp-clique | 9 | 2 | 1 | T1 | - | 50 | 9 9 | 3 3 | 36 | 108 | 38 | -
40 | alltoall | rcp-clique | 16 | 3 | 2 | T1 | - | 90 | 24 24 | 8 8 | 96 | 768 | 68 | -
41 | alltoall | circulant | 10 | 2 | 1 | T1 | - | 78 | 10 10 10 | 4 4 1 | 50 | 150 | 60 | -
42 | alltoall | flip | 6 | 1 | 1 | T1 | - | 57 | 3 3 3 | 3 4 2 | 18 | 54 | 39 | -
43 | alltoall | flip | 20 | 3 | 1 | T1 | - | 126 | 30 30 10 | 5 8 4 | 140 | 700 | 100 | -
44 | alltoall | direct | 5 | 1 | 1 | T1 | - | 80 | 2 2 2 2 2 | 1 1 1 1 1 | 20 | 20 | 60 | -
45 | alltoall | direct | 9 | 2 | 1 | T1 | - | 92 | 9 9 9 9 | 1 1 1 1 | 72 | 72 | 76 | -
46 | move | direct | 8 | 4 | 100 | T1 | source=2 destination=7 channels=3 | 50 | 3 | 34 | 3 | 100 | 13 | -
47 | permutation | direct | 5 | 1 | 4 | T1 | permutation=shift:1 | 56 | 2 2 1 | 4 4 4 | 5 | 20 | 35 | -
48 | permutation | direct | 16 | 4 | 10 | T1 | permutation=transpose channels=4 | 40 | 24 | 3 | 48 | 120 | 34 | -
49 | scatter | rcp-tree | 125 | 4 | 25 | T2 | - | 1473 | 4 20 100 | 625 125 25 | 124 | 7500 | 548 | -
50 | scatter | rcp-tree | 125 | 4 | 25 | T2 | banks=2 | 1158 | 4 20 100 | 625 125 25 | 124 | 7500 | 233 | -
51 | scatter | rcp-tree | 125 | 4 | 25 | T2 | grain=link | 1233 | 4 20 100 | 625 125 25 | 124 | 7500 | 102 | open_wait_cycles 6
52 | scatter | rcp-tree | 125 | 4 | 25 | T2 | grain=link banks=2 swap=5 | 1067 | 4 20 100 | 625 125 25 | 124 | 7500 | 107 | open_wait_cycles 9607
53 | scatter | rcp-tree | 125 | 4 | 25 | T2 | setters=per-node grain=link | 1249 | 4 20 100 | 625 125 25 | 124 | 7500 | 288 | manager_commands 155
54 | scatter | rcp-tree | 125 | 4 | 25 | T2 | mode=dynamic batch=1 | 13092 | 4 20 100 | 625 125 25 | 124 | 7500 | 2775 | manager_commands 124
55 | scatter | rcp-tree | 125 | 4 | 25 | T2 | mode=dynamic batch=0 | 1629 | 4 20 100 | 625 125 25 | 124 | 7500 | 252 | manager_commands 6
56 | broadcast | rcp-two-phase | 3125 | 4 | 59812 | MI | split_steps=auto | 126323030 | 4 20 100 500 2500 | 59812 59812 59812 59812 59812 | 3124 | 186852688 | 100000000 | chose split_steps 0
57 | broadcast | rcp-two-phase | 125 | 4 | 5 | EO | setters=per-node grain=link split_steps=1 | 49540 | 4 20 100 250 | 1 1 1 1 | 624 | 624 | 2 | redundant_words 4; manager_commands 280
58 | broadcast | fixed-bfs | 3125 | 4 | 10 | F4 | mode=quasi-static topology=tree | 14210 | - | 10 10 10 10 10 10 10 | 3124 | 31240 | 0 | setup_cycles 10000, setup_links 3124; 7 steps
59 | alltoall | fixed-bfs | 9 | 2 | 1 | T0 | mode=static topology=ring startup=3 | 22 | - | 4 3 2 1 | 72 | 180 | 0 | 4 steps
60 | scatter | fixed-bfs | 16 | 4 | 2 | T0 | mode=static topology=hypercube startup=3 | 42 | - | 16 8 4 2 | 15 | 64 | 0 | 4 steps
)";

/// Its timing sets.
const std::map<std::string, std::string> kTimings{
    {"T0", ""},
    {"T1", "startup=3 beta_r=10 tau_r=1"},
    {"T2", "startup=50 beta_r=100 tau_r=2"},
    {"F4", "startup=1150 cycles_per_word=88 beta_r=10000 tau_r=0"},
    {"MI", "startup=1150 cycles_per_word=88 beta_r=20000000 tau_r=0"},
    {"EO", "startup=11500 cycles_per_word=880 beta_r=1 tau_r=1"}};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in{line};
  for (std::string cell; std::getline(in, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

std::vector<std::vector<std::string>> rows() {
  std::vector<std::vector<std::string>> all;
  std::istringstream in{kReconfigurableRows};
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) all.push_back(cells_of(line));
  }
  return all;
}

/// `a=1 b=2` as options.
std::string options_of(const std::string& text) {
  std::string line;
  std::istringstream in{text};
  for (std::string word; in >> word;) {
    if (word == "-") continue;
    const auto equal = word.find('=');
    line += ' ' + option_of(word.substr(0, equal)) + ' ' + word.substr(equal + 1);
  }
  return line;
}

/// `1 2 4` as a list.
Json list_of(const std::string& text) {
  Json list = Json::array();
  std::istringstream in{text};
  for (std::string word; in >> word;) {
    if (word != "-") list.push_back(std::stoll(word));
  }
  return list;
}

}  // namespace

TEST_CASE("every row of the reconfigurable machine's acceptance table runs as it says",
          "[acceptance][reconfigurable]") {
  const auto row = GENERATE(from_range(rows()));
  REQUIRE(row.size() == 15);
  CAPTURE(row);
  const Said said =
      plexus_command("run reconfigurable " + row[1] + " --algorithm " + row[2] +
                     " --json --nodes " + row[3] + " --ports " + row[4] + " --words " + row[5] +
                     options_of(kTimings.at(row[6])) + options_of(row[7]));
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  const Json report = said.json();
  const Json& statistics = report["statistics"];
  CHECK(report["cycles"] == std::stoll(row[8]));
  CHECK(statistics["links_per_phase"] == list_of(row[9]));
  CHECK(statistics["step_words"] == list_of(row[10]));
  CHECK(statistics["messages"] == std::stoll(row[11]));
  CHECK(statistics["words_moved"] == std::stoll(row[12]));
  CHECK(statistics["exposed_cycles"] == std::stoll(row[13]));
  for (const Json& prediction : report["predictions"]) {
    if (prediction["equation"] == "exact") CHECK(prediction["cycles"] == report["cycles"]);
  }
  const std::map<std::string, std::string> remarks{{"chose split_steps ", "chosen_split_steps"},
                                                   {"redundant_words ", "redundant_words"},
                                                   {"open_wait_cycles ", "open_wait_cycles"},
                                                   {"manager_commands ", "manager_commands"},
                                                   {"setup_cycles ", "setup_cycles"},
                                                   {"setup_links ", "setup_links"}};
  for (const auto& [words, name] : remarks) {
    const auto place = row[14].find(words);
    if (place == std::string::npos) continue;
    CAPTURE(name);
    CHECK(statistics[name] == std::stoll(row[14].substr(place + words.size())));
  }
  if (row[14] == "chose circulant") CHECK(statistics["chosen_algorithm"] == "circulant");
}
