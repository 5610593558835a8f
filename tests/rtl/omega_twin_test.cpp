#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/switch/benes_setup.hpp"
#include "hw/switch/omega_net.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/omega/benes.hpp"
#include "models/omega/module.hpp"
#include "models/omega/permutations.hpp"
#include "models/omega/play.hpp"
#include "models/omega/schedule.hpp"
#include "models/omega/traffic.hpp"
#include "models/operations/operation.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/twin_run.hpp"
#include "tests/run_bench.hpp"

namespace plexus::omega_twin_test {

namespace {

using Elements = switch_fabric::Elements;

const char* word_of(Elements elements) {
  return elements == Elements::kCombining ? "combine_element" : "omega_element";
}

// ---- unbuffered elements ------------------------------------------------------------------------

/// One pass of messages, packets numbered from 100.
std::vector<SwitchRequest> requests_of(const Permutation& permutation) {
  std::vector<SwitchRequest> requests;
  for (NodeId v = 0; v < permutation.size(); ++v) requests.push_back({v, permutation[v], 100 + v});
  return requests;
}

/// Named permutations, broadcasts, everything to one port, then random loads.
std::vector<std::vector<SwitchRequest>> loads(NodeId ports, bool broadcasts, unsigned seed) {
  std::vector<std::vector<SwitchRequest>> passes;
  for (const char* name : {"identity", "complement", "shuffle", "inverse-shuffle", "bit-reversal",
                           "transpose", "butterfly", "shift:3", "xor:5"}) {
    passes.push_back(requests_of(named_permutation(name, ports)));
  }
  for (NodeId port = 0; port < ports; ++port) {
    if (broadcasts) passes.push_back({{port, kEveryPort, port}});
    passes.push_back(requests_of(Permutation(ports, port)));
  }
  std::mt19937 random{seed};
  const auto below = [&](std::size_t limit) { return static_cast<NodeId>(random() % limit); };
  for (int pass = 0; pass < 100; ++pass) {
    std::vector<SwitchRequest> requests;
    for (NodeId v = 0; v < ports; ++v) {
      if (below(4) == 0) continue;
      const bool to_all = broadcasts && below(8) == 0;
      requests.push_back(
          {v, to_all ? kEveryPort : below(ports), std::uint64_t{random()} << 32 | v});
    }
    if (!requests.empty()) passes.push_back(requests);
  }
  return passes;
}

/// A switch of one element. In cycle 1 both messages go straight, in cycle 2 they clash at the
/// upper output (the lower one does not if the element combines), cycle 3 has a broadcast.
void three_passes(Elements elements, TwinMode mode, int planted) {
  const NetworkShape shape{NetworkKind::kOmega, 2};
  const tag_steering by_tag{shape};
  switch_fabric fabric{"net", switch_wiring(shape), elements};
  const auto twins = attach_twins(fabric, word_of(elements), mode, planted);
  const auto pass = [&](const std::vector<SwitchRequest>& requests) {
    fabric.carry(requests, by_tag);
    run_cycle();
  };
  run_cycle();  // 0
  pass({{0, 0, 11}, {1, 1, 12}});
  pass({{0, 0, 21}, {1, 0, 22}});
  pass({{0, kEveryPort, 31}});
  fabric.clear();
  run_cycle();
}

/// Everything that a pass comes to, for comparison.
auto all_of(const SwitchOutcome& outcome) {
  return std::tuple{outcome.at_port, outcome.carrier,   outcome.blocked,
                    outcome.merges,  outcome.conflicts, outcome.elements_changed};
}

}  // namespace

TEST_CASE("element twins carry what the elements carry", "[rtl][omega_element][combine_element]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto elements = GENERATE(Elements::kPlain, Elements::kCombining);
  const auto kind = GENERATE(NetworkKind::kOmega, NetworkKind::kBaseline);
  const NodeId ports = GENERATE(8u, 16u);
  CAPTURE(static_cast<int>(mode), word_of(elements), kind, ports);
  const NetworkShape shape{kind, ports};
  const tag_steering by_tag{shape};
  const FreshKernel kernel;
  switch_fabric fabric{"net", switch_wiring(shape), elements};
  switch_fabric model{"model", switch_wiring(shape), elements};
  const auto twins = attach_twins(fabric, word_of(elements), mode);
  const bool broadcasts = elements == Elements::kPlain;
  for (const auto& requests : loads(ports, broadcasts, ports)) {
    REQUIRE(all_of(fabric.carry(requests, by_tag)) == all_of(model.carry(requests, by_tag)));
    run_cycle();
    if (requests.size() % 2 == 0) run_cycle();  // a pass may last longer
  }
  fabric.clear();
  run_cycle();
}

TEST_CASE("broadcasts may meet in combining elements, and clash", "[rtl][combine_element]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const NetworkShape shape{NetworkKind::kOmega, 8};
  const tag_steering by_tag{shape};
  const FreshKernel kernel;
  switch_fabric fabric{"net", switch_wiring(shape), Elements::kCombining};
  switch_fabric model{"model", switch_wiring(shape), Elements::kCombining};
  const auto twins = attach_twins(fabric, "combine_element", mode);
  for (const auto& requests : loads(8, true, 5)) {
    REQUIRE(all_of(fabric.carry(requests, by_tag)) == all_of(model.carry(requests, by_tag)));
    run_cycle();
  }
}

TEST_CASE("a combining element adds, compares and joins operands, the upper one on the left",
          "[rtl][combine_element]") {
  // Also with the top bit set: the comparisons are unsigned, the sum is modulo 2^32.
  const auto [op, upper, lower, result] =
      GENERATE(table<unsigned, std::uint64_t, std::uint64_t, std::uint64_t>(
          {{0, 12, 10, 22},
           {1, 12, 10, 10},
           {2, 12, 10, 12},
           {3, 12, 10, 14},
           {0, 0x8000'0001, 0x8000'0001, 2},
           {1, 0x8000'0000, 1, 1},
           {1, 1, 0x8000'0000, 1},
           {2, 0x8000'0000, 1, 0x8000'0000},
           {2, 1, 0x8000'0000, 0x8000'0000},
           {3, 0x8000'0000, 1, 0x8000'0001}}));
  CAPTURE(op, upper, lower);
  block_bench element{"rtl/switch", "combine_element", {{"DataWidth", 32}, {"AddressWidth", 3}}};
  element.set("op_i", op);
  element.set("valid_i", 3);
  element.set("tag_i", 3);
  element.set("destination_i", 5 | 5 << 3);
  element.set("data_i", upper | lower << 32);
  element.settle();
  CHECK(element.get("merge_o") == 1);
  CHECK(element.get("valid_o") == 2);
  CHECK(element.get("data_o", 32, 32) == result);
  CHECK(element.get("destination_o", 3, 3) == 5);
}

TEST_CASE("lockstep finds a wrong element in its first wrong cycle",
          "[rtl][omega_element][lockstep]") {
  const auto expected = GENERATE(values<Caught>({
      {1, 1, "data_0", 11, 12},  // outputs swapped
      {2, 1, "valid", 3, 1},     // a lost grant
      {3, 2, "data_0", 21, 22},  // the lower input wins
      {4, 2, "conflict", 1, 0},  // silent
      {5, 3, "valid", 3, 1},     // half a broadcast
      {6, 3, "state", 2, 0},     // stuck
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const FreshKernel kernel;
  const auto fault =
      fault_in([&] { three_passes(Elements::kPlain, TwinMode::kLockstep, expected.planted); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, "net.stage_0.element_0"));
}

TEST_CASE("lockstep finds a wrong combining element in its first wrong cycle",
          "[rtl][combine_element][lockstep]") {
  const auto expected = GENERATE(values<Caught>({
      {1, 2, "conflict", 0, 1},  // never merges
      {2, 2, "data_0", 43, 21},  // the lower operand is lost
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const FreshKernel kernel;
  const auto fault =
      fault_in([&] { three_passes(Elements::kCombining, TwinMode::kLockstep, expected.planted); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, "net.stage_0.element_0"));
}

TEST_CASE("elements without a planted fault pass", "[rtl][omega_element][combine_element]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  CHECK_FALSE(fault_in([&] { three_passes(Elements::kPlain, mode, 0); }));
}

TEST_CASE("an element's failed assertion ends the run", "[rtl][combine_element]") {
  const FreshKernel kernel;
  const auto fault = fault_in([&] { three_passes(Elements::kCombining, TwinMode::kReplace, 3); });
  REQUIRE(fault);
  CHECK(fault->kind == "rtl");
  CHECK(fault->cycle == 2_cycles);
  CHECK(fault->part == "net.stage_0.element_0");
  CHECK_THAT(fault->message, Catch::Contains("SameDestinationSameTag"));
}

TEST_CASE("what an element twin makes of the messages is what happens", "[rtl][omega_element]") {
  const FreshKernel kernel;
  const NetworkShape shape{NetworkKind::kOmega, 2};
  const tag_steering by_tag{shape};
  switch_fabric fabric{"net", switch_wiring(shape), Elements::kPlain};
  const auto twins = attach_twins(fabric, "omega_element", TwinMode::kReplace, 3);
  const std::vector<SwitchRequest> clash{{0, 0, 21}, {1, 0, 22}};
  const SwitchOutcome& outcome = fabric.carry(clash, by_tag);
  CHECK(outcome.at_port == std::vector<std::uint32_t>{1, kNobody});  // the lower one has won
  CHECK(outcome.carrier == std::vector<std::uint32_t>{kNobody, 1});
}

TEST_CASE("no element is verilated for more than two inputs", "[rtl][omega_element]") {
  const FreshKernel kernel;
  switch_fabric fabric{"net", switch_wiring(NetworkShape{NetworkKind::kOmega, 16, 4}),
                       Elements::kPlain};
  CHECK_THROWS_WITH(attach_twins(fabric, "omega_element", TwinMode::kReplace),
                    Catch::Contains("with 2 inputs, not for those with 4"));
}

// ---- buffered elements --------------------------------------------------------------------------

namespace {

TrafficSetting traffic(double load, std::uint64_t seed) {
  TrafficSetting setting;
  setting.load = load;
  setting.seed = seed;
  setting.measure = 150_cycles;
  return setting;
}

/// What must not depend on the twins.
auto all_of(const fifo_traffic& top) {
  Statistics figures;
  top.report(top.completed(), figures);
  return std::pair{figures.json(), top.net.max_fifo()};
}

/// Packets by script for a switch of one element with queues of two places: one for each output in
/// cycle 0, two for the upper output in cycle 1, another one for it by the upper input in cycle 2.
/// So the elements move both in cycle 1; the heads clash in cycle 2, and the lower one wins; in
/// cycle 3 the upper queue is full.
class five_packets final : public fifo_client_if {
 public:
  five_packets(omega_fifo_net& net) : net_{&net} { net.client(*this); }

  void cycle(Cycles now) override {
    const auto inject = [&](NodeId source, NodeId destination) {
      net_->inject({now, source, destination, number_++, 0});
    };
    if (now == 0_cycles) {
      inject(0, 0);
      inject(1, 1);
    } else if (now == 1_cycles) {
      inject(0, 0);
      inject(1, 0);
    } else if (now == 2_cycles) {
      inject(0, 0);
    } else if (now == 8_cycles) {
      net_->halt();
      net_->check_conservation();
    }
  }
  void delivered(const FifoPacket& /*packet*/, Cycles /*now*/) override {}

 private:
  omega_fifo_net* net_;
  std::uint32_t number_ = 0;
};

void five_packets_through(TwinMode mode, int planted,
                          const std::string& block = "omega_fifo_element") {
  const NetworkShape shape{NetworkKind::kOmega, 2};
  omega_fifo_net net{"net", switch_wiring(shape), tag_weights(shape), {2}};
  five_packets packets{net};
  const auto twins = attach_twins(net, block, mode, planted);
  sc_core::sc_start();
}

}  // namespace

namespace {

/// Traffic through a switch of 8 ports whose elements have twins goes as without them.
void move_with_twins(TwinMode mode, Arbitration arbitration, std::uint32_t depth, double load,
                     NetworkKind kind) {
  CAPTURE(static_cast<int>(mode), to_string(arbitration), depth, load, kind);
  const NetworkShape shape{kind, 8};
  const FifoSetting fifos{depth, arbitration, 3};
  const auto run = [&](bool with_twin) {
    const FreshKernel kernel;
    fifo_traffic top{"omega", shape, fifos, traffic(load, depth)};
    std::unique_ptr<Twins> twins;
    if (with_twin) twins = attach_twins(top.net, "omega_fifo_element", mode);
    sc_core::sc_start();
    return all_of(top);
  };
  CHECK(run(true) == run(false));
}

}  // namespace

TEST_CASE("buffered element twins move what the elements move", "[rtl][omega_fifo_element]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto arbitration = GENERATE(Arbitration::kAlternating, Arbitration::kFixed,
                                    Arbitration::kOldest, Arbitration::kRandom);
  const std::uint32_t depth = GENERATE(1u, 2u);
  const double load = GENERATE(0.05, 0.6, 1.0);
  move_with_twins(mode, arbitration, depth, load,
                  depth == 1 ? NetworkKind::kOmega : NetworkKind::kInverseOmega);
}

TEST_CASE("buffered element twins of any depth move what the elements move",
          "[rtl][omega_fifo_element][.full]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto arbitration = GENERATE(Arbitration::kAlternating, Arbitration::kFixed,
                                    Arbitration::kOldest, Arbitration::kRandom);
  const std::uint32_t depth = GENERATE(1u, 2u, 3u, 7u);
  const double load = GENERATE(0.05, 0.6, 1.0);
  move_with_twins(mode, arbitration, depth, load,
                  GENERATE(NetworkKind::kOmega, NetworkKind::kInverseOmega));
}

TEST_CASE("lockstep finds a wrong buffered element in its first wrong cycle",
          "[rtl][omega_fifo_element][lockstep]") {
  const auto expected = GENERATE(values<Caught>({
      {1, 1, "destination_0", 0, 1},  // outputs swapped
      {2, 1, "grant", 9, 1},          // a lost grant
      {3, 2, "grant", 2, 1},          // stuck priority
      {4, 3, "ready", 2, 3},          // one too deep
      {5, 1, "valid", 3, 1},          // a lost packet
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const FreshKernel kernel;
  const auto fault = fault_in([&] { five_packets_through(TwinMode::kLockstep, expected.planted); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, expected, "net.stage_0.element_0"));
}

TEST_CASE("lockstep finds a wrong buffered network in its first wrong cycle",
          "[rtl][omega_fifo_net][lockstep]") {
  const auto [expected, part] = GENERATE(table<Caught, const char*>({
      {{1, 1, "grant", 9, 1}, "net.stage_0.element_0"},  // a lost grant
      {{2, 1, "valid_1", 1, 0}, "net"},                  // a lost packet
  }));
  const Caught wanted = expected;
  CAPTURE(static_cast<int>(wanted.planted));
  const FreshKernel kernel;
  const auto fault = fault_in(
      [&] { five_packets_through(TwinMode::kLockstep, wanted.planted, "omega_fifo_net"); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(caught(fault, wanted, part));
}

TEST_CASE("every output of a buffered network is compared", "[rtl][omega_fifo_net][lockstep]") {
  check_every_output("omega_fifo_net", [](int planted) {
    five_packets_through(TwinMode::kLockstep, planted, "omega_fifo_net");
  });
}

TEST_CASE("a buffered element without a planted fault passes", "[rtl][omega_fifo_element]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const FreshKernel kernel;
  CHECK_FALSE(fault_in([&] { five_packets_through(mode, 0); }));
}

TEST_CASE("a packet that a twin loses is missed", "[rtl][omega_fifo_element]") {
  const FreshKernel kernel;
  const auto fault = fault_in([&] { five_packets_through(TwinMode::kReplace, 5); });
  REQUIRE(fault);
  CHECK(fault->kind == "conservation");
}

TEST_CASE("a twin whose queues are not what they should be ends the run",
          "[rtl][omega_fifo_element]") {
  const auto [planted, cycle, why] = GENERATE(
      table<unsigned char, std::int64_t, const char*>({{1, 1, "shows destination_0 as 1, where 0"},
                                                       {2, 2, "shows occupancy_1 as 1, where 2"},
                                                       {4, 3, "shows ready as 3, where 2"}}));
  const FreshKernel kernel;
  const unsigned char fault_number = planted;
  const auto fault = fault_in([&] { five_packets_through(TwinMode::kReplace, fault_number); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(fault->kind == "rtl");
  CHECK(fault->cycle == Cycles{cycle});
  CHECK(fault->part == "net.stage_0.element_0");
  CHECK_THAT(fault->message, Catch::Contains(why));
}

// ---- the network --------------------------------------------------------------------------------

namespace {

/// The self-routed permutation of messages of three words: c(3) = 4 cycles for every pass.
struct SelfRouted {
  explicit SelfRouted(const Permutation& map)
      : permutation{map},
        shape{NetworkKind::kOmega, static_cast<NodeId>(map.size())},
        by_tag{shape},
        scheduler{by_tag},
        operation{permutation_operation(map, 3_words)},
        machine{"omega",          shape,
                operation.space,  {1_cycles, 1_words},
                Elements::kPlain, OnConflict::kRetry,
                scheduler} {
    machine.load([this](processor& self) { return send_own_block(self, permutation[self.id()]); });
    for (NodeId v = 0; v < machine.size(); ++v) {
      for (const Interval& interval : operation.before(v)) {
        machine.node(v).store(Blocks{interval, operation.space.whole()});
      }
    }
  }

  void run() {
    sc_core::sc_start();
    CHECK(machine.waiting_text().empty());
    for (NodeId v = 0; v < machine.size(); ++v) {
      CHECK_FALSE(missing_after(operation, v, machine.node(v).memory()));
    }
  }

  Permutation permutation;
  NetworkShape shape;
  tag_steering by_tag;
  all_at_once scheduler;
  Operation operation;
  switch_machine machine;
};

Permutation random_permutation(NodeId ports, unsigned seed) {
  Permutation permutation(ports);
  std::iota(permutation.begin(), permutation.end(), NodeId{0});
  std::mt19937 random{seed};
  for (std::size_t i = ports; i > 1; --i) std::swap(permutation[i - 1], permutation[random() % i]);
  return permutation;
}

}  // namespace

namespace {

/// The passes of a random permutation, with the network's twin as without it.
void pass_with_twin(TwinMode mode, NodeId ports, unsigned seed) {
  CAPTURE(static_cast<int>(mode), ports, seed);
  const Permutation permutation = random_permutation(ports, seed);
  const auto figures = [&](bool with_twin) {
    const FreshKernel kernel;
    SelfRouted run{permutation};
    std::unique_ptr<Twins> twins;
    if (with_twin) twins = attach_twins(run.machine.net, "omega_net", mode);
    run.run();
    const PassFigures& seen = run.machine.net.figures();
    return std::tuple{seen.passes, seen.transfers, seen.blocked, seen.blocked_per_stage,
                      seen.busy,   seen.last_end};
  };
  CHECK(figures(true) == figures(false));
}

}  // namespace

TEST_CASE("the network's twin makes the passes that the network makes", "[rtl][omega_net]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  pass_with_twin(mode, 8, GENERATE(range(1u, 21u)));
}

TEST_CASE("the twin of a network of any size makes the passes that the network makes",
          "[rtl][omega_net][.full]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const NodeId ports = GENERATE(2u, 4u, 16u);
  pass_with_twin(mode, ports, GENERATE(range(1u, 21u)));
}

TEST_CASE("lockstep finds a wrong network in its first wrong cycle", "[rtl][omega_net][lockstep]") {
  struct Expected {
    unsigned char planted;
    std::int64_t cycle;
    const char* signal;
    const char* part;
  };
  // The shuffle takes two passes: in the first one 0, 2, 4, 6 or their rivals lose in stage 0.
  const auto expected = GENERATE(values<Expected>({
      {1, 0, "data_2", "omega.switch"},                      // outputs swapped
      {2, 3, "delivered", "omega.switch"},                   // a lost grant
      {3, 3, "done", "omega.switch"},                        // a pass too long
      {4, 0, "state", "omega.switch.stage_2.element_1"},     // stuck
      {5, 0, "conflict", "omega.switch.stage_0.element_0"},  // silent
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const FreshKernel kernel;
  const auto fault = fault_in([&] {
    SelfRouted run{named_permutation(expected.planted == 5 ? "shuffle" : "xor:1", 8)};
    const auto twins =
        attach_twins(run.machine.net, "omega_net", TwinMode::kLockstep, expected.planted);
    run.run();
  });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(fault->kind == "lockstep");
  CHECK(fault->cycle == Cycles{expected.cycle});
  CHECK(figure(*fault, "signal") == '"' + std::string{expected.signal} + '"');
  CHECK(fault->part == expected.part);
}

TEST_CASE("a network without a planted fault passes, and a longer pass is one",
          "[rtl][omega_net]") {
  const auto [planted, cycles] = GENERATE(table<unsigned char, std::int64_t>({{0, 8}, {3, 10}}));
  const FreshKernel kernel;
  SelfRouted run{named_permutation("shuffle", 8)};
  const auto twins = attach_twins(run.machine.net, "omega_net", TwinMode::kReplace, planted);
  run.run();
  CHECK(run.machine.net.figures().last_end == Cycles{cycles});
}

TEST_CASE("the network's twin has the stages and wires of omega alone", "[rtl][omega_net]") {
  const auto [shape, fits] = GENERATE(table<NetworkShape, bool>({
      {NetworkShape{NetworkKind::kOmega, 8}, true},
      {NetworkShape{NetworkKind::kOmega, 16, 4}, false},
      {NetworkShape{NetworkKind::kInverseOmega, 8}, false},
      {NetworkShape{NetworkKind::kBaseline, 8}, false},
      {NetworkShape{NetworkKind::kIndirectBinaryCube, 8}, false},
      {NetworkShape{NetworkKind::kBenes, 8}, false},
      {NetworkShape{NetworkKind::kCrossbar, 8}, false},
      {NetworkShape{NetworkKind::kDataManipulator, 8}, false},
  }));
  const FreshKernel kernel;
  const tag_steering by_tag{NetworkShape{NetworkKind::kOmega, 8}};
  all_at_once scheduler{by_tag};
  omega_net net{
      "net",    switch_wiring(shape), Elements::kPlain, {1_cycles, 1_words}, OnConflict::kRetry,
      scheduler};
  if (fits) {
    CHECK_NOTHROW(attach_twins(net, "omega_net", TwinMode::kReplace));
  } else {
    CHECK_THROWS_WITH(attach_twins(net, "omega_net", TwinMode::kReplace),
                      Catch::Contains("has no omega_net"));
  }
}

// ---- the set-up of benes networks ---------------------------------------------------------------

namespace {

BenesStates looping(std::span<const NodeId> map) { return benes_setting(map).exchange; }

/// The part of a machine that works settings out, behind its port.
struct set_up_part final : sc_core::sc_module {
  set_up_part(sc_core::sc_module_name name, NodeId ports)
      : sc_module{name}, part{"benes_setup", ports, looping}, port{"setup", part} {}
  benes_setup part;
  exchange_port<benes_setup_if> port;
};

}  // namespace

TEST_CASE("the set-up's twin sets all 40,320 permutations of 8 as the looping algorithm",
          "[rtl][benes_setup]") {
  const FreshKernel kernel;
  set_up_part omega{"omega", 8};
  const auto twins = attach_twins(omega, "benes_setup", TwinMode::kReplace);
  Permutation permutation = named_permutation("identity", 8);
  int wrong = 0;
  int count = 0;
  do {
    ++count;
    if (omega.port.occupant().set_up(permutation) != benes_setting(permutation).exchange) ++wrong;
  } while (std::ranges::next_permutation(permutation).found);
  CHECK(count == 40320);
  CHECK(wrong == 0);
}

namespace {

void set_up_with_twin(NodeId ports) {
  const FreshKernel kernel;
  set_up_part omega{"omega", ports};
  const auto twins = attach_twins(omega, "benes_setup", TwinMode::kLockstep);
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const Permutation permutation = random_permutation(ports, seed);
    REQUIRE(omega.port.occupant().set_up(permutation) == benes_setting(permutation).exchange);
    run_cycle();
  }
}

}  // namespace

TEST_CASE("the set-up's twin runs in lockstep with the looping algorithm", "[rtl][benes_setup]") {
  set_up_with_twin(8);
}

TEST_CASE("the twin of a set-up of any size runs in lockstep with the looping algorithm",
          "[rtl][benes_setup][.full]") {
  set_up_with_twin(GENERATE(2u, 4u, 16u, 32u));
}

TEST_CASE("a wrong set-up ends the run in the cycle in which it is asked for",
          "[rtl][benes_setup][lockstep]") {
  const auto [number, kind, why] = GENERATE(table<unsigned char, const char*, const char*>(
      {{1, "lockstep", "state_2_1"},
       {2, "rtl", "is not done after exactly 9 cycles"},
       {3, "rtl", "IsPermutation"}}));
  const unsigned char planted = number;
  const FreshKernel kernel;
  const auto fault = fault_in([&] {
    set_up_part omega{"omega", 8};
    const auto twins = attach_twins(omega, "benes_setup", TwinMode::kLockstep, planted);
    run_cycle();
    run_cycle();
    static_cast<void>(omega.port.occupant().set_up(named_permutation("shuffle", 8)));
  });
  REQUIRE(fault);
  CHECK(fault->kind == kind);
  CHECK(fault->cycle == 2_cycles);
  CHECK(fault->part == "omega.benes_setup");
  CHECK_THAT(fault->message, Catch::Contains(why));
}

// ---- from the command line ----------------------------------------------------------------------

namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream text{line};
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

/// What must not depend on the twins.
Json outcome(const CommandResult& result) {
  Json json = result.json;
  json.erase("twins");
  json["status"] = result.status;
  return json;
}

}  // namespace

TEST_CASE("switches say the same with the twins of their parts", "[rtl][omega]") {
  const auto [line, blocks] = GENERATE(table<std::string, std::string>({
      {"move --nodes 8 --source 3", "omega_element,omega_net"},
      {"broadcast --nodes 8 --words 5 --root 2", "omega_element,omega_net"},
      {"broadcast --algorithm ring --nodes 8 --packets 4 --startup 2", "omega_net"},
      {"broadcast --algorithm binary-tree --nodes 16 --network baseline", "omega_element"},
      {"alltoall --algorithm shifts --nodes 8 --setup parallel --startup 1", "omega_net"},
      {"alltoall --network benes --nodes 8 --setup sequential", "benes_setup,omega_element"},
      {"permutation --network benes --permutation inverse-shuffle", "benes_setup"},
      {"permutation --network indirect-binary-cube --permutation transpose", "omega_element"},
      {"permutation --algorithm self-routed --nodes 8 --permutation bit-reversal --words 4",
       "omega_element,omega_net"},
      {"permutation --algorithm self-routed --permutation inverse-shuffle", "omega_net"},
      {"reduce --nodes 16 --root 5 --words 3", "combine_element"},
      {"permutation --algorithm buffered --nodes 16 --permutation transpose --fifo-depth 1",
       "omega_fifo_element"},
      {"permutation --algorithm buffered --nodes 16 --permutation bit-reversal --fifo-depth 2 "
       "--arbitration oldest",
       "omega_fifo_element"},
      {"traffic --nodes 16 --load 0.9 --fifo-depth 1 --warmup 10 --measure 300 --arbitration "
       "random",
       "omega_fifo_element"},
      {"traffic --nodes 16 --pattern hotspot:3,0.3 --fifo-depth 2 --warmup 0 --measure 300",
       "omega_fifo_element"},
      {"traffic --switching unbuffered-retry --nodes 16 --load 0.8 --warmup 10 --measure 300",
       "omega_element"},
      {"traffic --switching unbuffered-drop --network baseline --nodes 8 --warmup 0 --measure 300",
       "omega_element"},
  }));
  CAPTURE(line, blocks);
  const Json model = outcome(run_json(split("omega " + line)));
  CHECK(model["status"] == 0);
  for (const char* option : {" --rtl ", " --lockstep "}) {
    const CommandResult result = run_json(split("omega " + line + option + blocks));
    CAPTURE(option, result.error);
    CHECK(outcome(result) == model);
  }
}

TEST_CASE("switches that no twin fits are refused", "[rtl][omega]") {
  const auto [line, kind, why] = GENERATE(table<std::string, std::string, std::string>({
      {"permutation --nodes 16 --radix 4 --lockstep omega_element", "size", "with 4"},
      {"permutation --network data-manipulator --rtl omega_element", "size", "with 3"},
      {"permutation --network baseline --rtl omega_net", "feature", "has no omega_net"},
      {"permutation --rtl benes_setup", "feature", "has no benes_setup"},
      {"traffic --rtl omega_element", "feature", "has no omega_element"},
      {"reduce --rtl omega_element", "feature", "omega_element"},
  }));
  CAPTURE(line);
  const CommandResult result = run_json(split("omega " + line));
  CHECK(result.status == 2);
  CHECK(result.json["error"]["class"] == kind);
  CHECK_THAT(result.error, Catch::Contains(why));
}

// ---- every output -------------------------------------------------------------------------------

TEST_CASE("every output of a switch's blocks is compared", "[rtl][omega][lockstep]") {
  check_every_output("omega_element", [](int planted) {
    three_passes(Elements::kPlain, TwinMode::kLockstep, planted);
  });
  check_every_output("combine_element", [](int planted) {
    three_passes(Elements::kCombining, TwinMode::kLockstep, planted);
  });
  check_every_output("omega_fifo_element",
                     [](int planted) { five_packets_through(TwinMode::kLockstep, planted); });
  check_every_output("omega_net", [](int planted) {
    SelfRouted run{named_permutation("shuffle", 8)};
    const auto twins = attach_twins(run.machine.net, "omega_net", TwinMode::kLockstep, planted);
    run.run();
  });
  const auto set_up = [](int planted) {
    set_up_part omega{"omega", 8};
    const auto twins = attach_twins(omega, "benes_setup", TwinMode::kLockstep, planted);
    static_cast<void>(omega.port.occupant().set_up(named_permutation("shuffle", 8)));
  };
  check_every_output("benes_setup", set_up, {"done"});  // its end is counted, below
  const FreshKernel kernel;
  const auto fault = fault_in([&] {
    set_up(kLastFault + 3);
    return 0;
  });
  REQUIRE(fault);
  CHECK_THAT(fault->message, Catch::Contains("is not done after exactly"));
}

}  // namespace plexus::omega_twin_test
