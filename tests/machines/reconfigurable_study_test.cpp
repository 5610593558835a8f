#include <array>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/command.hpp"

using namespace plexus;

namespace {

struct Row {
  int words;
  std::array<std::int64_t, 6> cycles;  // h' = 0 .. 5
  int best;
  double eq_14;
  double eq_13;
};

/// The paper's figure 4 as the machine gives it.
const std::vector<Row> kFigure4{
    {10, {60150, 67956, 78842, 90080, 101318, 112556}, 0, -0.239, 1.008},
    {20, {64550, 69012, 79194, 90432, 101670, 112908}, 0, 0.146, 1.380},
    {30, {68950, 70068, 79986, 90960, 102198, 113436}, 0, 0.369, 1.595},
    {33, {70270, 70596, 80162, 91136, 102374, 113612}, 0, 0.421, 1.645},
    {34, {70710, 70596, 80162, 91136, 102374, 113612}, 1, 0.438, 1.661},
    {50, {77750, 72180, 80690, 91664, 102902, 114140}, 1, 0.649, 1.863},
    {75, {88750, 74820, 82010, 92720, 103958, 115196}, 1, 0.869, 2.074},
    {100, {99750, 77460, 83330, 93776, 105014, 116252}, 1, 1.025, 2.222},
    {113, {105470, 79044, 84298, 94480, 105718, 116956}, 1, 1.091, 2.284},
    {114, {105910, 79044, 84298, 94480, 105718, 116956}, 1, 1.095, 2.288},
    {150, {121750, 82740, 85970, 96240, 107302, 118540}, 1, 1.243, 2.428},
    {200, {143750, 88020, 88610, 98352, 109414, 120652}, 1, 1.396, 2.572},
    {210, {148150, 89076, 89402, 98880, 109942, 121180}, 1, 1.422, 2.597},
    {211, {148590, 89604, 89578, 99056, 110118, 121356}, 2, 1.425, 2.599},
    {300, {187750, 98580, 93890, 102928, 113814, 125052}, 2, 1.611, 2.773},
    {400, {231750, 109140, 99170, 107504, 118214, 129452}, 2, 1.763, 2.914},
    {500, {275750, 119700, 104450, 111728, 122438, 133676}, 2, 1.879, 3.021},
    {545, {295550, 124452, 106914, 114016, 124550, 135788}, 2, 1.924, 3.062},
    {546, {295990, 124980, 107090, 114192, 124726, 135964}, 2, 1.925, 3.063},
    {600, {319750, 130260, 109730, 116304, 126838, 138076}, 2, 1.974, 3.108},
    {700, {363750, 140820, 115010, 120880, 131502, 142652}, 2, 2.054, 3.181},
    {800, {407750, 151380, 120290, 125456, 135902, 147052}, 2, 2.123, 3.244},
    {900, {451750, 161940, 125570, 130032, 140302, 151452}, 2, 2.183, 3.298},
    {1000, {495750, 172500, 130850, 134256, 144526, 155676}, 2, 2.237, 3.347},
};

void check_figure_4(const Json& rows) {
  REQUIRE(kFigure4.size() == 24);
  REQUIRE(rows.size() == kFigure4.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = kFigure4[i];
    CAPTURE(row.words);
    CHECK(rows[i]["words"] == row.words);
    CHECK(rows[i]["cycles"] == Json(row.cycles));
    CHECK(rows[i]["best"] == row.best);
    CHECK(rows[i]["eq_14"].get<double>() == Approx(row.eq_14).margin(0.0006));
    CHECK(rows[i]["eq_13"].get<double>() == Approx(row.eq_13).margin(0.0006));
  }
}

void check_crossings(const Json& rows) {
  struct Crossing {
    int from;
    int to;
    double words;
    double bare;
    int last;
    int first;
  };
  const std::vector<Crossing> expected{
      {0, 1, 27875.0 / 836, 3.439, 33, 34},
      {0, 2, 27875.0 / 484, 5.940, 58, 59},
      {0, 4, 3484375.0 / 30932, 11.618, 113, 114},
      {1, 2, 27875.0 / 132, 21.780, 210, 211},
      {1, 4, 10453125.0 / 19228, 56.071, 545, 546},
      {2, 3, 696875.0 / 484, 148.502, 1450, 1451},
      {3, 4, 3484375.0 / 308, 1166.802, 11375, 11376},
  };
  REQUIRE(rows.size() == expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(expected[i].from, expected[i].to);
    CHECK(rows[i]["from"] == expected[i].from);
    CHECK(rows[i]["to"] == expected[i].to);
    CHECK(rows[i]["words"].get<double>() == Approx(expected[i].words));
    CHECK(rows[i]["without_beta_r"].get<double>() == Approx(expected[i].bare).margin(0.0006));
    CHECK(rows[i]["last_of_first"] == expected[i].last);
    CHECK(rows[i]["first_of_second"] == expected[i].first);
  }
}

void check_observations(const Json& study) {
  const auto column = [&study](const char* table, const char* name) {
    Json cells = Json::array();
    for (const Json& row : study[table]) cells.push_back(row[name]);
    return cells;
  };
  CHECK(column("one_or_many", "tree") == Json({24210, 48850, 77186, 77802, 634050}));
  CHECK(column("one_or_many", "two_phase") == Json({60150, 72180, 77460, 77460, 130850}));
  CHECK(column("wired_or_switched", "cycles") == Json({{48064, 46008, 631502},
                                                       {222656, 55864, 631502},
                                                       {48064, 55864, 2567838},
                                                       {222656, 73464, 2567838}}));
  CHECK(column("faster_managers", "cycles") ==
        Json({{773, 623, 623, 623, 549, 549, 892, 12723},
              {2011, 1803, 1803, 1803, 803, 803, 2152, 63703},
              {1473, 1158, 1233, 1052, 1249, 1249, 1629, 13092},
              {1473, 1290, 1290, 1290, 1249, 1249, 1580, 13323},
              {2725, 2475, 2475, 2475, 1249, 1249, 2675, 77175},
              {3825, 2625, 3071, 2625, 2349, 2349, 3503, 77175}}));
  CHECK(column("tables_1_and_2", "links_set") == Json({124, 874, 124, 750, 750}));
}

}  // namespace

TEST_CASE("the study gives figure 4, its crossings and the observations of the specification",
          "[reconfigurable][study]") {
  const Said said = plexus_command("reproduce reconfigurable --json");
  REQUIRE(said.status == kVerified);
  const Json study = said.json();
  check_figure_4(study["figure_4"]);
  check_crossings(study["crossings"]);
  check_observations(study);
}
