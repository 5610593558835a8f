#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "models/torus/shape.hpp"
#include "models/torus/trees.hpp"
#include "tests/machines/direct_checks.hpp"
#include "tests/thinned.hpp"

using namespace plexus;

namespace {

std::int64_t nodes_of(const Json& sides) {
  std::int64_t nodes = 1;
  for (const Json& side : sides) nodes *= side.get<std::int64_t>();
  return nodes;
}

/// All lists of sides low .. high with so many dimensions and at most `most` nodes. From three
/// dimensions on only one of two lists that differ in their order.
void append_sides(std::vector<Json>& all, int dimensions, int low, int high, std::int64_t most,
                  const Json& begin = Json::array()) {
  if (static_cast<int>(begin.size()) == dimensions) {
    if (nodes_of(begin) <= most) all.push_back(begin);
    return;
  }
  const bool ordered = dimensions > 2 && !begin.empty();
  for (int side = ordered ? begin.back().get<int>() : low; side <= high; ++side) {
    Json longer = begin;
    longer.push_back(side);
    append_sides(all, dimensions, low, high, most, longer);
  }
}

/// Everything that the specification defines: tori and meshes of 1 to 4 dimensions.
std::vector<GridRun> torus_grid() {
  struct Offer {
    const char* operation;
    const char* algorithm;
    bool packets;
    bool mesh;
    bool plane = false;  ///< two dimensions only
  };
  const std::vector<Offer> offers{{"move", "naive", false, true},
                                  {"move", "pipelined", true, true},
                                  {"move", "multi-path", true, false},
                                  {"broadcast", "tree", true, true},
                                  {"broadcast", "dimension-phases", true, true},
                                  {"broadcast", "split-axis-last", true, false, true},
                                  {"broadcast", "split-neighbor", true, false, true},
                                  {"broadcast", "split-trees", true, false, true},
                                  {"allgather", "sequential-broadcast", true, true},
                                  {"allgather", "daisy-chain", false, false},
                                  {"allgather", "alternating-direction", false, false},
                                  {"scatter", "dimension-phases", false, true},
                                  {"gather", "dimension-phases", false, true},
                                  {"alltoall", "dimension-phases", false, false},
                                  {"permutation", "transpose-diagonal", false, false, true}};
  std::vector<GridRun> grid;
  std::mt19937 random{1};
  for (const bool wrap : {true, false}) {
    std::vector<Json> shapes;
    append_sides(shapes, 1, wrap ? 3 : 1, 9, 9);
    append_sides(shapes, 2, wrap ? 3 : 1, 9, 81);
    append_sides(shapes, 3, wrap ? 3 : 1, 9, 200);
    append_sides(shapes, 4, wrap ? 3 : 1, 9, 200);
    for (const Json& sides : shapes) {
      const auto nodes = static_cast<NodeId>(nodes_of(sides));
      for (const Offer& offer : offers) {
        if ((offer.plane && sides.size() != 2) || (!wrap && !offer.mesh)) continue;
        const std::string operation = offer.operation;
        if (operation == "permutation" && sides[0] != sides[1]) continue;
        if (operation == "move" && nodes == 1) continue;
        for (Json given : transfer_grid(offer.packets)) {
          given["sides"] = sides;
          given["wrap"] = wrap;
          const auto node = static_cast<NodeId>(random() % nodes);
          if (operation == "move") {
            given["source"] = node;
            given["destination"] = (node + 1 + random() % (nodes - 1U)) % nodes;
          }
          if (operation == "broadcast" || operation == "scatter" || operation == "gather") {
            given["root"] = node;
          }
          if (given.contains("packets") && random() % 8 == 0) given["port_rule"] = "all-full";
          const std::string algorithm = offer.algorithm;
          if (algorithm == "split-neighbor") given["port_rule"] = "all-full";
          if (algorithm == "split-trees" && random() % 2 == 0) given["trees"] = "pinwheel";
          grid.push_back({operation, algorithm, given});
        }
      }
    }
  }
  return grid;
}

}  // namespace

TEST_CASE("the torus takes the cycles of its closed forms", "[torus][grid]") {
  const unsigned seed = GENERATE(1U, 2U, 3U);
  for (const GridRun& run : sample(torus_grid(), thinned(200), seed)) {
    check_closed_form("torus", run, nodes_of(run.given["sides"]));
  }
}

TEST_CASE("the torus takes the cycles of its closed forms, over the whole grid", "[torus][.full]") {
  for (const GridRun& run : torus_grid()) {
    check_closed_form("torus", run, nodes_of(run.given["sides"]));
  }
}

TEST_CASE("edge-disjoint paths carry their parts between any two nodes", "[torus][multi-path]") {
  const auto sides = GENERATE(values<const char*>({"3,3", "3,5", "4,4", "4,7", "5,6", "3,4,5"}));
  const TorusShape shape = [&] {
    std::vector<int> lengths;
    for (const char* c = sides; *c != 0; ++c) {
      if (*c != ',') lengths.push_back(*c - '0');
    }
    return TorusShape{lengths};
  }();
  for (NodeId destination = 1; destination < shape.nodes(); ++destination) {
    check_closed_form("torus",
                      {"move",
                       "multi-path",
                       {{"sides", shape.sides()},
                        {"words", 11},
                        {"startup", 1},
                        {"packets", 2},
                        {"destination", destination}}},
                      shape.nodes());
  }
}

TEST_CASE("every algorithm of the torus runs bare, the default is the fastest", "[torus]") {
  check_defaults("torus", "sides");
}

TEST_CASE("under full duplex the paper's formulas for the torus are yardsticks",
          "[torus][prediction]") {
  const Report report = run_report("torus", "broadcast", "tree", {{"port_rule", "all-full"}});
  for (const Prediction& prediction : report.predictions) {
    CHECK(prediction.relation ==
          (prediction.equation == "exact" ? Relation::kEqual : Relation::kApproximate));
  }
}

TEST_CASE("a place in the tree is the same on the spot and from the whole tree", "[torus][trees]") {
  const std::vector<TorusShape> shapes{TorusShape{{5}}, TorusShape{{3, 4}}, TorusShape{{4, 3, 5}},
                                       TorusShape{{4, 1, 3}, false}, TorusShape{{1}, false}};
  for (const TorusShape& shape : shapes) {
    for (NodeId root = 0; root < shape.nodes(); ++root) {
      const SpanningTree tree = row_last_tree(shape, root);
      for (NodeId node = 0; node < shape.nodes(); ++node) {
        CHECK(tree.place(node) == row_last_place(shape, root, node));
      }
    }
  }
}

TEST_CASE("the paper's four paths are those of two dimensions", "[torus][prediction]") {
  const auto printed = [](const Json& sides) {
    return run_report("torus", "move", "multi-path", {{"sides", sides}}).predictions.size() == 2;
  };
  CHECK(printed({4, 4}));
  CHECK_FALSE(printed({3, 3, 3}));
}

TEST_CASE("the last line of (3.39) counts sqrt(k/2) start-ups", "[torus][prediction]") {
  const Report report = run_report("torus", "scatter", "dimension-phases",
                                   {{"sides", {4, 4}}, {"words", 8}, {"startup", 5}});
  REQUIRE(report.predictions.size() == 3);
  CHECK(report.predictions[1].equation == "(3.39), last line");
  CHECK(report.predictions[1].cycles == Approx(16 * 8 / 2 + std::sqrt(8) * 5));
}
