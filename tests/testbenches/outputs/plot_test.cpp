#include "testbenches/outputs/plot.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace plexus;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

/// A ruler as a script is told of it.
struct ToldRuler {
  double from = 0, to = 0;
  std::string scale;
  double low = 0, high = 0;
};

ToldRuler told_by(const std::string& svg, const std::string& axis) {
  std::istringstream words{svg.substr(svg.find(axis + "=\"") + axis.size() + 2)};
  ToldRuler told;
  words >> told.from >> told.to >> told.scale >> told.low >> told.high;
  return told;
}

Plot latency() {
  Plot plot;
  plot.title = "latency <over> load";
  plot.x = {"load", Plot::Scale::kLinear};
  plot.y = {"cycles", Plot::Scale::kLogarithmic};
  plot.series = {{"omega", {{0.1, 4, 3, 5}, {0.5, 9, 9, 9}, {0.9, 0, 0, 0}}},
                 {"benes", {{0.1, 6, 6, 6}, {0.5, 7, 7, 7}}}};
  return plot;
}

}  // namespace

TEST_CASE("a plot has a sign for each value", "[plot]") {
  const std::string svg = svg_plots("traffic", {latency()});
  CHECK(count(svg, "class=\"value\"") == 5);
  CHECK(count(svg, "data-beyond=\"down\"") == 1);  // 0 has no place on a logarithmic scale
  CHECK(count(svg, "class=\"series\"") == 2);
  CHECK_THAT(svg, Catch::Contains("latency &lt;over&gt; load") &&
                      Catch::Contains("omega: 4.0 ± 1.0 at 0.1"));
  CHECK(svg_plots("traffic", {latency()}) == svg);
  CHECK_THAT(page_of_plots("traffic", {latency()}), Catch::StartsWith("<!doctype html>"));
}

TEST_CASE("points have no lines, bars a label for each group", "[plot]") {
  Plot plot = latency();
  plot.form = Plot::Form::kPoints;
  CHECK(count(svg_plots("traffic", {plot}), "<polyline") == 0);
  CHECK(count(svg_plots("traffic", {latency()}), "<polyline") == 4);  // two in the legend
  plot.form = Plot::Form::kBars;
  plot.labels = {"one", "two"};
  plot.series = {{"printed", {{0, 3, 0, 0}, {1, 5, 0, 0}}}, {"measured", {{0, 3, 0, 0}}}};
  const std::string svg = svg_plots("bars", {plot});
  CHECK(count(svg, "class=\"value\"") == 3);
  CHECK_THAT(svg, Catch::Contains(">one<") && Catch::Contains("printed: 5 at two"));
}

TEST_CASE("an axis goes no further than what stands on it, and marks it", "[plot]") {
  Plot plot;
  plot.x = {"nodes", Plot::Scale::kLogarithmic};
  plot.y = {"cycles", Plot::Scale::kLogarithmic};
  plot.series = {{"ring", {}}};
  for (double nodes = 4; nodes <= 256; nodes *= 2) {
    plot.series[0].values.push_back({nodes, 30 * nodes, 30 * nodes, 30 * nodes});
  }
  const std::string svg = svg_plots("sizes", {plot});
  for (const char* const mark : {">4<", ">8<", ">16<", ">32<", ">64<", ">128<", ">256<"}) {
    CHECK(count(svg, mark) == 1);
  }
  CHECK(count(svg, ">1000<") == 1);  // of the cycles
  CHECK(count(svg, ">10k<") == 0);
  const ToldRuler told = told_by(svg, "data-x");
  CHECK(told.scale == "log");
  CHECK(std::pow(10, told.low) > 3);
  CHECK(std::pow(10, told.high) < 300);
}

TEST_CASE("a logarithmic axis has marks from end to end", "[plot]") {
  const auto [low, high] =
      GENERATE(std::pair{126.0, 41000.0}, std::pair{100.0, 320.0}, std::pair{3.0, 900000.0},
               std::pair{1.0, 1e12}, std::pair{150.0, 190.0});
  CAPTURE(low, high);
  Plot plot = latency();
  plot.series = {{"ring", {{1, low, low, low}, {2, high, high, high}}}};
  const std::string svg = svg_plots("sizes", {plot});
  const std::size_t begin = svg.find("class=\"marks-y\"");
  const std::string marks = svg.substr(begin, svg.find("</g>", begin) - begin);
  std::vector<double> heights;
  for (std::size_t at = 0; (at = marks.find("<text", at)) != std::string::npos; ++at) {
    heights.push_back(std::stod(marks.substr(marks.find("y=\"", at) + 3)));
  }
  REQUIRE(heights.size() >= 3);
  std::sort(heights.begin(), heights.end());
  constexpr double kField = 300;
  CHECK(heights.back() - heights.front() > 0.55 * kField);
  for (std::size_t i = 1; i < heights.size(); ++i) {
    CHECK(heights[i] - heights[i - 1] > 11);
    CHECK(heights[i] - heights[i - 1] < 0.45 * kField);
  }
}

TEST_CASE("points lie on no axis, and facts stand above plots", "[plot]") {
  Plot plot = latency();
  plot.form = Plot::Form::kPoints;
  plot.y.scale = Plot::Scale::kLinear;
  plot.series = {{"designs", {{10, 20, 20, 20}, {30, 60, 60, 60}}}};
  const std::string svg = svg_plots("front", {plot}, {"startup 20", "<all>"});
  CHECK(count(svg, ">startup 20<") == 1);
  CHECK(count(page_of_plots("front", {plot}, {"startup 20", "<all>"}), "<p>&lt;all&gt;</p>") == 1);
  const auto end_of = [&](const char* name) {  // "from to lin low high"
    std::istringstream told{svg.substr(svg.find(name) + std::string{name}.size())};
    double from = 0;
    double to = 0;
    std::string scale;
    double low = 0;
    told >> from >> to >> scale >> low;
    return low;
  };
  CHECK(end_of("data-x=\"") < 10);
  CHECK(end_of("data-y=\"") < 20);
}

TEST_CASE("spans stand on a logarithmic axis, too", "[plot]") {
  Plot plot = latency();
  plot.form = Plot::Form::kSpans;
  plot.x.scale = Plot::Scale::kLogarithmic;
  plot.labels = {"ring"};
  plot.series = {{"ring", {{0, 0, 1, 64, "ring"}}}};
  const std::string svg = svg_plots("the fastest", {plot});
  CHECK(count(svg, "nan") == 0);
  CHECK(count(svg, "inf") == 0);
  CHECK(count(svg, ">10<") == 1);
}

TEST_CASE("more curves than colours have dashes", "[plot]") {
  Plot plot = latency();
  plot.series.clear();
  for (int i = 0; i < 20; ++i) {
    plot.series.push_back({std::to_string(i), {{0, 1.0 + i, 0, 0}, {1, 2.0 + i, 0, 0}}});
  }
  const std::string svg = svg_plots("many", {plot});
  std::set<std::string> looks;
  for (std::size_t at = 0; (at = svg.find("<polyline", at)) != std::string::npos; ++at) {
    const std::size_t look = svg.find("class=\"", at) + 7;
    looks.insert(svg.substr(look, svg.find('"', look) - look));
  }
  CHECK(looks.size() == 20);
}

TEST_CASE("a saturated run is a hollow mark that ends its line and stretches no axis", "[plot]") {
  Plot plot = latency();
  const auto at = [](double load, double cycles, bool bound) {
    return Plot::Value{load, cycles, cycles, cycles, "", "", bound};
  };
  plot.y.scale = Plot::Scale::kLinear;
  plot.series = {
      {"omega", {at(0.1, 4, false), at(0.2, 5, false), at(0.3, 60, true), at(0.4, 5000, true)}}};
  const std::string svg = svg_plots("traffic", {plot});
  CHECK(count(svg, "data-bound") == 2);
  CHECK(count(svg, "data-beyond=\"up\"") == 1);  // the other one is far above the field
  CHECK(count(svg, ">beyond the axis<") == 1);
  CHECK(count(svg, "omega: 5000 at 0.4, saturated") == 1);
  const std::size_t line = svg.find("<polyline", svg.find("class=\"series\"")) + 18;
  const std::string points = svg.substr(line, svg.find('"', line) - line);
  CHECK(count(points, ",") == 3);
  CHECK(count(svg, "hollow: saturated") == 1);
  CHECK(count(svg, ">5000<") == 0);
}

TEST_CASE("what is saturated cuts neither points nor bars, and hides no other curve's", "[plot]") {
  Plot plot = latency();
  plot.y.scale = Plot::Scale::kLinear;
  const auto at = [](double x, double cycles, bool bound) {
    return Plot::Value{x, cycles, cycles, cycles, "", "", bound};
  };
  plot.series = {{"one", {at(0, 5, true), at(1, 8, true), at(2, 2, false)}},
                 {"two", {at(0, 4, true), at(1, 9, true), at(2, 70, false)}}};
  plot.labels = {"a", "b", "c"};
  for (const Plot::Form form : {Plot::Form::kPoints, Plot::Form::kBars}) {
    plot.form = form;
    CHECK(count(svg_plots("all", {plot}), "beyond") == 0);
    CHECK(count(svg_plots("all", {plot}), "class=\"value\"") == 6);
  }
  plot.form = Plot::Form::kLines;
  CHECK(count(svg_plots("all", {plot}), "beyond") == 0);  // 70 is no bound
  plot.series[1].values[2].bound = true;
  plot.series[0].values[1].y = 80;
  plot.series[1].values[1].y = 90;
  const std::string svg = svg_plots("cut", {plot});
  CHECK(count(svg, "data-beyond=\"up\"") == 3);
  CHECK(count(svg, "M-5 -1L-5 -12") == 1);  // side by side
  CHECK(count(svg, "M5 -1L5 -12") == 1);
  CHECK(count(svg, "M0 -1L0 -12") == 1);
}

TEST_CASE("marks of values that are near each other are round, and none lies on another",
          "[plot]") {
  Plot plot = latency();
  for (Plot::Series& one : plot.series) one.values.clear();
  for (const double x : {0.5, 0.62, 0.63, 0.64, 0.75, 1.0}) {
    plot.series[0].values.push_back({x, x, x, x});
  }
  const std::string svg = svg_plots("near", {plot});
  CHECK(count(svg, ">0.63<") == 0);
  for (const char* const mark : {">0.5<", ">0.6<", ">0.7<", ">1<"}) CHECK(count(svg, mark) > 0);
}

TEST_CASE("an interval gives its value its digits", "[plot]") {
  CHECK(with_interval(984.135, 102.3) == "984 ± 102");
  CHECK(with_interval(5.1294, 0.0612) == "5.129 ± 0.061");
  CHECK(with_interval(1.0 / 3, 0) == "0.333333");
}

TEST_CASE("a single value is in the middle of its axis", "[plot]") {
  Plot plot = latency();
  plot.form = Plot::Form::kPoints;
  plot.y.scale = Plot::Scale::kLinear;
  plot.series = {{"designs", {{4, 0.46, 0.46, 0.46}, {5, 0.46, 0.46, 0.46}}}};
  const std::string svg = svg_plots("front", {plot});
  const ToldRuler told = told_by(svg, "data-y");
  CHECK((told.low + told.high) / 2 == Approx(0.46));
}

TEST_CASE("a study's tables are plotted by their columns of figures", "[plot]") {
  StudyReport report;
  report.tables = {{.title = "Table 1",
                    .columns = {"cell", "printed", "cycles", "measured"},
                    .rows = {{"Bus", "N/b", "1184", "1184"}, {"Ring", "2N/b", "160000", ""}},
                    .called = {{2, "printed"}}}};
  const std::vector<Plot> plots = plots_of(report);
  REQUIRE(plots.size() == 1);
  CHECK(plots[0].labels == std::vector<std::string>{"Bus", "Ring"});
  REQUIRE(plots[0].series.size() == 2);
  CHECK(plots[0].series[0].name == "printed");
  CHECK(plots[0].series[0].values.size() == 2);
  CHECK(plots[0].series[1].name == "measured");
  CHECK(plots[0].y.scale == Plot::Scale::kLogarithmic);
}
