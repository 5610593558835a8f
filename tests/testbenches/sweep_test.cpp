#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>

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
  CHECK(study_refusal(run + "[vary]\nwords = [4, 5, 4]\n")
            .find("line 5: 'words' has a value twice") != std::string::npos);
  CHECK(study_refusal(run + "[vary]\n\"words,words\" = [[4, 5]]\n")
            .find("line 4: 'words' varies twice") != std::string::npos);
  CHECK(study_refusal(run + "[vary]\nwords = [4, 5]\n[[points]]\nwords = 3\n")
            .find("line 4: 'words' varies, and a point sets it") != std::string::npos);
  CHECK(study_refusal("seeds = 2\n" + run + "[[points]]\nseed = 7\n")
            .find("'seed' varies, and a point sets it") != std::string::npos);
  CHECK(
      study_refusal(run + "[[points]]\nwords = 7\n[[points]]\nnodes = 4\n[[points]]\nwords = 7\n")
          .find(
              "line 8: 'plexus run ring move --algorithm pipelined --words 7' is a point twice") !=
      std::string::npos);
  CHECK(study_refusal(
            "[run]\nmachine = \"ring\"\n[vary]\noperation = [\"broadcast\", \"MPI_Bcast\"]\n")
            .find("is a point twice") != std::string::npos);
  CHECK(study_refusal(run + "[vary]\nalgorithm = [\"*\", \"naive\"]\n").find("is a point twice") !=
        std::string::npos);
  CHECK(study_refusal("seeds = [1, 1]\n" + run).find("'seeds' has a value twice") !=
        std::string::npos);
  CHECK(study_refusal(run + "[vary]\nwords = { from = 4, to = 1, step = 1 }\n").find("goes up") !=
        std::string::npos);
  CHECK(study_refusal("[run]\nmachine = \"rinf\"\n")
            .find("line 1: 'rinf' is no machine: did you mean "
                  "'ring'?") != std::string::npos);
  CHECK(study_refusal(run + "[[plot]]\nx = \"words\"\ny = \"cykles\"\n")
            .find("line 6: 'cykles' is no figure of these runs: did you mean 'cycles'?") !=
        std::string::npos);
  CHECK(study_refusal(run + "[[plot]]\nx = \"words\"\ny = [\"cycles\", \"port_rule\"]\n")
            .find("line 4: 'port_rule' is no number") != std::string::npos);
  const std::string two = "[vary]\nwords = [1, 2]\nstartup = [0, 9]\n";
  const std::string plot = "[[plot]]\nx = \"words\"\ny = \"cycles\"\n";
  CHECK(study_refusal(run + two + plot)
            .find("line 7: Points of one curve are at the same place of "
                  "'x' and differ in 'startup'") != std::string::npos);
  CHECK(study_of(run + two + plot + "series = \"startup\"\n").plots.size() == 1);
  CHECK(study_of(run + two + plot + "form = \"points\"\n").plots.size() == 1);
  CHECK(study_of(run + two + "[[plot]]\nx = \"utilisation\"\ny = \"cycles\"\n").plots.size() == 1);
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

namespace {

/// report.html of a study, and its figures.
struct SweptPage {
  std::string html;
  Json figures;
};

SweptPage page_of(const std::string& text) {
  const TemporaryFolder folder;
  const auto path = folder / "study.toml";
  std::ofstream{path} << text;
  const auto out = folder / "out";
  const Said said = plexus_command({"sweep", path, "--out", out, "--jobs", "1"});
  CAPTURE(said.err);
  REQUIRE(said.status == 0);
  SweptPage page{content(out + "/report.html"), {}};
  const std::string mark = "id=\"figures\">";
  const std::size_t begin = page.html.find(mark) + mark.size();
  page.figures = Json::parse(page.html.substr(begin, page.html.find("</script>", begin) - begin));
  return page;
}

std::size_t times_in(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("a front compares designs, at a load or by what they reach at most", "[sweep]") {
  const std::string study = R"(
[run]
machine = "omega"
operation = "traffic"
nodes = 8
measure = 1000
[vary]
fifo_depth = [1, 2, 8]
load = [0.1, 0.4, 0.9]
[pareto]
minimise = ["fifo_depth", "latency_mean"]
maximise = ["throughput"]
)";
  const SweptPage reached = page_of(study);
  const std::size_t table = reached.html.find("id=\"designs\"");
  const std::string rows = reached.html.substr(table, reached.html.find("</table>", table) - table);
  CHECK(times_in(rows, "<tr") == 1 + 3);  // a design a row
  CHECK_THAT(rows,
             Catch::Contains("largest throughput") && Catch::Contains("smallest mean latency"));
  std::map<std::string, double> most;
  for (const Json& one : reached.figures) {
    double& of_depth = most[one["names"]["fifo_depth"]];
    of_depth = std::max(of_depth, one["figures"]["throughput"]["mean"].get<double>());
  }
  for (const auto& [depth, throughput] : most) {
    CHECK_THAT(rows, Catch::Contains(fmt::format("data-value=\"{}\"", throughput)));
  }
  // At 0.4 a switch of one place is saturated: it has no latency there, and cannot be on the front.
  const SweptPage at = page_of(study + "at = 0.4\n");
  CHECK_THAT(at.html, Catch::Contains("mean latency at load 0.4"));
  for (const Json& one : at.figures) {
    const bool shallow = one["names"]["fifo_depth"] == "1";
    if (shallow && one["names"]["load"] == "0.4") CHECK(one["saturated"] == true);
    if (shallow) CHECK(one["front"] == false);
  }
  CHECK(std::ranges::any_of(at.figures, [](const Json& one) { return one["front"] == true; }));
  CHECK(study_refusal(study + "at = 0.5\n").find("'at' is a value of 'load'") != std::string::npos);
  CHECK(study_refusal(study + "over = \"nodes\"\n").find("'over' names what a design") !=
        std::string::npos);
}

TEST_CASE("what brought no packet has no latency to be compared", "[sweep]") {
  const SweptPage page = page_of(R"(
[run]
machine = "ring"
operation = "traffic"
measure = 200
[vary]
load = [0, 0.1]
[[plot]]
x = "load"
y = "latency_mean"
)");
  for (const Json& one : page.figures) {
    CHECK(one["figures"].contains("latency_mean") == (one["names"]["load"] != "0"));
  }
}

TEST_CASE("a plot of more than eight curves has facets that share their axes", "[sweep]") {
  const SweptPage page = page_of(R"(
[run]
machine = "ring"
operation = "broadcast"
[vary]
algorithm = ["one-way", "two-way"]
packets = [1, 2, 4, 8, 16]
nodes = [4, 8]
[[plot]]
x = "nodes"
y = "cycles"
series = ["algorithm", "packets"]
)");
  CHECK(times_in(page.html, "<figure") == 2);
  CHECK(std::ranges::none_of(page.figures, [](const Json& one) { return one["front"] == true; }));
  CHECK_THAT(page.html, Catch::Contains("one-way") && Catch::Contains(">packets 16<"));
  const auto axes = [&](std::size_t from) {
    const std::size_t at = page.html.find("data-y=\"", from);
    return page.html.substr(at, page.html.find('"', at + 8) - at);
  };
  const std::size_t first = page.html.find("data-y=\"");
  CHECK(axes(first) == axes(first + 8));
}

TEST_CASE("failures are grouped by their reason, each told by what differs", "[sweep]") {
  const SweptPage page = page_of(R"(
[run]
machine = "ring"
operation = "broadcast"
nodes = 4
[vary]
"root,words" = [[1, 8], [5, 8], [6, 8], [7, 16]]
startup = [0, 1]
)");
  CHECK(times_in(page.html, "<summary><b>") == 1);
  CHECK_THAT(page.html, Catch::Contains("<b>range</b>, 6 points: --root 5 is out of range"));
  CHECK_THAT(page.html, Catch::Contains("<code>plexus run ring broadcast --algorithm two-way "
                                        "--nodes 4</code>"));
  CHECK_THAT(page.html, Catch::Contains("<li><code>--root 7 --words 16 --startup 1</code></li>"));
  const SweptPage product = page_of(R"(
[run]
machine = "ring"
operation = "broadcast"
nodes = 4
[vary]
root = [1, 5, 6]
words = [8, 16]
)");
  CHECK_THAT(product.html, Catch::Contains("<b>range</b>, 4 points"));
  CHECK_THAT(product.html, Catch::Contains("<li><code>--root 5 | 6</code></li>"));
  CHECK_THAT(product.html, Catch::Contains("<li><code>--words 8 | 16</code></li>"));
}

TEST_CASE("a page says under which port rules its runs were", "[sweep]") {
  const std::string study =
      "[run]\noperation = \"allgather\"\nnodes = 9\n[vary]\nmachine = [\"ring\", "
      "\"torus\", \"bus\"]\n";
  CHECK_THAT(page_of(study).html, Catch::Contains("several port rules") &&
                                      Catch::Contains("ring-strict (ring, daisy-chain)"));
  std::string same = study;
  const std::string bus = ", \"bus\"";
  same.erase(same.find(bus), bus.size());
  same.insert(same.find("[vary]"), "port_rule = \"all-full\"\n");
  CHECK_THAT(page_of(same).html, Catch::Contains("keep the port rule all-full"));
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
