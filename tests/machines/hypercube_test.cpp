#include <random>
#include <vector>

#include "tests/every_machine.hpp"
#include "tests/machines/direct_checks.hpp"
#include "tests/thinned.hpp"

using namespace plexus;

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
  for (const GridRun& run : sample(hypercube_grid(), thinned(150), seed)) {
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
  for (const CatalogueEntry& algorithm : every_machine().algorithms) {
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

TEST_CASE("every algorithm of the hypercube runs bare, the default is the fastest", "[hypercube]") {
  check_defaults("hypercube", "dimension");
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
