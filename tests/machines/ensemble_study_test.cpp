#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "testbenches/command/command_line.hpp"
#include "tests/every_machine.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

struct Answer {
  int status = 0;
  std::string out;
  std::string err;

  [[nodiscard]] Json json() const { return Json::parse(out, nullptr, false); }
};

Answer reproduce(std::vector<std::string> words) {
  words.insert(words.begin(), "reproduce");
  std::ostringstream out;
  std::ostringstream err;
  const int status = run_command(every_machine(), words, out, err);
  return {status, out.str(), err.str()};
}

Json ensemble(std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"ensemble", "--json"});
  const Answer answer = reproduce(words);
  REQUIRE(answer.status == kVerified);
  return answer.json();
}

}  // namespace

TEST_CASE("the page of the paper's tables is what a fresh run prints", "[ensemble]") {
  CHECK(reproduce({"ensemble", "--markdown"}).out == content(in_tree("docs/ensemble-tables.md")));
}

TEST_CASE("every cell of tables 1 and 2 is simulated, to the exact count", "[ensemble]") {
  struct Size {
    const char* nodes;
    const char* words;
    const char* startup;
    const char* bandwidth;
    const char* k_star;
    bool divides;
  };
  const auto size = GENERATE(values<Size>({{"16", "1024", "160", "1", "4", true},
                                           {"16", "1000", "3", "4", "5", false},
                                           {"64", "4096", "20", "1", "16", false},
                                           {"64", "9999", "0", "2", "64", false}}));
  CAPTURE(size.nodes, size.words, size.startup, size.bandwidth, size.k_star);
  const Json study =
      ensemble({"--nodes", size.nodes, "--total-words", size.words, "--startup", size.startup,
                "--bandwidth", size.bandwidth, "--k-star", size.k_star});
  CHECK(study["good"] == true);
  REQUIRE(study["cells"].size() == 30);
  for (const Json& cell : study["cells"]) {
    CAPTURE(cell.dump());
    CHECK(cell["measured"] == cell["exact"]);
    CHECK(cell["measured"].is_number_integer());
    const std::string verdict = cell["verdict"];
    if (verdict != "valid bound" && verdict != "right") continue;
    // Bounds of the section's equation for all k, N, tau, b; of what is measured, where nothing is
    // rounded up.
    const double printed = cell["printed"]["cycles"];
    CHECK(cell["section"]["cycles"].get<double>() <= printed * (1 + 1e-9));
    if (size.divides) CHECK(cell["holds"] == true);
  }
}

TEST_CASE("the cells that the specification refutes are refuted", "[ensemble]") {
  // Its own examples: the equation of the section is above the cell.
  const auto broken = [](const Json& study) {
    std::set<std::string> names;
    for (const Json& cell : study["cells"]) {
      if (cell["holds"] == true) continue;
      names.insert(cell["column"].get<std::string>() + ": " + cell["row"].get<std::string>());
    }
    return names;
  };
  CHECK(broken(ensemble()) == std::set<std::string>{"Shared Memory: One to one",
                                                    "Shared Memory: All to all", "Grid: One to one",
                                                    "Grid: One to all", "Hypercube: One to one"});
  const Json study = ensemble();
  for (const Json& cell : study["cells"]) {
    CAPTURE(cell.dump());
    if (cell["holds"] == false) CHECK(cell.contains("should_be"));
    if (cell["holds"] == false) CHECK(cell["erratum"].is_string());
  }
}

TEST_CASE("a size that a machine does not have leaves its column without a run", "[ensemble]") {
  const Json study = ensemble({"--nodes", "8", "--total-words", "64"});
  for (const Json& cell : study["cells"]) {
    CAPTURE(cell.dump());
    CHECK(cell["measured"].is_null() == (cell["column"] == "Grid"));
    if (cell["column"] == "Grid") CHECK(cell["why_not"] == "no square of sides >= 3");
  }
}

TEST_CASE("help of plexus reproduce names its parameters", "[ensemble]") {
  const Answer help = reproduce({"ensemble", "--help"});
  CHECK(help.status == kVerified);
  CHECK_THAT(help.out, Catch::Contains("--total-words"));
}
