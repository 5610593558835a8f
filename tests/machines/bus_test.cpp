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

/// One algorithm, whether it has a root, and its transactions, words and exact cycles.
struct Row {
  const char* operation;
  const char* algorithm;
  bool has_root;
  std::uint64_t (*transfers)(std::uint64_t k);
  std::uint64_t (*blocks)(std::uint64_t k);  ///< that cross the bus, in words of a block
  Cycles (*cycles)(NodeId k, NodeId k_star, Words w, LinkTiming link);
};

const std::vector<Row>& all_rows() {
  static const std::vector<Row> rows{
      {"move", "direct", false, [](std::uint64_t) -> std::uint64_t { return 1; },
       [](std::uint64_t) -> std::uint64_t { return 1; },
       [](NodeId, NodeId, Words w, LinkTiming link) { return link.hop(w); }},
      {"broadcast", "direct", true, [](std::uint64_t) -> std::uint64_t { return 1; },
       [](std::uint64_t) -> std::uint64_t { return 1; },
       [](NodeId, NodeId, Words w, LinkTiming link) { return link.hop(w); }},
      {"allgather", "sequential", false, [](std::uint64_t k) { return k; },
       [](std::uint64_t k) { return k; },
       [](NodeId k, NodeId, Words w, LinkTiming link) { return k * link.hop(w); }},
      {"scatter", "sequential", true, [](std::uint64_t k) { return k - 1; },
       [](std::uint64_t k) { return k - 1; },
       [](NodeId k, NodeId, Words w, LinkTiming link) { return (k - 1) * link.hop(w); }},
      {"gather", "sequential", true, [](std::uint64_t k) { return k - 1; },
       [](std::uint64_t k) { return k - 1; },
       [](NodeId k, NodeId, Words w, LinkTiming link) { return (k - 1) * link.hop(w); }},
      {"alltoall", "broadcast-rows", false, [](std::uint64_t k) { return k; },
       [](std::uint64_t k) { return k * k; },
       [](NodeId k, NodeId, Words w, LinkTiming link) { return k * link.hop(k * w); }},
      {"alltoall", "pairwise", false, [](std::uint64_t k) { return k * (k - 1); },
       [](std::uint64_t k) { return k * (k - 1); },
       [](NodeId k, NodeId k_star, Words w, LinkTiming link) {
         const NodeId rounds = k % 2 == 0 ? k - 1 : k;
         const NodeId pairs = k / 2;
         const NodeId together = std::min(k_star, pairs);
         return 2 * rounds * ((pairs + together - 1) / together) * link.hop(w);
       }}};
  return rows;
}

Json setting(NodeId k, NodeId k_star, Words w, LinkTiming link) {
  return {{"nodes", k},
          {"k_star", k_star},
          {"words", w.count()},
          {"startup", link.startup.count()},
          {"bandwidth", link.bandwidth.count()}};
}

/// Runs a row and checks every figure of it.
void check_run(const Row& row, NodeId k, NodeId k_star, NodeId root, Words w, LinkTiming link) {
  CAPTURE(row.operation, row.algorithm, k, k_star, root, w, link);
  Json given = setting(k, k_star, w, link);
  if (row.has_root) given["root"] = root;
  if (std::string{row.operation} == "move") {
    given["source"] = root;
    given["destination"] = (root + 1) % k;
  }
  const Report report = run_report("bus", row.operation, row.algorithm, given);
  CHECK(report.cycles == row.cycles(k, k_star, w, link));
  CHECK(good(report));
  CHECK(report.statistics["transfers"] == row.transfers(k));
  CHECK(report.statistics["bus_words"] == row.blocks(k) * static_cast<std::uint64_t>(w.count()));
  const bool pairs = std::string{row.algorithm} == "pairwise";
  CHECK(report.statistics["peak_active"] == (pairs ? std::min(k_star, k / 2) : 1));
}

}  // namespace

TEST_CASE("the bus takes what the closed forms say, at any k and k*", "[bus][grid]") {
  const auto seed = GENERATE(1u, 2u);
  CAPTURE(seed);
  std::mt19937 random{seed};
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  for (NodeId k = 2; k <= 11; ++k) {
    for (NodeId k_star = 1; k_star <= k; ++k_star) {
      const Words w{1 + below(9)};
      const LinkTiming link{Cycles{below(4)}, Words{1 + below(4)}};
      for (const Row& row : all_rows()) {
        if (below(3) == 0) check_run(row, k, k_star, below(k), w, link);
      }
    }
  }
}

TEST_CASE("every processor of a bus can be the root", "[bus]") {
  for (NodeId root = 0; root < 5; ++root) {
    for (const Row& row : all_rows()) {
      if (row.has_root) check_run(row, 5, 1, root, 3_words, {2_cycles, 2_words});
    }
  }
}

TEST_CASE("more channels help pairwise alone", "[bus]") {
  for (const Row& row : all_rows()) {
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

TEST_CASE("the order in which a bus machine is constructed does not matter", "[bus]") {
  std::mt19937 random{7};
  for (const Row& row : all_rows()) {
    CAPTURE(row.operation, row.algorithm);
    const Json given = setting(7, 3, 5_words, {1_cycles, 2_words});
    const Report straight = run_report("bus", row.operation, row.algorithm, given);
    for (int i = 0; i < 3; ++i) {
      ConstructionOrder order(7);
      std::iota(order.begin(), order.end(), 0);
      std::shuffle(order.begin(), order.end(), random);
      const Report shuffled = run_report("bus", row.operation, row.algorithm, given, order);
      CHECK(shuffled.cycles == straight.cycles);
      CHECK(shuffled.statistics == straight.statistics);
      CHECK(shuffled.verified);
    }
  }
}

TEST_CASE("requests of a gather wait for their turn", "[bus]") {
  const CommandResult result =
      run_json({"bus", "gather", "--nodes", "5", "--root", "2", "--words", "4", "--startup", "1"});
  REQUIRE(result.status == kVerified);
  const Json& statistics = result.json["statistics"];
  CHECK(statistics["waits"] == Json({0, 5, 0, 10, 15}));
  CHECK(statistics["peak_waiting"] == 3);
  CHECK(statistics["utilisation"] == 1.0);
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

TEST_CASE("what a bus cannot do is refused before the run", "[bus]") {
  struct Refused {
    std::vector<std::string> arguments;
    const char* kind;
  };
  const Refused refused = GENERATE(values<Refused>({
      {{"bus", "move", "--nodes", "1"}, "size"},
      {{"bus", "move", "--nodes", "4", "--k-star", "5"}, "range"},
      {{"bus", "move", "--k-star", "0"}, "range"},
      {{"bus", "move", "--source", "3", "--destination", "3"}, "range"},
      {{"bus", "broadcast", "--root", "8"}, "range"},
      {{"bus", "broadcast", "--words", "0"}, "range"},
      {{"bus", "broadcast", "--packets", "2"}, "usage"},
      {{"bus", "broadcast", "--port-rule", "all-half"}, "usage"},
      {{"bus", "reduce"}, "feature"},
      {{"bus", "alltoall", "--algorithm", "rotate"}, "feature"},
  }));
  CAPTURE(refused.arguments);
  const CommandResult result = run_json(refused.arguments);
  CHECK(result.status == kRefused);
  CHECK(result.json["error"]["class"] == refused.kind);
}
