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
  explicit StarCase(const Values& v)
      : nodes{v.node("nodes")}, words{v.words()}, timing{v.timing()} {}
  NodeId nodes;
  Words words;
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
          .is_default = true,
          .parameters = joined({{integer("nodes", 2, 65, 6, "processors")}, transfer_parameters()}),
          .data = [](const StarCase& at) { return broadcast_operation(0, at.words); },
          .program = spread,
          .exact = [](const StarCase& at) { return at.timing.hop(at.words); }};
}

std::unique_ptr<direct_machine> build(const StarCase& at, const Operation& data,
                                      const ConstructionOrder& order) {
  return std::make_unique<direct_machine>("star", star_wiring(at.nodes), data.space, at.timing,
                                          PortRule::kAllFull, order);
}

}  // namespace

int main(int argc, char* argv[]) {
  Catalogue catalogue;
  const auto read = [](const Values& values) { return StarCase{values}; };
  const MachineList<StarCase> add{catalogue, {.name = "star", .read = read, .build = build}};
  add(broadcast());
  return plexus::main(argc, argv, std::move(catalogue));
}
