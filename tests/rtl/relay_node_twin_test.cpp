#include "rtl/relay_node_twin.hpp"

#include <random>

#include <catch2/catch.hpp>

#include "Vrelay_node_faulty.h"
#include "hw/kernel/fresh_kernel.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/ring/shape.hpp"
#include "tests/rtl/part_run.hpp"

namespace plexus {

namespace {

/// As in relay_node_faulty.sv.
enum Planted : unsigned char {
  kNone,
  kChildForgotten,
  kOfferedLate,
  kNeverLeaves,
  kWordChanged,
  kSlotTooMany,
  kTwoParents
};

RelayNodeModelMaker faulty(unsigned char planted) {
  return [planted](VerilatedContext& context, const std::string& name, unsigned /*channels*/) {
    auto model = std::make_unique<verilated_relay_node<Vrelay_node_faulty, 8>>(context, name);
    model->pins().fault_i = planted;
    return model;
  };
}

/// Node 0 of four sends packets of two words clockwise, one behind the other; the others pass them
/// on up to node 3.
Program line(processor& self, int packets) {
  for (int j = 0; j < packets && self.id() == 0; ++j) self.post(0, self.pack(0));
  for (int j = 0; j < packets && self.id() != 0; ++j) {
    Packet packet = co_await self.receive(1);
    co_await pass_on(self, 1, self.id() < 3 ? 1 : 0, packet);
  }
}

struct Outcome {
  Cycles cycles{0};
  std::uint64_t transfers = 0;
  std::optional<Fault> fault;
};

Outcome run(const std::function<Program(processor&)>& program, std::optional<TwinMode> mode,
            const RelayNodeModelMaker& make = {}) {
  const FreshKernel kernel;
  direct_machine machine{
      "ring", RingShape{4}.wiring(), {1, 2_words}, {0_cycles, 1_words}, PortRule::kAllFull};
  machine.node(0).store(Blocks{Interval{0, 1}, machine.node(0).whole()});
  twin_clock clock{"twins"};
  std::optional<relay_node_twin> twin;
  if (mode) {
    twin.emplace("relay_twin", machine.links, 2, *mode, clock, make);
    machine.pace_relays(*twin);
  }
  machine.load(program);
  Outcome outcome;
  outcome.fault = fault_in([] { sc_core::sc_start(); });
  outcome.cycles = machine.completed();
  outcome.transfers = machine.links.figures().transfers;
  return outcome;
}

Outcome run_line(std::optional<TwinMode> mode, const RelayNodeModelMaker& make = {}) {
  return run([](processor& self) { return line(self, 3); }, mode, make);
}

}  // namespace

TEST_CASE("the relay's twin does in every cycle what the relay does", "[rtl][relay_node]") {
  const auto channels = GENERATE(2u, 8u, 24u);
  const auto seed = GENERATE(range(1u, 9u));
  CAPTURE(channels, seed);
  std::mt19937 random{seed};
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  const unsigned hurry = 1 + below(4);  // of the links, compared with what arrives
  const FreshKernel kernel;
  twin_clock clock{"twins"};
  const auto twin = make_relay_node_model(clock.context(), "node relay_node", channels);
  relay_node part;
  std::uint64_t most = 0;
  for (std::uint32_t cycle = 0; cycle < 2000; ++cycle) {
    CAPTURE(cycle);
    std::optional<RelayArrival> arrival;
    if (part.packets() < kRelaySlots && below(3) != 0) {
      const std::uint64_t children = random() & random() & ((std::uint64_t{1} << channels) - 1);
      arrival = {below(channels), cycle, children};
      part.arrive(cycle, children);
    }
    twin->present(arrival);
    twin->edge(0);
    const RelayOutputs outputs = twin->outputs();
    std::uint64_t offered = 0;
    for (unsigned channel = 0; channel < channels; ++channel) {
      const auto packet = part.offered(channel);
      if (!packet) continue;
      offered |= std::uint64_t{1} << channel;
      REQUIRE(twin->data(channel) == *packet);
    }
    REQUIRE(outputs.valid == offered);
    REQUIRE(outputs.last == offered);
    REQUIRE(outputs.words == part.packets());
    REQUIRE(outputs.packets == part.packets());
    most = std::max(most, outputs.packets);
    std::uint64_t takers = 0;
    for (unsigned channel = 0; channel < channels; ++channel) {
      if ((offered >> channel & 1) == 0 || below(5) >= hurry) continue;
      takers |= std::uint64_t{1} << channel;
      part.take(channel);
    }
    twin->set_takers(takers);
    REQUIRE_FALSE(clock.asserted());
  }
  CHECK(most > 1);
}

TEST_CASE("a line of relays keeps its cycles with twins", "[rtl][relay_node]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto make = GENERATE(values<RelayNodeModelMaker>({{}, faulty(kNone)}));
  const Outcome model = run_line(std::nullopt);
  const Outcome twin = run_line(mode, make);
  REQUIRE_FALSE(model.fault);
  CHECK(model.cycles == 10_cycles);  // 3 hops, and 2 more packets behind the first
  CHECK_FALSE(twin.fault);
  CHECK(twin.cycles == model.cycles);
  CHECK(twin.transfers == model.transfers);
}

TEST_CASE("lockstep finds a wrong relay in its first wrong cycle", "[rtl][relay_node][lockstep]") {
  // The first packet, number 0, is whole at node 1 in cycle 2 and leaves at once.
  const auto expected = GENERATE(values<Caught>({
      {kChildForgotten, 2, "tx_valid", 1, 0},
      {kOfferedLate, 2, "tx_valid", 1, 0},
      {kNeverLeaves, 3, "tx_valid", 0, 1},
      {kWordChanged, 2, "tx_data", 0, 1},
      {kSlotTooMany, 2, "packets", 1, 2},
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const auto fault = run_line(TwinMode::kLockstep, faulty(expected.planted)).fault;
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, "ring.node_1.relay_node_1"));
}

TEST_CASE("a relay in the part's place sends what it holds, or the run ends", "[rtl][relay_node]") {
  const auto changed = run_line(TwinMode::kReplace, faulty(kWordChanged)).fault;
  REQUIRE(changed);
  CHECK(changed->kind == "rtl");
  CHECK(changed->cycle == 2_cycles);
  CHECK_THAT(changed->message, Catch::Contains("offers word 1 at channel 0"));
  const auto forgotten = run_line(TwinMode::kReplace, faulty(kChildForgotten));
  CHECK_FALSE(forgotten.fault);  // the bench reports the programs that wait for ever
  CHECK(forgotten.transfers == 3);
}

TEST_CASE("a relay's failed assertion ends the run", "[rtl][relay_node]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto fault = run_line(mode, faulty(kTwoParents)).fault;
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK(fault->cycle == 2_cycles);
  CHECK(fault->part == "ring.node_1.relay_node_1");
  CHECK_THAT(fault->message, Catch::Contains("OneParent"));
}

TEST_CASE("a relay that would have to hold too many packets ends the run", "[rtl][relay_node]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  // Node 1 gets two packets while it sends one: its own hundred are first in the queue.
  const auto program = [](processor& self) -> Program {
    return [](processor& node) -> Program {
      for (int j = 0; j < 100 && node.id() == 0; ++j) node.post(0, node.pack(0));
      if (node.id() != 1) co_return;
      for (int j = 0; j < 100; ++j) {
        Packet packet = co_await node.receive(1);
        if (j == 0) {
          for (int k = 0; k < 100; ++k) node.post(0, Packet{packet});
        }
        packet = {packet.id() + 1'000'000, packet.source(), 0, packet.words(), packet.blocks()};
        co_await pass_on(node, 1, 1, packet);
      }
    }(self);
  };
  const auto fault = run(program, mode).fault;
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK(fault->part == "ring.node_1.relay_node_1");
  CHECK_THAT(fault->message, Catch::Contains("it has room for 16 packets"));
}

TEST_CASE("no relay is verilated for more than 24 channels", "[rtl][relay_node]") {
  CHECK_NOTHROW(check_relay_channels(24));
  CHECK_THROWS_WITH(check_relay_channels(25), Catch::Contains("not for 25"));
}

}  // namespace plexus
