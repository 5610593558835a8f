#include "hw/node/node_of.hpp"

#include <catch2/catch.hpp>

#include "hw/bus/bus.hpp"
#include "hw/bus/bus_port.hpp"
#include "hw/link/link.hpp"
#include "hw/node/link_ports.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/machine/machine.hpp"

using namespace plexus;

namespace {

constexpr LinkTiming kLinkOfBoth{2_cycles, 1_words};
constexpr LinkTiming kBusOfBoth{1_cycles, 4_words};
const BlockSpace kSpaceOfBoth{4, 8_words};

/// A node at links and on a bus: nothing but a list.
class both_ways final : public node_of<link_ports, bus_port> {
 public:
  using node_of::node_of;
};

both_ways::Context context_of_both() {
  both_ways::Context context{NodeContext{.space = kSpaceOfBoth}};
  context.channels = 1;
  context.rule = PortRule::kOnePort;
  return context;
}

/// Two of them, joined both ways.
struct pair_of_both final : machine_of<both_ways> {
  explicit pair_of_both(sc_core::sc_module_name name)
      : machine_of{name, 2, context_of_both(), {}},
        links{"links"},
        wires{"wires", 2, 1, kBusOfBoth} {
    plexus::link& there = links.add(0, 1, kLinkOfBoth);
    plexus::link& back = links.add(1, 0, kLinkOfBoth);
    node(0).channels(links.pair(&there, &back));
    node(1).channels(links.pair(&back, &there));
    for (NodeId v = 0; v < 2; ++v) {
      node(v).writes(wires);
      node(v).reads(wires);
    }
  }
  [[nodiscard]] bool busy() const override { return false; }
  [[nodiscard]] Cycles completed() const override { return links.figures().last_end; }

  link_bank links;
  bus wires;
};

Blocks block_of_both(BlockId number) { return Blocks{Interval{number, 1}, kSpaceOfBoth.whole()}; }

}  // namespace

TEST_CASE("a node has the endpoints of its list, and its program the verbs of all of them",
          "[node]") {
  const FreshKernel kernel;
  pair_of_both machine{"both"};
  machine.node(0).store(block_of_both(1));
  machine.node(0).store(block_of_both(2));
  Cycles by_bus{0};
  machine.load([&](both_ways& self) {
    return [](both_ways& me, Cycles& read) -> Program {
      if (me.id() == 0) {
        co_await both(me.send(0, me.pack(1)), me.write(NodeSet::one(1), me.pack(2)));
      } else {
        const Packet packet = co_await both(me.receive_into_memory(0), me.read());
        me.store(packet.blocks());
        read = ClockPeriod{}.now();
      }
    }(self, by_bus);
  });
  sc_core::sc_start();
  CHECK(machine.waiting_text().empty());
  CHECK(machine.node(1).memory().contains(block_of_both(1)));
  CHECK(machine.node(1).memory().contains(block_of_both(2)));
  CHECK(machine.completed() == kLinkOfBoth.hop(8_words));
  CHECK(by_bus == kLinkOfBoth.hop(8_words));  // the later one
  CHECK(machine.wires.figures().last_end == kBusOfBoth.hop(8_words));
}

TEST_CASE("a node tells what it waits for at each of its endpoints", "[node]") {
  const FreshKernel kernel;
  pair_of_both machine{"both"};
  machine.load([](both_ways& self) {
    return [](both_ways& me) -> Program {
      if (me.id() == 1) co_await both(me.receive(0), me.read());
    }(self);
  });
  sc_core::sc_start();
  CHECK(machine.first_waiting() == "both.node_1");
  CHECK(machine.node(1).waits() ==
        Waits{{WaitFor::kPacket, "both.links.link_0_to_1"}, {WaitFor::kBusPacket}});
}

TEST_CASE("nodes of a machine share what their endpoints are set to", "[node]") {
  const FreshKernel kernel;
  pair_of_both machine{"both"};
  CHECK(machine.node(0).context().space == kSpaceOfBoth);
  CHECK(machine.node(0).context().rule == PortRule::kOnePort);
  CHECK(machine.node(1).guard()->rule() == PortRule::kOnePort);
  CHECK(&machine.node(0).context() == &machine.node(1).context());
}
