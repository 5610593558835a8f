#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "testbenches/outputs/report.hpp"
#include "testbenches/outputs/trace_replay.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

struct Row {
  const char* operation;
  const char* algorithm;
};

const std::vector<Row> kRows{{"move", "direct"},          {"broadcast", "direct"},
                             {"allgather", "sequential"}, {"scatter", "sequential"},
                             {"gather", "sequential"},    {"alltoall", "broadcast-rows"},
                             {"alltoall", "pairwise"}};

Json setting(NodeId k, NodeId k_star, Words w, LinkTiming link) {
  return {{"nodes", k},
          {"k_star", k_star},
          {"words", w.count()},
          {"startup", link.startup.count()},
          {"bandwidth", link.bandwidth.count()}};
}

}  // namespace

TEST_CASE("more channels help pairwise alone", "[bus]") {
  for (const Row& row : kRows) {
    CAPTURE(row.operation, row.algorithm);
    const LinkTiming link{2_cycles, 1_words};
    const Report one =
        run_report("bus", row.operation, row.algorithm, setting(8, 1, 4_words, link));
    const Report all =
        run_report("bus", row.operation, row.algorithm, setting(8, 8, 4_words, link));
    if (std::string{row.algorithm} == "pairwise") {
      CHECK(one.cycles == 4 * all.cycles);
    } else {
      CHECK(one.cycles == all.cycles);
    }
  }
}

TEST_CASE("a trace of the bus tells the whole run", "[bus][trace]") {
  const TemporaryFolder folder;
  const std::string path = folder / "bus.csv";
  const CommandResult result = run_json(
      {"bus", "alltoall", "--nodes", "5", "--k-star", "2", "--words", "3", "--trace", path});
  REQUIRE(result.status == kVerified);
  const Replay told = replay(read_trace(path), {25, 3_words});
  CHECK(told.cycles.count() == result.json["cycles"]);
  CHECK(told.hops == result.json["statistics"]["transfers"]);
  CHECK(told.word_hops.count() == result.json["statistics"]["bus_words"]);
  CHECK(told.unfinished == 0);
  for (NodeId v = 0; v < 5; ++v) {
    CHECK_FALSE(missing_after(alltoall_operation(5, 3_words), v, told.memories.at(v)));
  }
}

TEST_CASE("a trace names all readers of a broadcast, a wave shows its channels", "[bus][trace]") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_json({"bus", "broadcast", "--nodes", "6", "--root", "2", "--words", "4", "--trace",
                folder / "bus.csv", "--vcd", folder / "bus.vcd"});
  REQUIRE(result.status == kVerified);
  CHECK_THAT(content(folder / "bus.csv"),
             Catch::Contains("0,bus.wires.channel_0,set,,,,,node 2 to 0-1 3-5"));
  const std::string wave = content(folder / "bus.vcd");
  for (const char* signal : {"busy", "writer", "readers", "does", "waiting"}) {
    CHECK_THAT(wave, Catch::Contains(std::string{" "} + signal + " "));
  }
}
