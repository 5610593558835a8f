// A machine of one's own, a star: node 0 is joined to all others.
//   own_machine run star broadcast --nodes 6 --words 10
#include <plexus/models/catalogue/algorithm.hpp>
#include <plexus/models/direct/direct_machine.hpp>
#include <plexus/testbenches/command/main.hpp>

using namespace plexus;

namespace {

struct StarCase {
  using Module = direct_machine;
  using Node = processor;
  NodeId nodes = 6;
  Words words{1};
  LinkTiming timing;
};

/// Channel v - 1 of node 0 leads to channel 0 of node v.
DirectWiring star_wiring(NodeId nodes) {
  return {nodes, nodes - 1, nodes - 1, [](NodeId v, unsigned channel) -> std::optional<ChannelEnd> {
            if (v == 0) return ChannelEnd{channel + 1, 0};
            return channel == 0 ? std::optional{ChannelEnd{0, v - 1}} : std::nullopt;
          }};
}

Program spread(processor& self, const StarCase& at) {
  if (self.id() != 0) co_await self.receive_into_memory(0);
  for (unsigned leaf = 0; self.id() == 0 && leaf + 1 < at.nodes; ++leaf) {
    self.post(leaf, self.pack(0));
  }
}

Algorithm<StarCase> broadcast() {
  return {.operation = "broadcast",
          .name = "spread",
          .summary = "the centre sends to all",
          .is_default = true,
          .parameters = joined({{integer("nodes", 2, 65, 6, "processors")}, transfer_parameters()}),
          .data = [](const StarCase& at) { return broadcast_operation(0, at.words); },
          .program = spread,
          .exact = [](const StarCase& at) { return at.timing.hop(at.words); }};
}

}  // namespace

int main(int argc, char* argv[]) {
  Catalogue catalogue;
  const MachineList<StarCase> add{
      catalogue,
      {.name = "star",
       .read =
           [](const Values& v) {
             return StarCase{v.node("nodes"), v.words(), v.timing()};
           },
       .build =
           [](const StarCase& at, const Operation& data, const ConstructionOrder& order) {
             return std::make_unique<direct_machine>("star", star_wiring(at.nodes), data.space,
                                                     at.timing, PortRule::kAllFull, order);
           }}};
  add(broadcast());
  return plexus::main(argc, argv, std::move(catalogue));
}
