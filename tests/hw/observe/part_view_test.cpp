#include "hw/observe/part_view.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

namespace plexus {

TEST_CASE("A part's name is said as people say it", "[part_view]") {
  struct Case {
    const char* part;
    const char* label;
  };
  const auto said = GENERATE(values<Case>({
      {"ring.node_3", "node 3"},
      {"bus.wires.channel_0", "channel 0"},
      {"omega.network.stage_1.element_0", "stage 1 element 0"},
      {"tree.router_2_0", "router 2.0"},
      {"mesh.buses.row_2_a", "row 2 a"},
      {"ring.steps", "steps"},
      {"ring", "ring"},
  }));
  CAPTURE(said.part);
  const PartView view = named_view(said.part, PartKind::kStore);
  CHECK(view.part == said.part);
  CHECK(view.label == said.label);
  CHECK(view.kind == PartKind::kStore);
}

TEST_CASE("What lies between two ends is called by them", "[part_view]") {
  const PartView view =
      view_between("tree.branch_node_3_to_router_1_0", PartKind::kLink, "node 3", "router 1.0");
  CHECK(view.label == "node 3 -> router 1.0");
  CHECK(view.from == "node 3");
  CHECK(view.to == "router 1.0");
}

TEST_CASE("Rows stand in the order in which data flow, numbers by their size", "[part_view]") {
  const auto node = [](const char* name) { return named_view(name, PartKind::kNode).order; };
  const auto link = [](const char* name, const char* from, const char* to) {
    return link_view(name, "ring", from, to).order;
  };
  const std::vector<std::string> order{node("ring.node_2"),
                                       link("ring.links.link_2_to_1", "2", "1"),
                                       link("ring.links.link_2_to_3", "2", "3"),
                                       node("ring.node_3"),
                                       node("ring.node_10"),
                                       link("ring.links.link_10_to_0", "10", "0")};
  CHECK(std::ranges::is_sorted(order));
}

}  // namespace plexus
