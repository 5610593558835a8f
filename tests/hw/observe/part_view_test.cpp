#include "hw/observe/part_view.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

namespace plexus {

TEST_CASE("What stands beside a part's row is made of the pieces of its name", "[part_view]") {
  struct Case {
    const char* part;
    const char* label;
    const char* from;
    const char* to;
  };
  const auto shown = GENERATE(values<Case>({
      {"ring.node_3", "node 3", "", ""},
      {"ring.links.link_3_to_4", "3 -> 4", "3", "4"},
      {"ring.links.link_0_to_1_b", "0 -> 1 b", "0", "1 b"},
      {"cube.stage_1.link_0_to_1", "stage 1 0 -> 1", "stage 1 0", "1"},
      {"bus.wires.channel_0", "channel 0", "", ""},
      {"omega.network.stage_1.element_0", "stage 1 element 0", "", ""},
      {"omega.network.port_2_to_all", "2 -> all", "2", "all"},
      {"ring.steps", "steps", "", ""},
      {"ring", "ring", "", ""},
  }));
  const PartView view = view_of(shown.part, PartKind::kStore);
  CAPTURE(shown.part);
  CHECK(view.part == shown.part);
  CHECK(view.label == shown.label);
  CHECK(view.kind == PartKind::kStore);  // it says so itself
  CHECK(view.from == shown.from);
  CHECK(view.to == shown.to);
}

TEST_CASE("Rows stand in the order in which data flow, numbers by their size", "[part_view]") {
  const std::vector<const char*> order{
      "ring.node_2", "ring.links.link_2_to_1", "ring.links.link_2_to_3",
      "ring.node_3", "ring.node_10",           "ring.links.link_10_to_0"};
  CHECK(std::ranges::is_sorted(order, {}, [](const char* part) { return view_of(part).order; }));
}

}  // namespace plexus
