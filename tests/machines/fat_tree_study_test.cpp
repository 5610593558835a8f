#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "testbenches/command/command_line.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

Json fat_tree_answer(std::vector<std::string> words) {
  words.insert(words.begin(), {"reproduce", "fat-tree", "--json"});
  std::ostringstream out;
  std::ostringstream err;
  CAPTURE(words);
  REQUIRE(run_command(every_machine(), words, out, err) == kVerified);
  return Json::parse(out.str());
}

/// The row of a statement that names this item and algorithm.
Json row_of(const Json& study, const std::string& item, const std::string& algorithm) {
  for (const Json& row : study["statements"]) {
    if (row["item"] == item && row["algorithm"] == algorithm) return row;
  }
  return {};
}

}  // namespace

TEST_CASE("The fat-tree paper's statements stand beside what runs take", "[fat-tree][study]") {
  const Json constant = fat_tree_answer({"--nodes", "8"});
  CHECK(constant["statements"].size() == 13);
  for (const Json& row : constant["statements"]) {
    CAPTURE(row.dump());
    CHECK(row["measured"] >= row["bound"]);
    if (row["algorithm"] == "first-fit") {
      CHECK(row["value"] == 16);  // Table 1 is a bound
    } else if (!row["value"].is_null()) {
      CHECK(row["value"] == row["measured"]);
    }
  }
  CHECK(row_of(constant, "(1)", "phased")["value"] == 30);
  CHECK(row_of(constant, "(2)", "phased-pipelined")["value"] == 26);
  CHECK(row_of(constant, "T_CBFT", "phased-pipelined")["value"] == 26);
  CHECK(row_of(constant, "open question", "queue-free-optimal")["value"].is_null());
  CHECK(constant["queue_up"] == Json({1, 2}));
  CHECK(constant["queue_down"] == Json({0, 0, 0}));
}

TEST_CASE("A tree of one leaf has nothing that the paper speaks of", "[fat-tree][study]") {
  const Json alone = fat_tree_answer({"--nodes", "1"});
  CHECK(alone["statements"].empty());
  CHECK(alone["against_nodes"].empty());
}

TEST_CASE("Every row of the study's tables has a cell in every column", "[fat-tree][study]") {
  std::istringstream page{plexus_command("reproduce fat-tree --nodes 8 --markdown").out};
  std::ptrdiff_t columns = 0;
  for (std::string line; std::getline(page, line);) {
    const std::ptrdiff_t cells = line.starts_with('|') ? std::ranges::count(line, '|') : 0;
    CAPTURE(line);
    if (cells > 0 && columns > 0) CHECK(cells == columns);
    columns = cells;
  }
}

TEST_CASE("With exponential capacities the paper's conjecture falls", "[fat-tree][study]") {
  const Json study = fat_tree_answer({"--nodes", "16", "--capacities", "exponential"});
  CHECK(row_of(study, "(3)", "phased-pipelined")["value"] == 22);
  const Json conjecture = row_of(study, "conjecture", "interleaved-exponential");
  CHECK(conjecture["value"] == 22);
  CHECK(conjecture["measured"] == 21);
  CHECK(conjecture["bound"] == 21);
  CHECK(row_of(study, "Lemma 3, (6)", "interleaved-exponential")["value"] == 18);
}

TEST_CASE("Where c_h > 2 c_(h-1) the paper's phases are too few", "[fat-tree][study]") {
  const Json study = fat_tree_answer({"--nodes", "8", "--capacities", "1,1,4"});
  CHECK(row_of(study, "(1)", "phased")["value"] == 18);
  CHECK(row_of(study, "(1)", "phased")["measured"] == 22);
  CHECK(row_of(study, "(2)", "phased-pipelined")["value"] == 14);
  CHECK(row_of(study, "(2)", "phased-pipelined")["measured"] == 18);
}

TEST_CASE("The study's plots run against n and against the capacity exponent",
          "[fat-tree][study]") {
  const Json study = fat_tree_answer({"--nodes", "16"});
  CHECK(study["against_nodes"].size() == 4);
  const Json& exponents = study["against_exponent"];
  REQUIRE(exponents.size() == 5);
  for (std::size_t i = 1; i < exponents.size(); ++i) {
    CHECK(exponents[i]["phased-pipelined"] <= exponents[i - 1]["phased-pipelined"]);
  }
  CHECK(exponents.front()["first-fit"] == exponents.front()["bound"]);
}

TEST_CASE("Trees of other arities have no value of the paper", "[fat-tree][study]") {
  const Json study = fat_tree_answer({"--arity", "3", "--nodes", "9"});
  for (const Json& row : study["statements"]) CHECK(row["value"].is_null());
}
