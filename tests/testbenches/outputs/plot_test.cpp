#include "testbenches/outputs/plot.hpp"

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

TEST_CASE("a plot has a sign for each value that its scale can show", "[plot]") {
  const std::string svg = svg_plots("traffic", {latency()});
  CHECK(count(svg, "<g><title>") == 4);  // 0 has no place on a logarithmic scale
  CHECK(count(svg, "<polyline") == 2);
  CHECK_THAT(
      svg, Catch::Contains("latency &lt;over&gt; load") && Catch::Contains("omega: 4 ± 1 at 0.1"));
  CHECK(svg_plots("traffic", {latency()}) == svg);
  CHECK_THAT(page_of_plots("traffic", {latency()}), Catch::StartsWith("<!doctype html>"));
}

TEST_CASE("points have no lines, bars a label for each group", "[plot]") {
  Plot plot = latency();
  plot.form = Plot::Form::kPoints;
  CHECK(count(svg_plots("traffic", {plot}), "<polyline") == 0);
  plot.form = Plot::Form::kBars;
  plot.labels = {"one", "two"};
  plot.series = {{"printed", {{0, 3, 0, 0}, {1, 5, 0, 0}}}, {"measured", {{0, 3, 0, 0}}}};
  const std::string svg = svg_plots("bars", {plot});
  CHECK(count(svg, "<g><title>") == 3);
  CHECK_THAT(svg, Catch::Contains(">one<") && Catch::Contains("printed: 5 at two"));
}

TEST_CASE("a study's tables are plotted by their columns of figures", "[plot]") {
  StudyReport report;
  report.tables = {{"Table 1",
                    {"cell", "printed", "cycles", "measured"},
                    {{"Bus", "N/b", "1184", "1184"}, {"Ring", "2N/b", "160000", ""}}}};
  const std::vector<Plot> plots = plots_of(report);
  REQUIRE(plots.size() == 1);
  CHECK(plots[0].labels == std::vector<std::string>{"Bus", "Ring"});
  REQUIRE(plots[0].series.size() == 2);
  CHECK(plots[0].series[0].name == "printed");
  CHECK(plots[0].series[0].values.size() == 2);
  CHECK(plots[0].series[1].name == "measured");
  CHECK(plots[0].y.scale == Plot::Scale::kLogarithmic);
}
