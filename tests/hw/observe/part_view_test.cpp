#include "hw/observe/part_view.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

namespace plexus {

TEST_CASE("A part's name tells how it is shown", "[part_view]") {
  struct Case {
    const char* part;
    const char* label;
    PartKind kind;
    const char* group;
  };
  const auto shown = GENERATE(values<Case>({
      {"ring.node_3", "node 3", PartKind::kNode, "nodes"},
      {"ring.links.link_3_to_4", "3 -> 4", PartKind::kLink, "links"},
      {"ring.links.link_0_to_1_b", "0 -> 1 b", PartKind::kLink, "links"},
      {"bus.wires.channel_0", "channel 0", PartKind::kChannel, "wires"},
      {"memory.memory.bank_11", "bank 11", PartKind::kStore, "memory"},
      {"omega.network.stage_1.element_0", "stage 1 element 0", PartKind::kElement, "stage 1"},
      {"omega.network.port_2_to_all", "2 -> all", PartKind::kLink, "network"},
      {"ring.steps", "steps", PartKind::kControl, ""},
      {"ring", "ring", PartKind::kControl, ""},
  }));
  const PartView view = view_of(shown.part);
  CAPTURE(shown.part);
  CHECK(view.part == shown.part);
  CHECK(view.label == shown.label);
  CHECK(view.kind == shown.kind);
  CHECK(view.group == shown.group);
}

TEST_CASE("Rows stand in the order in which data flow, numbers by their size", "[part_view]") {
  const std::vector<const char*> order{
      "ring.node_2", "ring.links.link_2_to_1", "ring.links.link_2_to_3",
      "ring.node_3", "ring.node_10",           "ring.links.link_10_to_0"};
  CHECK(std::ranges::is_sorted(order, {}, [](const char* part) { return view_of(part).order; }));
}

}  // namespace plexus
