#include <cmath>
#include <cstdlib>
#include <fstream>

#include <catch2/catch.hpp>

#include "models/catalogue/experiment.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/sweep/results.hpp"
#include "testbenches/sweep/study_file.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

SweepStudy study_of(const std::string& text) {
  const TemporaryFolder folder;
  const auto path = folder / "study.toml";
  std::ofstream{path} << text;
  return read_study(every_machine(), path);
}

std::string study_refusal(const std::string& text) {
  try {
    study_of(text);
  } catch (const Refusal& refusal) {
    const std::string words = refusal.what();
    return words.substr(words.find("study.toml"));
  }
  return "";
}

}  // namespace

TEST_CASE("points are the product of what varies, the first slowest, seeds innermost", "[sweep]") {
  const SweepStudy study = study_of(R"(
seeds = [3, 5]
[run]
machine = "omega"
operation = "traffic"
[vary]
"nodes,radix" = [[4, 2], [9, 3]]
load = { from = 0.1, to = 0.3, step = 0.1 }
)");
  REQUIRE(study.points.size() == 12);
  CHECK(study.points[0].command() ==
        "plexus run omega traffic --algorithm synthetic --nodes 4 --radix 2 --load 0.1 --seed 3");
  CHECK(study.points[5].command() ==
        "plexus run omega traffic --algorithm synthetic --nodes 4 --radix 2 --load 0.3 --seed 5");
  CHECK(study.points[6].command() ==
        "plexus run omega traffic --algorithm synthetic --nodes 9 --radix 3 --load 0.1 --seed 3");
  CHECK(study.varied == std::vector<std::string>{"nodes", "radix", "load"});
}

TEST_CASE("points and algorithms can be listed, values are those of the command line", "[sweep]") {
  const SweepStudy study = study_of(R"(
[run]
operation = "allgather"
algorithm = "*"
words = 4
[[points]]
machine = "torus"
sides = [3, 4]
wrap = true
[[points]]
machine = "ring"
words = 8
)");
  REQUIRE(study.points.size() == 8);
  CHECK(study.points[0].command() ==
        "plexus run torus allgather --algorithm alternating-direction --words 4 --sides 3,4 --wrap "
        "true");
  CHECK(study.points[5].command() == "plexus run ring allgather --algorithm daisy-chain --words 8");
}

TEST_CASE("a study that makes no sense is refused by its line", "[sweep]") {
  const std::string run = "[run]\nmachine = \"ring\"\noperation = \"move\"\n";
  CHECK(study_refusal(run + "x = [1,\n").find("study.toml, line 4") == 0);
  CHECK(study_refusal(run + "[varry]\n").find("line 4: 'varry' is not known here: did you mean") !=
        std::string::npos);
  CHECK(study_refusal(run + "[vary]\nwords = 4\n").find("line 5: 'words' varies") !=
        std::string::npos);
  CHECK(study_refusal(run + "[vary]\nwords = { from = 4, to = 1, step = 1 }\n").find("goes up") !=
        std::string::npos);
  CHECK(study_refusal("[run]\nmachine = \"rinf\"\n")
            .find("line 1: 'rinf' is no machine: did you mean "
                  "'ring'?") != std::string::npos);
  CHECK(study_refusal(run + "[[plot]]\nx = \"words\"\ny = \"cykles\"\n")
            .find("line 6: 'cykles' is no figure of these runs: did you mean 'cycles'?") !=
        std::string::npos);
  CHECK(study_refusal(run + "[pareto]\nminimise = [\"cycles\"]\n").find("two figures") !=
        std::string::npos);
  CHECK(study_refusal(run + "[cost]\npart = \"lnk\"\n").find("line 4: 'lnk' is no block") !=
        std::string::npos);
  CHECK(study_refusal(run + "[cost]\npart = \"link\"\nwidth = 3\n")
            .find("has no parameter 'width'") != std::string::npos);
}

TEST_CASE("intervals are those of Student's t", "[sweep]") {
  const Mean mean = mean_of({10, 12, 14, 16});  // deviation sqrt(20/3), t = 3.182
  CHECK(mean.value == 13);
  CHECK(mean.half == Approx(3.182 * std::sqrt(20.0 / 3) / 2));
  CHECK(mean_of({7}).half == 0);
  CHECK(mean_of({7, 7, 7}).half == 0);
}

TEST_CASE("a run that ends its process is a row, and the others go on", "[sweep]") {
  Catalogue catalogue = make_catalogue();
  for (CatalogueEntry& entry : catalogue.algorithms) {
    if (entry.machine != "ring" || entry.operation != "move") continue;
    entry.prepare = [prepare = entry.prepare](const Values& values) {
      if (values.number("nodes") == 6) std::abort();
      if (values.number("nodes") == 8) std::_Exit(7);
      return prepare(values);
    };
  }
  const TemporaryFolder folder;
  const auto path = folder / "crash.toml";
  std::ofstream{path} << "[run]\nmachine = \"ring\"\noperation = \"move\"\n[vary]\n"
                         "nodes = [3, 4, 5, 6, 7, 8, 9, 2, 10]\n";
  const auto out = folder / "crash";
  const Said said = plexus_command(catalogue, {"sweep", path, "--out", out, "--jobs", "2"});
  CHECK(said.status == 0);
  CHECK(said.out.find("9 of 9 points are done, 3 failed") != std::string::npos);
  std::ifstream file{out + "/results.csv"};
  std::vector<std::string> rows;
  for (std::string line; std::getline(file, line);) rows.push_back(line);
  REQUIRE(rows.size() == 10);
  CHECK(rows[4].find(",3,crash,The run ended its process with signal 6") != std::string::npos);
  CHECK(rows[6].find(",3,crash,The run ended its process with status 7.") != std::string::npos);
  CHECK(rows[8].find(",2,size,") != std::string::npos);
  for (const std::size_t good : {1U, 2U, 3U, 5U, 7U, 9U}) {
    CAPTURE(rows[good]);
    CHECK(rows[good].find(",0,,,") != std::string::npos);
  }
}
