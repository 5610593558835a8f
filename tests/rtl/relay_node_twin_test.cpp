#include <random>

#include <catch2/catch.hpp>

#include "hw/node/relay_node.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/ring/shape.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::relay_node_twin_test {

namespace {

/// As in faults.txt.
enum Planted : unsigned char {
  kNone,
  kChildForgotten,
  kOfferedLate,
  kNeverLeaves,
  kWordChanged,
  kSlotTooMany,
  kTwoParents
};

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
            int planted = kSound) {
  const FreshKernel kernel;
  direct_machine machine{
      "ring", RingShape{4}.wiring(), {1, 2_words}, {0_cycles, 1_words}, PortRule::kAllFull};
  machine.node(0).store(Blocks{Interval{0, 1}, machine.node(0).whole()});
  std::unique_ptr<Twins> twins;
  if (mode) twins = attach_twins(machine, "relay_node", *mode, planted);
  machine.load(program);
  Outcome outcome;
  outcome.fault = fault_in([] { sc_core::sc_start(); });
  outcome.cycles = machine.completed();
  outcome.transfers = machine.links.figures().transfers;
  return outcome;
}

Outcome run_line(std::optional<TwinMode> mode, int planted = kSound) {
  return run([](processor& self) { return line(self, 3); }, mode, planted);
}

}  // namespace

namespace {

/// Random packets, all words of one its number, through a relay and its twin.
void relay_at_random(unsigned channels, unsigned words, unsigned seed) {
  CAPTURE(channels, words, seed);
  constexpr unsigned kPackets = 16;
  std::mt19937 random{seed};
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  const unsigned hurry = 1 + below(4);  // of the links, compared with what arrives
  block_bench twin{
      "rtl/node",
      "relay_node",
      {{"Channels", channels}, {"DataWidth", 32}, {"Depth", 16 * kPackets}, {"Slots", kPackets}}};
  relay_node part;
  std::uint64_t shown = 0;  // packets at the start of the cycle: what rx_ready_o goes by
  std::uint64_t most = 0;
  unsigned arrived = 0;  // words of the packet that is arriving
  unsigned parent = 0;
  std::vector<unsigned> left(channels, words);  // words of the offered packet, by channel
  for (std::uint32_t cycle = 0; cycle < 2000; ++cycle) {
    CAPTURE(cycle);
    twin.set("rx_valid_i", 0);
    twin.set("rx_last_i", 0);
    if (arrived > 0 || (shown < kPackets && below(3) != 0)) {
      if (arrived == 0) parent = below(channels);
      const std::uint32_t number = cycle - arrived;  // also of its words before
      const std::uint64_t all = ~std::uint64_t{0} >> (64 - channels);
      const std::uint64_t children = (std::uint64_t{random()} << 32 | random()) & random() & all;
      ++arrived;
      twin.set("rx_valid_i", std::uint64_t{1} << parent);
      twin.set("rx_data_i", parent * 32, 32, number);
      twin.set("child_mask_i", children);
      if (arrived == words) {
        twin.set("rx_last_i", std::uint64_t{1} << parent);
        part.arrive(number, children);
        arrived = 0;
      }
    }
    twin.edge();
    std::uint64_t offered = 0;
    std::uint64_t last = 0;
    std::uint64_t takers = 0;
    for (unsigned channel = 0; channel < channels; ++channel) {
      const auto packet = part.offered(channel);
      if (!packet) continue;
      offered |= std::uint64_t{1} << channel;
      if (left[channel] == 1) last |= std::uint64_t{1} << channel;
      REQUIRE(twin.get("tx_data_o", channel * 32, 32) == *packet);
    }
    REQUIRE(twin.get("tx_valid_o") == offered);
    REQUIRE(twin.get("tx_last_o") == last);
    REQUIRE(twin.get("packets_o") == part.packets());
    REQUIRE(twin.get("words_o") == words * part.packets() + arrived);
    shown = part.packets();
    most = std::max(most, shown);
    for (unsigned channel = 0; channel < channels; ++channel) {
      if ((offered >> channel & 1) == 0 || below(5) >= hurry) continue;
      takers |= std::uint64_t{1} << channel;
      if (--left[channel] > 0) continue;
      left[channel] = words;
      part.take(channel);
    }
    twin.set("tx_ready_i", takers);
    twin.settle();
    REQUIRE(twin.errors().empty());
  }
  CHECK(most > 1);
}

}  // namespace

TEST_CASE("the relay's twin does in every cycle what the relay does", "[rtl][relay_node]") {
  const auto words = GENERATE(1u, 3u);
  relay_at_random(8, words, GENERATE(range(1u, 7u)));
}

TEST_CASE("the twin of a relay of any size does in every cycle what the relay does",
          "[rtl][relay_node][.full]") {
  const auto channels = GENERATE(2u, 24u, 64u);
  const auto words = GENERATE(1u, 3u);
  relay_at_random(channels, words, GENERATE(range(1u, 7u)));
}

TEST_CASE("a line of relays keeps its cycles with twins", "[rtl][relay_node]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto make = GENERATE(values<int>({kSound, 0}));
  const Outcome model = run_line(std::nullopt);
  const Outcome twin = run_line(mode, make);
  REQUIRE_FALSE(model.fault);
  CHECK(model.cycles == 10_cycles);  // 3 hops, and 2 more packets behind the first
  CAPTURE(static_cast<int>(mode), make, twin.fault ? twin.fault->message : "");
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
      {kWordChanged, 2, "tx_data_0", 0, 1},
      {kSlotTooMany, 2, "packets", 1, 2},
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const auto fault = run_line(TwinMode::kLockstep, expected.planted).fault;
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, "ring.node_1.relay_node_1"));
}

TEST_CASE("a relay in the part's place sends what it holds, or the run ends", "[rtl][relay_node]") {
  const auto changed = run_line(TwinMode::kReplace, kWordChanged).fault;
  REQUIRE(changed);
  CHECK(changed->kind == "rtl");
  CHECK(changed->cycle == 2_cycles);
  CHECK_THAT(changed->message, Catch::Contains("offers word 1 at channel 0"));
  const auto forgotten = run_line(TwinMode::kReplace, kChildForgotten);
  CHECK_FALSE(forgotten.fault);  // the bench reports the programs that wait for ever
  CHECK(forgotten.transfers == 3);
}

TEST_CASE("a relay's failed assertion ends the run", "[rtl][relay_node]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto fault = run_line(mode, kTwoParents).fault;
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

TEST_CASE("every output of a relay is compared", "[rtl][relay_node][lockstep]") {
  const Double doubles{"relay_node"};
  for (std::size_t i = 0; i < doubles.outputs.size(); ++i) {
    if (doubles.outputs[i] == "rx_ready_o") continue;  // below: it has no room
    const auto fault = run_line(TwinMode::kLockstep, kLastFault + 1 + static_cast<int>(i)).fault;
    CAPTURE(doubles.outputs[i]);
    REQUIRE(fault);
    CHECK_THAT(
        figure(*fault, "signal"),
        Catch::StartsWith('"' + doubles.outputs[i].substr(0, doubles.outputs[i].size() - 2)));
  }
  const auto fault = run_line(TwinMode::kLockstep, kLastFault + 1).fault;
  CHECK(doubles.outputs[0] == "rx_ready_o");
  REQUIRE(fault);
  CHECK_THAT(fault->message, Catch::Contains("cannot take a packet"));
}

TEST_CASE("a relay's receiver waits for room, and inside a packet for its channel",
          "[rtl][relay_node]") {
  const unsigned depth = 4;
  block_bench relay{"rtl/node",
                    "relay_node",
                    {{"Channels", 4}, {"DataWidth", 32}, {"Depth", depth}, {"Slots", 2}}};
  const auto word = [&](unsigned channel, std::uint64_t data, bool last, std::uint64_t children) {
    relay.set("rx_valid_i", std::uint64_t{1} << channel);
    relay.set("rx_last_i", std::uint64_t{last} << channel);
    relay.set("rx_data_i", channel * 32, 32, data);
    relay.set("child_mask_i", children);
    relay.edge();
    relay.set("rx_valid_i", 0);
    relay.settle();
  };
  CHECK(relay.get("rx_ready_o") == 15);
  word(2, 7, false, 0);
  CHECK(relay.get("rx_ready_o") == 4);  // its packet goes on
  word(1, 9, true, 1);                  // another channel's word is not taken
  CHECK(relay.get("words_o") == 1);
  word(2, 8, true, 3);
  CHECK(relay.get("rx_ready_o") == 15);
  CHECK(relay.get("tx_valid_o") == 3);
  CHECK(relay.get("tx_last_o") == 0);
  word(0, 5, false, 0);
  word(0, 6, false, 0);
  CHECK(relay.get("words_o") == depth);
  CHECK(relay.get("rx_ready_o") == 0);  // the buffer is full
  word(0, 1, true, 1);
  CHECK(relay.get("words_o") == depth);
  relay.set("tx_ready_i", 3);
  relay.edge();
  CHECK(relay.get("tx_last_o") == 3);
  CHECK(relay.get("tx_data_o", 0, 32) == 8);
  relay.edge();
  relay.set("tx_ready_i", 0);
  relay.settle();
  CHECK(relay.get("packets_o") == 0);
  CHECK(relay.get("rx_ready_o") == 1);
  word(0, 2, true, 0);  // for nobody: forgotten
  CHECK(relay.get("packets_o") == 0);
  CHECK(relay.get("words_o") == 0);
  word(3, 1, true, 8);
  word(3, 2, true, 4);
  CHECK(relay.get("packets_o") == 2);
  CHECK(relay.get("rx_ready_o") == 0);  // both slots are taken
  CHECK(relay.errors().empty());
}

}  // namespace plexus::relay_node_twin_test
