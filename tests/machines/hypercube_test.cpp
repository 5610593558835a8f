#include <random>
#include <vector>

#include "tests/machines/direct_checks.hpp"

using namespace plexus;

TEST_CASE("the hypercube meets every row of the acceptance table", "[hypercube][acceptance]") {
  check_row(
      "hypercube",
      GENERATE(values<AcceptanceRow>({
          {43, "move", "multi-path",
           "--dimension 4 --words 18 --source 1 --destination 2 --packets 2", 20,
           R"({"transfers": 24, "word_hops": 52, "links_used": 12,
                                  "max_link_busy": 9, "peak_active": 8, "packets": 2,
                                  "path_lengths": [2, 2, 4, 4]})"},
          {44, "broadcast", "spanning-tree", "--dimension 3 --words 10 --root 5 --packets 3", 28,
           R"({"transfers": 21, "word_hops": 70, "links_used": 7,
                                  "max_link_busy": 16, "peak_active": 7, "packets": 3})"},
          {45, "broadcast", "spanning-tree-alternate",
           "--dimension 3 --words 10 --root 5 --packets 3 --port-rule uniform", 38,
           R"({"transfers": 21, "word_hops": 70, "links_used": 7,
                                  "max_link_busy": 16, "peak_active": 4, "depth": 3,
                                  "packets": 3})"},
          {46, "broadcast", "two-trees", "--dimension 4 --words 20 --root 0 --packets 3", 34,
           R"({"transfers": 90, "word_hops": 300, "links_used": 30,
                                  "max_link_busy": 16, "peak_active": 26, "depth": 4,
                                  "packets": 3})"},
          {47, "allgather", "alternating-direction", "--dimension 3 --words 3", 54,
           R"({"transfers": 24, "word_hops": 168, "links_used": 12,
                                  "max_link_busy": 28, "peak_active": 4})"},
          {48, "allgather", "total-exchange", "--dimension 3 --words 4", 40,
           R"({"transfers": 72, "word_hops": 224, "links_used": 12,
                                  "max_link_busy": 34, "peak_active": 12})"},
          {49, "scatter", "recursive", "--dimension 3 --words 3 --root 6", 27,
           R"({"transfers": 7, "word_hops": 36, "links_used": 7,
                                  "max_link_busy": 14, "peak_active": 4})"},
          {50, "alltoall", "recursive-exchange", "--dimension 3 --words 2", 60,
           R"({"transfers": 24, "word_hops": 192, "links_used": 12,
                                  "max_link_busy": 20, "peak_active": 4})"},
      })));
}

TEST_CASE("each algorithm of the hypercube keeps the port rules that table 2.1 says",
          "[hypercube][port-rule]") {
  check_port_rules("hypercube", "--dimension 4",
                   GENERATE(values<PortRow>({
                       {"move", "naive", "yyyyyy", false},
                       {"move", "pipelined", "yyynyn"},
                       {"move", "multi-path", "yyynnn"},
                       {"broadcast", "spanning-tree", "yyynnn"},
                       {"broadcast", "spanning-tree-alternate", "yyyynn"},
                       {"broadcast", "two-trees", "yyynnn"},
                       {"broadcast", "two-trees-alternate", "yyyynn"},
                       {"allgather", "alternating-direction", "yyyyyy", false},
                       {"allgather", "total-exchange", "yyyynn", false},
                       {"allgather", "daisy-chain", "yyynyn", false},
                       {"allgather", "sequential-broadcast", "yyynnn"},
                       {"scatter", "recursive", "yyyyyy", false},
                       {"gather", "recursive", "yyyyyy", false},
                       {"alltoall", "recursive-exchange", "yyyyyy", false},
                   })));
}

TEST_CASE("a port rule broken on the hypercube is told with cycle, node and rule",
          "[hypercube][port-rule]") {
  // Node 1 gets its first packet in cycle 2, writes it to nodes 3 and 5 and reads the second one.
  const CommandResult result =
      run_options("hypercube", "broadcast", "spanning-tree",
                  "--dimension 2 --words 2 --packets 2 --startup 1 --port-rule uniform");
  CHECK(result.status == kFaulted);
  const Json& error = result.json["error"];
  CHECK(error["class"] == "port-rule");
  CHECK(error["cycle"] == 2);
  CHECK(error["node"] == 1);
  CHECK(error["rule"] == "uniform");
  CHECK(error["part"] == "hypercube.links.link_0_to_1");  // the lowest link at which it is broken
  CHECK_THAT(error["message"].get<std::string>(),
             Catch::StartsWith("Node 1 breaks the port rule uniform"));
}

namespace {

/// Everything that the specification defines, dimensions 0 .. 8.
std::vector<GridRun> hypercube_grid() {
  struct Offer {
    const char* operation;
    const char* algorithm;
    bool packets;
    int least = 0;  ///< dimensions
    bool exchanges = false;
  };
  const std::vector<Offer> offers{{"move", "naive", false, 1},
                                  {"move", "pipelined", true, 1},
                                  {"move", "multi-path", true, 1},
                                  {"broadcast", "spanning-tree", true},
                                  {"broadcast", "spanning-tree-alternate", true},
                                  {"broadcast", "two-trees", true, 4},
                                  {"broadcast", "two-trees-alternate", true, 4},
                                  {"allgather", "alternating-direction", false, 0, true},
                                  {"allgather", "total-exchange", false, 0, true},
                                  {"allgather", "daisy-chain", false, 2},
                                  {"allgather", "sequential-broadcast", true},
                                  {"scatter", "recursive", false},
                                  {"gather", "recursive", false},
                                  {"alltoall", "recursive-exchange", false, 0, true}};
  std::vector<GridRun> grid;
  std::mt19937 random{1};
  for (int dimension = 0; dimension <= 8; ++dimension) {
    const NodeId nodes = NodeId{1} << dimension;
    for (const Offer& offer : offers) {
      if (dimension < offer.least) continue;
      const std::string operation = offer.operation;
      for (Json given : transfer_grid(offer.packets)) {
        given["dimension"] = dimension;
        const auto node = static_cast<NodeId>(random() % nodes);
        if (operation == "move") {
          given["source"] = node;
          given["destination"] = (node + 1 + random() % (nodes - 1U)) % nodes;
        }
        if (operation == "broadcast" || operation == "scatter" || operation == "gather") {
          given["root"] = node;
        }
        grid.push_back({operation, offer.algorithm, given});
        if (!offer.exchanges) continue;
        grid.push_back(grid.back());
        grid.back().given["port_rule"] = "all-full";
      }
    }
  }
  return grid;
}

std::int64_t nodes_of(const GridRun& run) {
  return std::int64_t{1} << run.given["dimension"].get<int>();
}

}  // namespace

TEST_CASE("the hypercube takes the cycles of its closed forms", "[hypercube][grid]") {
  const unsigned seed = GENERATE(1U, 2U, 3U);
  for (const GridRun& run : sample(hypercube_grid(), 150, seed)) {
    check_closed_form("hypercube", run, nodes_of(run));
  }
}

TEST_CASE("the hypercube takes the cycles of its closed forms, over the whole grid",
          "[hypercube][.full]") {
  for (const GridRun& run : hypercube_grid()) check_closed_form("hypercube", run, nodes_of(run));
}

TEST_CASE("node-disjoint paths carry their parts between any two nodes",
          "[hypercube][multi-path]") {
  const int dimension = GENERATE(1, 2, 3, 5);
  const NodeId nodes = NodeId{1} << dimension;
  for (NodeId destination = 1; destination < nodes; ++destination) {
    check_closed_form("hypercube",
                      {"move",
                       "multi-path",
                       {{"dimension", dimension},
                        {"words", 11},
                        {"startup", 1},
                        {"packets", 2},
                        {"destination", destination}}},
                      nodes);
  }
}

TEST_CASE("a cube of one node has nothing to move", "[hypercube]") {
  const Catalogue catalogue = make_catalogue();
  for (const CatalogueEntry& algorithm : catalogue.algorithms) {
    if (algorithm.machine != "hypercube" || !algorithm.simulates) continue;
    if (algorithm.operation == "traffic") continue;  // has no startup
    CAPTURE(algorithm.operation, algorithm.name);
    const CommandResult result =
        run_options("hypercube", algorithm.operation, algorithm.name, "--dimension 0 --startup 4");
    if (algorithm.operation == "move") {
      CHECK(result.json["error"]["class"] == "range");
    } else if (algorithm.name.starts_with("two-trees") || algorithm.name == "daisy-chain") {
      CHECK(result.json["error"]["class"] == "size");
    } else {
      REQUIRE(result.status == kVerified);
      CHECK(result.json["cycles"] == 0);
      CHECK(result.json["statistics"]["transfers"] == 0);
    }
  }
}

TEST_CASE("total exchange keeps every link busy in every cycle where n divides the words",
          "[hypercube][total-exchange]") {
  const int dimension = GENERATE(1, 2, 3, 4);
  const Report report = run_report("hypercube", "allgather", "total-exchange",
                                   {{"dimension", dimension}, {"words", 3 * dimension}});
  CHECK(report.statistics["utilisation"] == 1);
}

TEST_CASE("the order in which a hypercube is built changes nothing", "[hypercube][order]") {
  const unsigned seed = GENERATE(7U, 8U);
  check_construction_order("hypercube", 16, {{"dimension", 4}, {"words", 7}, {"startup", 1}}, seed);
}

TEST_CASE("every algorithm of the hypercube runs bare, the default is the fastest", "[hypercube]") {
  check_defaults("hypercube", "dimension");
}

TEST_CASE("the hypercube refuses what it is not", "[hypercube][refusal]") {
  check_refusal("hypercube", GENERATE(values<RefusedRun>({
                                 {"broadcast", "spanning-tree", "--dimension -1", "size"},
                                 {"broadcast", "spanning-tree", "--dimension 25", "size"},
                                 {"broadcast", "two-trees", "--dimension 3", "size"},
                                 {"broadcast", "two-trees-alternate", "--dimension 3", "size"},
                                 {"broadcast", "spanning-tree", "--root 8", "range"},
                                 {"broadcast", "spanning-tree", "--words 0", "range"},
                                 {"broadcast", "split-trees", "", "feature"},
                                 {"allgather", "daisy-chain", "--dimension 1", "size"},
                                 {"move", "naive", "--source 1 --destination 1", "range"},
                                 {"move", "naive", "--packets 2", "usage"},
                                 {"scatter", "recursive", "--nodes 8", "usage"},
                             })));
}

TEST_CASE("under full duplex the paper's formulas for the hypercube are yardsticks",
          "[hypercube][prediction]") {
  const Report report =
      run_report("hypercube", "broadcast", "spanning-tree", {{"port_rule", "all-full"}});
  for (const Prediction& prediction : report.predictions) {
    CHECK(prediction.relation ==
          (prediction.equation == "exact" ? Relation::kEqual : Relation::kApproximate));
  }
}

TEST_CASE("bounds of the hypercube count a start-up for every hop", "[hypercube]") {
  const auto bound = [](const char* operation) {
    return run_report("hypercube", operation, "",
                      {{"dimension", 3}, {"words", 2}, {"startup", 5}, {"bandwidth", 2}})
        .lower_bound;
  };
  CHECK(bound("move") == 18_cycles);  // three hops of 5 + 1
  CHECK(bound("broadcast") == 18_cycles);
}
