#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

namespace plexus {

namespace {

/// Cycles of `plexus run LINE --algorithm NAME --words N`; nothing where it is refused or fails.
std::optional<std::int64_t> cycles_of_run(const std::string& line, const std::string& algorithm,
                                          std::int64_t words) {
  const Said said = plexus_command(
      fmt::format("run {} --algorithm {} --words {} --json", line, algorithm, words));
  if (said.status != kVerified) return std::nullopt;
  return said.json().at("cycles").get<std::int64_t>();
}

/// An operation, and algorithms that are in it with the words that they need to be compared.
struct Case {
  const char* line;
  std::map<std::string, std::string> algorithms;
};
std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.line; }

}  // namespace

TEST_CASE("the fastest algorithm is the one whose run takes the fewest cycles", "[best]") {
  const auto one = GENERATE(values<Case>({
      {"ring allgather --nodes 6 --startup 9 --port-rule all-full",
       {{"daisy-chain", ""}, {"both-ways", ""}}},
      {"hypercube broadcast --dimension 4 --startup 20 --port-rule all-full",
       {{"spanning-tree", "--packets optimal"}, {"binomial-trees", "--packets optimal"}}},
      {"ring allreduce --nodes 8 --startup 30 --port-rule all-full",
       {{"ring", ""}, {"tree", "--packets optimal"}}},
  }));
  CAPTURE(one);
  const Said said = plexus_command(fmt::format("best {} --words 1..60 --json", one.line));
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  const Json json = said.json();
  const Json& sizes = json.at("sizes");
  REQUIRE(sizes.size() == 7);  // 1, 2, 4, .. 32, 60
  CHECK(sizes.back().at("words") == 60);
  for (const Json& size : sizes) {
    const auto words = size.at("words").get<std::int64_t>();
    CAPTURE(words);
    const Json& places = size.at("algorithms");
    CHECK(size.at("algorithm") == places.front().at("algorithm"));
    CHECK(size.at("cycles") == places.front().at("cycles"));
    for (std::size_t i = 1; i < places.size(); ++i) {
      CHECK(places[i - 1].at("cycles") <= places[i].at("cycles"));
    }
    CHECK(size.at("cycles") >= size.at("lower_bound"));
    for (const auto& [name, more] : one.algorithms) {
      const auto run = cycles_of_run(std::string{one.line} + ' ' + more, name, words);
      const auto place = std::ranges::find_if(
          places, [&](const Json& any) { return any.at("algorithm") == name; });
      CAPTURE(name);
      REQUIRE(run.has_value() == (place != places.end()));
      if (run) CHECK(place->at("cycles") == *run);
    }
  }
  std::int64_t next = 1;  // the ranges leave nothing out
  for (const Json& range : json.at("fastest")) {
    CHECK(range.at("from") == next);
    CHECK(range.at("from") <= range.at("to"));
    next = range.at("to").get<std::int64_t>() + 1;
  }
  CHECK(next == 61);
}

TEST_CASE("where another one becomes the fastest is found to the word", "[best]") {
  const std::string line = "ring allreduce --nodes 8 --startup 30 --port-rule all-full";
  const Json json = plexus_command("best " + line + " --words 1..4096 --json").json();
  const auto cycles = [&](const std::string& algorithm, std::int64_t words) {
    const std::string more = algorithm == "tree" ? " --packets optimal" : "";
    return cycles_of_run(line + more, algorithm, words).value();
  };
  const Json& ranges = json.at("fastest");
  REQUIRE(ranges.size() >= 2);
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    const std::string before = ranges[i - 1].at("algorithm");
    const std::string after = ranges[i].at("algorithm");
    const auto first = ranges[i].at("from").get<std::int64_t>();
    CAPTURE(before, after, first);
    CHECK(cycles(after, first) <= cycles(before, first));
    CHECK(cycles(before, first - 1) <= cycles(after, first - 1));
  }
}

TEST_CASE("all have one port rule, and who breaks it is named", "[best]") {
  const Json usual = plexus_command("best ring allgather --words 4 --json").json();
  const Json strict =
      plexus_command("best ring allgather --words 4 --port-rule ring-strict --json").json();
  CHECK(usual.at("sizes") == strict.at("sizes"));
  const Json full =
      plexus_command("best ring allgather --words 4 --port-rule all-full --json").json();
  CHECK(full.at("sizes") != strict.at("sizes"));
  const Json open =
      plexus_command("best torus allgather --sides 3,3 --wrap false --words 4 --json").json();
  REQUIRE(!open.at("left_out").empty());
  for (const Json& one : open.at("left_out")) CHECK(one.at("reason").get<std::string>().size() > 9);
}

TEST_CASE("the table says what the object says", "[best]") {
  const std::string line = "best hypercube broadcast --words 1..32 --startup 7";
  const Json json = plexus_command(line + " --json").json();
  const Said table = plexus_command(line);
  REQUIRE(table.status == kVerified);
  CAPTURE(table.out);
  for (const Json& size : json.at("sizes")) {
    const auto row = fmt::format("\n{:<5}", size.at("words").get<int>());
    CHECK(table.out.find(row) != std::string::npos);
    CHECK(table.out.find(size.at("algorithm").get<std::string>()) != std::string::npos);
  }
  const TemporaryFolder folder;
  for (const char* name : {"best.svg", "best.html"}) {
    REQUIRE(plexus_command(line + " --picture " + (folder / name)).status == kVerified);
    const std::string text = content(folder / name);
    for (const Json& place : json.at("sizes").front().at("algorithms")) {
      CHECK(text.find(place.at("algorithm").get<std::string>()) != std::string::npos);
    }
    CHECK(text.find("lower bound") != std::string::npos);
    for (const char* asked : {"dimension 3", "startup 7", "port_rule "}) {
      CHECK(text.find(asked) != std::string::npos);
    }
    for (const Json& range : json.at("fastest")) {
      const auto from = range.at("from").get<int>();
      const auto to = range.at("to").get<int>();
      const std::string reign =
          fmt::format("{} for {}{} word{}", range.at("algorithm").get<std::string>(), from,
                      to > from ? fmt::format(" to {}", to) : "", to > 1 ? "s" : "");
      CAPTURE(reign);
      CHECK(text.find(reign) != std::string::npos);
    }
  }
}

TEST_CASE("every built-in schedule takes part", "[best]") {
  const std::string graph = " --graph " + in_tree("docs/examples/graphs/rack.csv");
  const Json size =
      plexus_command("best graph allreduce --words 4000 --json" + graph).json().at("sizes").at(0);
  std::map<std::string, Json> cycles;
  for (const Json& place : size.at("algorithms")) {
    cycles[place.at("algorithm")] = place.at("cycles");
  }
  for (const std::string way : {"direct", "ring"}) {
    const Json run = plexus_command(
                         "run graph allreduce --words 4000 --json --algorithm schedule "
                         "--schedule " +
                         way + graph)
                         .json();
    CHECK(cycles["schedule" + (way == "ring" ? " ring" : std::string{})] == run.at("cycles"));
  }
}

TEST_CASE("no algorithm that a plain run takes is faster than the fastest", "[best]") {
  const std::string line = GENERATE(values<std::string>({
      "graph alltoall",
      "graph allgather --graph " + in_tree("docs/examples/graphs/rack.csv"),
      "omega allreduce --nodes 6 --network crossbar --startup 1 --bandwidth 3",
      "omega reduce-scatter --nodes 6 --network crossbar",
      "ring allreduce --nodes 8 --port-rule all-full",
      "express-mesh reduce --sides 4,4",
  }));
  CAPTURE(line);
  const Json json = plexus_command("best " + line + " --words 130 --json").json();
  const Json list = plexus_command("list --json").json();
  std::istringstream words{line};
  std::string machine;
  std::string operation;
  words >> machine >> operation;
  std::size_t ran = 0;
  for (const Json& entry : list) {
    if (entry.at("kind") != "algorithm" || entry.at("machine") != machine ||
        entry.at("operation") != operation)
      continue;
    const std::string name = entry.at("algorithm");
    if (name == "optimal") continue;
    const auto cycles = cycles_of_run(line, name, 130);
    if (!cycles) continue;
    CAPTURE(name);
    ++ran;
    CHECK(json.at("sizes").front().at("cycles") <= *cycles);
  }
  CHECK(ran > 0);
}

}  // namespace plexus
