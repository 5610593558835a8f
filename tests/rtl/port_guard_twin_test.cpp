#include <bit>
#include <random>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/ring/shape.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::port_guard_twin_test {

namespace {

/// As in faults.txt.
enum Planted : unsigned char {
  kNone,
  kWriteUnseen,
  kBreachLost,
  kBreachInvented,
  kStickyEarly,
  kNoSuchRule
};

/// Hops of two cycles. In the first two node 1 reads from node 0; in the next two it reads from
/// both sides and, if asked to, writes clockwise as well.
Program crossing(processor& self, bool node_1_writes) {
  const Packet packet = self.pack(self.id());
  if (self.id() == 0) {
    co_await self.send(0, Packet{packet});
    co_await self.send(0, Packet{packet});
  } else if (self.id() == 1) {
    co_await self.receive(1);
    if (node_1_writes) self.post(0, packet);
    co_await self.receive(1);
    if (!node_1_writes) co_await self.receive(0);
  } else if (self.id() == 2 && !node_1_writes) {
    co_await self.send(0, Packet{packet});
    co_await self.send(1, Packet{packet});
  }
}

std::optional<Fault> run(PortRule rule, bool node_1_writes, std::optional<TwinMode> mode,
                         int planted = kSound) {
  const FreshKernel kernel;
  direct_machine machine{"ring", RingShape{4}.wiring(), {4, 2_words}, {0_cycles, 1_words}, rule};
  for (NodeId node = 0; node < 4; ++node) {
    machine.node(node).store(Blocks{Interval{node, 1}, machine.node(node).whole()});
  }
  std::unique_ptr<Twins> twins;
  if (mode) twins = attach_twins(machine, "port_guard", *mode, planted);
  machine.load([=](processor& self) { return crossing(self, node_1_writes); });
  return fault_in([] { sc_core::sc_start(); });
}

}  // namespace

namespace {

/// Transfers at random, at a guard and its twin.
void judge(PortRule rule, unsigned channels, unsigned in_a_dimension) {
  CAPTURE(static_cast<int>(rule), channels, in_a_dimension);
  DimensionMasks dimensions;
  for (unsigned channel = 0; channel < channels; ++channel) {
    if (channel % in_a_dimension == 0) dimensions.push_back(0);
    dimensions.back() |= std::uint64_t{1} << channel;
  }
  port_guard guard{rule, dimensions};
  const unsigned room = std::max(8U, std::bit_ceil(channels));
  const auto dim_width = static_cast<unsigned>(std::bit_width(room - 1));
  block_bench twin{"rtl/channel",
                   "port_guard",
                   {{"Channels", room}, {"DimWidth", dim_width}, {"CycleWidth", 64}}};
  twin.set("rule_i", static_cast<std::uint64_t>(rule));
  for (unsigned channel = 0; channel < channels; ++channel) {
    twin.set("dim_i", channel * dim_width, dim_width, channel / in_a_dimension);
  }
  std::mt19937 random{channels};
  std::optional<std::uint64_t> first;
  for (std::uint64_t cycle = 0; cycle < 400; ++cycle) {
    CAPTURE(cycle);
    const auto channel = static_cast<unsigned>(random() % channels);
    const bool busy = (guard.reads() | guard.writes()) >> channel & 1;
    switch (random() % (busy ? 3 : 4)) {  // few at a time, so that few rules are broken
      case 0:
        guard.begin_read(channel);
        break;
      case 1:
        guard.begin_write(channel);
        break;
      case 2:
        guard.end_read(channel);
        [[fallthrough]];
      default:
        guard.end_write(channel);
    }
    if (random() % 8 == 0) guard = port_guard{rule, dimensions};
    twin.set("cycle_i", cycle);
    twin.set("rd_i", guard.reads());
    twin.set("wr_i", guard.writes());
    twin.settle();
    REQUIRE(twin.get("breach_o") == (guard.violation() ? 1 : 0));
    REQUIRE(twin.get("sticky_o") == (first ? 1 : 0));
    REQUIRE(twin.get("first_cycle_o") == first.value_or(0));
    if (guard.violation() && !first) first = cycle;
    twin.edge();
  }
  CHECK(first.has_value() == (rule != PortRule::kAllFull));
  CHECK(twin.errors().empty());
}

}  // namespace

TEST_CASE("the port guard's twin judges as the guard does", "[rtl][port_guard]") {
  const PortRule rule = GENERATE(from_range(kPortRules));
  const auto channels = GENERATE(1u, 2u, 8u);
  judge(rule, channels, GENERATE(1u, 2u));
}

TEST_CASE("the twin of a port guard of any size judges as the guard does",
          "[rtl][port_guard][.full]") {
  const PortRule rule = GENERATE(from_range(kPortRules));
  const auto channels = GENERATE(20u, 64u);
  judge(rule, channels, GENERATE(1u, 2u));
}

TEST_CASE("a rule broken on a ring of twins ends the run as in the model", "[rtl][port_guard]") {
  const PortRule rule = GENERATE(from_range(kPortRules));
  const bool node_1_writes = GENERATE(false, true);
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  CAPTURE(static_cast<int>(rule), node_1_writes, static_cast<int>(mode));
  const auto model = run(rule, node_1_writes, std::nullopt);
  const auto twin = run(rule, node_1_writes, mode);
  REQUIRE(twin.has_value() == model.has_value());
  if (!model) return;
  CHECK(twin->kind == "port-rule");
  CHECK(twin->kind == model->kind);
  CHECK(twin->cycle == model->cycle);
  CHECK(twin->part == model->part);
  CHECK(twin->message == model->message);
  CHECK(twin->figures == model->figures);
}

TEST_CASE("lockstep finds a wrong port guard in its first wrong cycle",
          "[rtl][port_guard][lockstep]") {
  struct Case {
    PortRule rule;
    bool node_1_writes;
    Caught caught;
  };
  const auto expected = GENERATE(values<Case>({
      {PortRule::kOnePort, true, {kWriteUnseen, 2, "breach", 1, 0}},
      {PortRule::kOneInOneOut, false, {kBreachLost, 2, "breach", 1, 0}},
      {PortRule::kAllHalf, false, {kBreachInvented, 2, "breach", 0, 1}},
      {PortRule::kAllHalf, false, {kStickyEarly, 1, "sticky", 0, 1}},
  }));
  CAPTURE(static_cast<int>(expected.caught.planted));
  const auto fault =
      run(expected.rule, expected.node_1_writes, TwinMode::kLockstep, expected.caught.planted);
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected.caught, "ring.node_1.port_guard"));
}

TEST_CASE("a port guard in the model's place judges alone", "[rtl][port_guard]") {
  const auto lost = run(PortRule::kOneInOneOut, false, TwinMode::kReplace, kBreachLost);
  CHECK_FALSE(lost);
  const auto invented = run(PortRule::kAllHalf, false, TwinMode::kReplace, kBreachInvented);
  REQUIRE(invented);
  CHECK(invented->kind == "port-rule");
  CHECK(invented->cycle == 2_cycles);
  CHECK(figure(*invented, "node") == "1");
}

TEST_CASE("a port guard's failed assertion ends the run", "[rtl][port_guard]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto fault = run(PortRule::kAllHalf, false, mode, kNoSuchRule);
  REQUIRE(fault);
  CHECK_THAT(fault->message, Catch::Contains("RuleExists"));
}

TEST_CASE("every output of a port guard is compared", "[rtl][port_guard][lockstep]") {
  check_every_output("port_guard", [](int planted) {
    const auto fault = run(PortRule::kAllFull, false, TwinMode::kLockstep, planted);
    if (fault) raise(*fault);
  });
}

TEST_CASE("a rule that does not exist allows nothing", "[rtl][port_guard]") {
  const auto rule = GENERATE(6u, 7u);
  block_bench guard{
      "rtl/channel", "port_guard", {{"Channels", 8}, {"DimWidth", 3}, {"CycleWidth", 64}}};
  guard.set("rule_i", rule);
  const auto breach = [&](std::uint64_t reads, std::uint64_t writes) {
    guard.set("rd_i", reads);
    guard.set("wr_i", writes);
    guard.settle();
    return guard.get("breach_o") != 0;
  };
  CHECK_FALSE(breach(0, 0));
  CHECK(breach(1, 0));
  CHECK(breach(0, 4));
  CHECK(breach(2, 1));
}

TEST_CASE("a port guard remembers the first breach", "[rtl][port_guard]") {
  block_bench guard{
      "rtl/channel", "port_guard", {{"Channels", 8}, {"DimWidth", 3}, {"CycleWidth", 64}}};
  guard.set("rule_i", 3);  // uniform
  const std::uint64_t breached[] = {0, 0, 1, 0, 1, 1};
  for (std::uint64_t cycle = 0; cycle < 6; ++cycle) {
    guard.set("cycle_i", 40 + cycle);
    guard.set("rd_i", breached[cycle]);
    guard.set("wr_i", breached[cycle] * 2);
    guard.edge();
    CHECK(guard.get("sticky_o") == (cycle >= 2));
    CHECK(guard.get("first_cycle_o") == (cycle >= 2 ? 42U : 0U));
  }
}

}  // namespace plexus::port_guard_twin_test
