#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/command.hpp"
#include "tests/machines/acceptance_cases.hpp"

using namespace plexus;

namespace {

std::vector<std::string> line_of(const Json& row) {
  std::vector<std::string> words{"run",         row["machine"],   row["operation"],
                                 "--algorithm", row["algorithm"], "--json"};
  for (const auto& [name, value] : row["parameters"].items()) {
    words.push_back(option_of(name));
    words.push_back(typed(value));
  }
  return words;
}

std::vector<Json> acceptance_rows() {
  return Json::parse(kAcceptanceCases).get<std::vector<Json>>();
}

}  // namespace

TEST_CASE("every row of the acceptance table runs as the specification says", "[acceptance]") {
  const Json row = GENERATE(from_range(acceptance_rows()));
  CAPTURE(row.dump());
  const Said said = plexus_command(line_of(row));
  const Json report = said.json();
  CAPTURE(said.out, said.err);
  if (row.contains("fault")) {
    CHECK(said.status == kFaulted);
    CHECK(report["error"]["class"] == row["fault"]);
    return;
  }
  REQUIRE(said.status == kVerified);
  CHECK(report["cycles"] == row["cycles"]);
  CHECK(report["verified"] == true);
  for (const auto& [name, value] : row["parameters"].items()) {
    CAPTURE(name);
    CHECK(report["parameters"][name] == value);
  }
  for (const auto& [name, value] : row["statistics"].items()) {
    CAPTURE(name);
    CHECK(report["statistics"][name] == value);
  }
  for (const Json& prediction : report["predictions"]) {
    CAPTURE(prediction.dump());
    CHECK(prediction["holds"] == true);
    if (prediction["equation"] == "exact") CHECK(prediction["cycles"] == row["cycles"]);
  }
  if (!report["lower_bound"].is_null()) CHECK(report["lower_bound"] <= row["cycles"]);
}

TEST_CASE("the acceptance table is complete", "[acceptance]") {
  const std::vector<Json> all = acceptance_rows();
  CHECK(all.size() == 60);
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i]["row"] == i + 1);
}
