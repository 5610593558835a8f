#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "models/torus/shape.hpp"
#include "models/torus/trees.hpp"
#include "tests/machines/direct_checks.hpp"

using namespace plexus;

TEST_CASE("the torus meets every row of the acceptance table", "[torus][acceptance]") {
  check_row(
      "torus",
      GENERATE(values<AcceptanceRow>({
          {26, "move", "pipelined",
           "--sides 4,4 --words 12 --source 0 --destination 10 --packets 3", 36,
           R"({"transfers": 12, "word_hops": 48, "links_used": 4,
                              "max_link_busy": 18, "peak_active": 3, "packets": 3,
                              "distance": 4})"},
          {27, "move", "multi-path",
           "--sides 6,6 --words 26 --source 0 --destination 7 --packets 2", 29,
           R"({"transfers": 32, "word_hops": 104, "links_used": 16,
                              "max_link_busy": 11, "peak_active": 8, "packets": 2,
                              "path_lengths": [4, 4, 4, 4], "path_set": "general"})"},
          {28, "move", "multi-path",
           "--sides 9,9 --words 24 --source 0 --destination 2 --packets 2", 35,
           R"({"transfers": 48, "word_hops": 144, "links_used": 24,
                              "max_link_busy": 10, "peak_active": 8, "packets": 2,
                              "path_lengths": [6, 6, 6, 6], "path_set": "aligned"})"},
          {29, "move", "multi-path",
           "--sides 9,9 --words 24 --source 0 --destination 1 --packets 2", 40,
           R"({"transfers": 32, "word_hops": 96, "links_used": 16,
                              "max_link_busy": 10, "peak_active": 7, "packets": 2,
                              "path_lengths": [1, 3, 5, 7], "path_set": "neighbor"})"},
          {30, "broadcast", "tree", "--sides 4,4 --words 10 --root 5 --packets 3", 34,
           R"({"transfers": 45, "word_hops": 150, "links_used": 15,
                              "max_link_busy": 16, "peak_active": 14, "packets": 3,
                              "depth": 4})"},
          {31, "broadcast", "split-axis-last", "--sides 4,4 --words 16 --root 0 --packets 4", 36,
           R"({"transfers": 120, "word_hops": 240, "links_used": 24,
                              "max_link_busy": 32, "peak_active": 24, "packets": 4})"},
          {32, "broadcast", "split-neighbor",
           "--sides 4,4 --words 16 --root 0 --packets 4 --port-rule all-full", 28,
           R"({"transfers": 120, "word_hops": 240, "links_used": 24,
                              "max_link_busy": 32, "peak_active": 30, "depth_x": 4, "depth_y": 4,
                              "packets": 4})"},
          {33, "broadcast", "split-trees", "--sides 4,4 --words 16 --root 0 --packets 4", 28,
           R"({"transfers": 120, "word_hops": 240, "links_used": 30,
                              "max_link_busy": 16, "peak_active": 30, "depth_x": 4, "depth_y": 4,
                              "packets": 4})"},
          {34, "broadcast", "split-trees", "--sides 3,4 --words 9 --root 0 --packets 2", 24,
           R"({"transfers": 44, "word_hops": 99, "links_used": 22,
                              "max_link_busy": 9, "peak_active": 15, "depth_x": 4, "depth_y": 4,
                              "packets": 2})"},
          {35, "broadcast", "dimension-phases", "--sides 4,4 --words 10 --root 0 --packets 3", 44,
           R"({"transfers": 45, "word_hops": 150, "links_used": 15,
                              "max_link_busy": 16, "peak_active": 12, "packets": 3})"},
          {36, "allgather", "sequential-broadcast", "--sides 3,3 --words 4 --packets 2", 108,
           R"({"transfers": 144, "word_hops": 288, "links_used": 18,
                              "max_link_busy": 48, "peak_active": 8, "packets": 2})"},
          {37, "allgather", "daisy-chain", "--sides 3,3 --words 4", 48,
           R"({"transfers": 72, "word_hops": 288, "links_used": 9,
                              "max_link_busy": 48, "peak_active": 9})"},
          {38, "allgather", "alternating-direction", "--sides 3,4 --words 2", 32,
           R"({"transfers": 60, "word_hops": 264, "links_used": 24,
                              "max_link_busy": 24, "peak_active": 12})"},
          {39, "scatter", "dimension-phases", "--sides 4,4 --words 2 --root 0", 28,
           R"({"transfers": 20, "word_hops": 64, "links_used": 15,
                              "max_link_busy": 20, "peak_active": 8})"},
          {40, "gather", "dimension-phases", "--sides 3,3,3 --words 1 --root 0", 19,
           R"({"transfers": 26, "word_hops": 54, "links_used": 26,
                              "max_link_busy": 11, "peak_active": 18})"},
          {41, "alltoall", "dimension-phases", "--sides 3,3 --words 2", 44,
           R"({"transfers": 36, "word_hops": 324, "links_used": 18,
                              "max_link_busy": 22, "peak_active": 9})"},
          {42, "permutation", "transpose-diagonal", "--sides 4,4 --words 5", 28,
           R"({"transfers": 32, "word_hops": 160, "links_used": 24,
                              "max_link_busy": 14, "peak_active": 12})"},
      })));
}

TEST_CASE("each algorithm of the torus keeps the port rules that table 2.1 says",
          "[torus][port-rule]") {
  check_port_rules("torus", "--sides 5,5",
                   GENERATE(values<PortRow>({
                       {"move", "naive", "yyyyyy", false},
                       {"move", "pipelined", "yyynyn"},
                       {"move", "multi-path", "nyynnn"},
                       {"broadcast", "tree", "yyynnn"},
                       {"broadcast", "dimension-phases", "yyynnn"},
                       {"broadcast", "split-axis-last", "yyynnn"},
                       {"broadcast", "split-neighbor", "nnynnn"},
                       {"broadcast", "split-trees", "nyynnn"},
                       {"allgather", "sequential-broadcast", "yyynnn"},
                       {"allgather", "daisy-chain", "yyynyn", false},
                       {"allgather", "alternating-direction", "yyynyn", false},
                       {"scatter", "dimension-phases", "yyynnn", false},
                       {"gather", "dimension-phases", "nyynnn", false},
                       {"alltoall", "dimension-phases", "yyynyn", false},
                       {"permutation", "transpose-diagonal", "nyynnn", false},
                   })));
}

TEST_CASE("a port rule broken on the torus is told with cycle, node and rule",
          "[torus][port-rule]") {
  // The second packet starts from node 0 when node 1 passes the first one on.
  const CommandResult result = run_options(
      "torus", "move", "pipelined",
      "--sides 5,5 --destination 2 --words 2 --packets 2 --startup 3 --port-rule one-port");
  CHECK(result.status == kFaulted);
  const Json& error = result.json["error"];
  CHECK(error["class"] == "port-rule");
  CHECK(error["cycle"] == 4);
  CHECK(error["node"] == 1);
  CHECK(error["rule"] == "one-port");
  CHECK(error["part"] == "torus.links.link_0_to_1");  // the lowest link at which it is broken
  CHECK_THAT(error["message"].get<std::string>(),
             Catch::StartsWith("Node 1 breaks the port rule one-port"));
}

TEST_CASE("a broken port rule is told in the same words however the torus is built",
          "[torus][port-rule][order]") {
  const auto [operation, algorithm, rule] = GENERATE(table<const char*, const char*, const char*>({
      {"broadcast", "tree", "one-port"},
      {"broadcast", "split-trees", "uniform"},
      {"broadcast", "split-neighbor", "all-half"},
      {"gather", "dimension-phases", "ring-strict"},
      {"alltoall", "dimension-phases", "uniform"},
      {"scatter", "dimension-phases", "one-in-one-out"},
  }));
  Json given{{"sides", {4, 5}}, {"words", 4}, {"startup", 1}, {"port_rule", rule}};
  if (std::string{operation} == "broadcast") given["packets"] = 2;
  check_violation_order("torus", {operation, algorithm, given}, 20);
}

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
  for (const GridRun& run : sample(torus_grid(), 200, seed)) {
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

TEST_CASE("the order in which a torus is built changes nothing", "[torus][order]") {
  const unsigned seed = GENERATE(7U, 8U);
  check_construction_order("torus", 16, {{"words", 7}, {"startup", 1}}, seed);
}

TEST_CASE("every algorithm of the torus runs bare, the default is the fastest", "[torus]") {
  check_defaults("torus", "sides");
}

TEST_CASE("the torus refuses what it is not", "[torus][refusal]") {
  check_refusal("torus", GENERATE(values<RefusedRun>({
                             {"broadcast", "tree", "--sides 2,4", "size"},
                             {"broadcast", "tree", "--sides 0,4 --wrap false", "size"},
                             {"broadcast", "tree", "--sides -5", "size"},
                             {"broadcast", "tree", "--sides []", "size"},
                             {"broadcast", "tree", "--sides 5000,5000", "size"},
                             {"broadcast", "tree", "--sides 9999999999,4", "size"},
                             {"broadcast", "tree", "--sides 3,x", "range"},
                             {"broadcast", "tree", "--sides 3,3 --root 9", "range"},
                             {"broadcast", "tree", "--words 4 --packets 5", "range"},
                             {"broadcast", "tree", "--trees table", "usage"},
                             {"broadcast", "split-trees", "--sides 9,9 --trees table", "size"},
                             {"broadcast", "split-trees", "--sides 4,5 --trees table", "size"},
                             {"broadcast", "split-trees", "--sides 3,3,3", "feature"},
                             {"broadcast", "split-axis-last", "--sides 8", "feature"},
                             {"broadcast", "split-neighbor", "--sides 3,3 --wrap false", "feature"},
                             {"move", "multi-path", "--sides 3,3 --wrap false", "feature"},
                             {"move", "naive", "--source 3 --destination 3", "range"},
                             {"move", "naive", "--sides 1,1 --wrap false", "range"},
                             {"allgather", "daisy-chain", "--wrap false", "feature"},
                             {"allgather", "alternating-direction", "--wrap false", "feature"},
                             {"alltoall", "dimension-phases", "--wrap false", "feature"},
                             {"permutation", "transpose-diagonal", "--sides 3,4", "size"},
                             {"permutation", "transpose-diagonal", "--sides 3,3,3", "feature"},
                             {"permutation", "transpose-diagonal", "--wrap false", "feature"},
                         })));
}

TEST_CASE("a mesh of one node has nothing to move", "[torus][mesh]") {
  for (const char* const operation : {"broadcast", "scatter", "gather", "allgather"}) {
    const std::string algorithm =
        std::string{operation} == "allgather" ? "sequential-broadcast" : "dimension-phases";
    const Report report = run_report("torus", operation, algorithm,
                                     {{"sides", {1, 1, 1}}, {"wrap", false}, {"startup", 4}});
    CHECK(good(report));
    CHECK(report.cycles == 0_cycles);
    CHECK(report.statistics["transfers"] == 0);
  }
}

TEST_CASE("the tree leaves the vertical links of most columns idle", "[torus][statistics]") {
  const Report report = run_report("torus", "broadcast", "tree", {{"sides", {4, 4}}});
  // 12 of 16 horizontal links and 3 of 16 vertical ones work one hop of the four.
  CHECK(report.statistics["dimension_utilisation"] == Json({12.0 / 64, 3.0 / 64}));
  CHECK(report.statistics["utilisation"] == 15.0 / 128);
  // The 15 work a quarter of the run, the other 17 not at all.
  CHECK(report.statistics["link_idle_histogram"] == Json({0, 0, 0, 0, 0, 0, 0, 15, 0, 17}));
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
