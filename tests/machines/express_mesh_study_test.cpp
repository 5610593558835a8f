#include <cmath>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "tests/command.hpp"

using namespace plexus;

namespace {

/// The entry of a list whose `key` is `value`.
Json entry(const Json& list, const std::string& key, const Json& value) {
  for (const Json& one : list) {
    if (one[key] == value) return one;
  }
  return {};
}

std::vector<std::int64_t> cycles_of(const Json& series) {
  std::vector<std::int64_t> cycles;
  for (const Json& run : series["runs"]) cycles.push_back(run["cycles"]);
  return cycles;
}

using Cycle = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("the paper's tables are reproduced on small machines", "[express-mesh][study]") {
  const std::filesystem::path picture = std::filesystem::temp_directory_path() / "express_mesh.svg";
  const Said said = plexus_command(
      {"reproduce", "express-mesh", "--nodes", "1296", "--json", "--picture", picture.string()});
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  const Json study = said.json();
  // Specification, section 8.5 and the table of section 7.
  CHECK(cycles_of(entry(study["table_1"], "algorithm", "ordinary-mesh")) == Cycle{30, 62});
  CHECK(entry(study["table_1"], "algorithm", "ordinary-mesh")["fitted"].get<double>() ==
        Approx(std::log2(62.0 / 30) / std::log2(1024.0 / 256)));  // the slope of two points
  CHECK(cycles_of(entry(study["table_1"], "algorithm", "global-bus")) == Cycle{17, 28});
  CHECK(cycles_of(entry(study["table_1"], "algorithm", "algorithm-3")) == Cycle{12, 20});
  CHECK(cycles_of(entry(study["table_1"], "algorithm", "row-column-bus")) == Cycle{13, 19});
  CHECK(cycles_of(entry(study["table_1"], "algorithm", "separable-bus")) == Cycle{8, 10});
  CHECK(cycles_of(entry(study["table_1"], "algorithm", "bus-hierarchy")) == Cycle{8, 10});
  CHECK(cycles_of(entry(study["table_1"], "algorithm", "separable-bus-row-major")) == Cycle{10});
  CHECK(cycles_of(entry(study["table_2"], "operation", "scan")) == Cycle{21, 35});
  CHECK(cycles_of(entry(study["table_2"], "operation", "median-row")) == Cycle{18, 30});
  CHECK(cycles_of(entry(study["table_2"], "operation", "closest-point")) == Cycle{36, 60});
  const Cycle median = cycles_of(entry(study["table_2"], "operation", "median"));
  REQUIRE(median.size() == 8);
  CHECK(*std::max_element(median.begin(), median.begin() + 4) == 192);
  CHECK(*std::max_element(median.begin() + 4, median.end()) == 350);
  // Section 8.1.
  CHECK(entry(study["lines"], "n", 100)["steps"] == 18);
  CHECK(entry(study["lines"], "n", 100)["lengths"] == Json{10});
  CHECK(entry(study["lines"], "n", 50)["lengths"] == Json{5, 6, 7, 8, 9, 10});
  CHECK(study["slower_links"][6] ==
        Json{{"n", 256}, {"x", 2}, {"cycles", 43}, {"lengths", {20, 22, 24, 26}}});
  // Section 8.3.
  CHECK(entry(study["blocked"], "values", 4096) == Json{{"values", 4096},
                                                        {"best", {25, 29, 30}},
                                                        {"steps", 22},
                                                        {"near", 28},
                                                        {"steps_near", 23}});
  CHECK(entry(study["blocked"], "values", 1000000)["best"].size() == 20);
  // Section 8.4.
  CHECK(study["hierarchies"] == Json{{{"n", 16}, {"steps", {30, 12, 10, 8, 8, 8, 8}}},
                                     {{"n", 64}, {"steps", {126, 28, 18, 16, 14, 12, 12}}},
                                     {{"n", 256}, {"steps", {510, 60, 34, 24, 22, 20, 18}}},
                                     {{"n", 1024}, {"steps", {2046, 124, 56, 38, 30, 28, 26}}},
                                     {{"n", 4096}, {"steps", {8190, 252, 90, 56, 44, 36, 34}}}});
  std::ifstream file{picture};
  const std::string drawn{std::istreambuf_iterator<char>{file}, {}};
  std::filesystem::remove(picture);
  CHECK_THAT(drawn, Catch::Contains("Table 1: semigroup computations, steps") &&
                        Catch::Contains("polyline"));
}

TEST_CASE("the tables for people say what the study has found", "[express-mesh][study]") {
  const std::string text = plexus_command("reproduce express-mesh --nodes 256").out;
  CHECK_THAT(text, Catch::Contains("\n256  21    18          192     36\n"));  // the worst seed
  CHECK_THAT(text, Catch::Contains("\n50    13     5..10\n"));
  CHECK_THAT(text, Catch::Contains("\n4096     25, 29, 30 "));
}
