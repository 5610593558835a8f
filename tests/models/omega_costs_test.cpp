#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/omega/broadcast_hardware.hpp"
#include "models/omega/machine.hpp"
#include "models/omega/permutations.hpp"
#include "models/omega/pipelined_costs.hpp"
#include "models/omega/tally.hpp"
#include "tests/predictions.hpp"

namespace plexus {
namespace {

constexpr LinkTiming kLink{2_cycles, 1_words};  // of the acceptance table
SwitchMachine paper_switch(NodeId nodes, LinkTiming link = kLink) {
  return {NetworkShape{NetworkKind::kOmega, nodes}, link};
}

SwitchPlan ring_plan(NodeId nodes, NodeId root, Words w, std::int64_t nu) {
  return pipelined_plan(ring_maps(nodes, root), {w, nu});
}
SwitchPlan tree_plan(NodeId nodes, NodeId root, Words w, std::int64_t nu) {
  return pipelined_plan(tree_maps(nodes, root), {w, nu});
}

Json given_to(const SwitchMachine& machine, Words w, Json more) {
  more["nodes"] = machine.network.ports();
  more["network"] = to_string(machine.network.kind());
  more["setup"] = to_string(machine.setup);
  more["words"] = w.count();
  more["startup"] = machine.link.startup.count();
  more["bandwidth"] = machine.link.bandwidth.count();
  return more;
}

std::vector<Prediction> predicted(const SwitchMachine& machine, const char* operation,
                                  const char* algorithm, Words w,
                                  const Json& more = Json::object()) {
  return predictions_of("omega", operation, algorithm, given_to(machine, w, more));
}

/// The number of packets of a broadcast that `--packets formula` chooses.
std::int64_t formula_packets_of(const Algorithm<SwitchCase>& broadcast, NodeId nodes, Words w,
                                LinkTiming link) {
  SwitchCase at;
  at.network = NetworkShape{NetworkKind::kOmega, nodes};
  at.words = w;
  at.timing = link;
  at.packet_wish = paper_1986::PacketRule::kFormula;
  broadcast.prepare(at);
  return at.packets;
}

SwitchCase bound_case(NodeId nodes, Words w, LinkTiming link = kLink) {
  SwitchCase at;
  at.network = NetworkShape{NetworkKind::kOmega, nodes};
  at.words = w;
  at.timing = link;
  return at;
}

TEST_CASE("pipelines are counted without their plan, on every network and set-up",
          "[omega][cost]") {
  for (const NetworkKind kind : all_network_kinds()) {
    for (const NodeId nodes : {2U, 4U, 8U, 16U, 32U}) {
      for (const SetupMode setup :
           {SetupMode::kNone, SetupMode::kSequential, SetupMode::kParallel}) {
        const SwitchMachine machine{NetworkShape{kind, nodes}, {3_cycles, 2_words}, setup};
        const NodeId root = nodes / 2;
        for (const PipelinedMaps& maps : {ring_maps(nodes, root), tree_maps(nodes, root)}) {
          PipelinedCosts costs{machine, maps};
          for (const std::int64_t nu : {1, 2, 3, 4, 7, 9, 20, 45}) {
            const EvenSplit split{45_words, nu};
            const SwitchTally expected = tally(machine, pipelined_plan(maps, split));
            CAPTURE(machine.network, setup, nu, maps.maps.size());
            CHECK(costs.tally(split) == expected);
            CHECK(costs.cycles(split) == expected.cycles);
          }
        }
      }
    }
  }
}

TEST_CASE("packets = optimal is the smallest number with the fewest cycles", "[omega][cost]") {
  for (const NetworkKind kind :
       {NetworkKind::kOmega, NetworkKind::kBaseline, NetworkKind::kInverseOmega}) {
    for (const SetupMode setup : {SetupMode::kNone, SetupMode::kParallel}) {
      const SwitchMachine machine{NetworkShape{kind, 16}, {3_cycles, 2_words}, setup};
      for (const PipelinedMaps& maps : {ring_maps(16, 5), tree_maps(16, 5)}) {
        const Words w{40};
        std::int64_t best = 1;
        for (std::int64_t nu = 2; nu <= w.count(); ++nu) {
          const auto cycles = [&](std::int64_t packets) {
            return tally(machine, pipelined_plan(maps, {w, packets})).cycles;
          };
          if (cycles(nu) < cycles(best)) best = nu;
        }
        CHECK(PipelinedCosts{machine, maps}.optimal_packets(w) == best);
      }
    }
  }
}

TEST_CASE("packets = formula uses k - 1 hops for the ring and log2 k - 1 for the tree",
          "[omega][cost]") {
  const LinkTiming link{4_cycles, 1_words};
  CHECK(formula_packets_of(omega::broadcast_ring(), 8, 96_words, link) == 12);  // sqrt(6 * 96 / 4)
  CHECK(formula_packets_of(omega::broadcast_binary_tree(), 16, 98_words, link) ==
        7);  // sqrt(2 * 98 / 4)
  CHECK(formula_packets_of(omega::broadcast_binary_tree(), 2, 98_words, link) == 1);
  CHECK(formula_packets_of(omega::broadcast_binary_tree(), 4, 98_words, link) == 1);
  CHECK(std::sqrt((std::log2(16) - 2) * 98 / (1 * 4)) == Approx(7));  // (3.24)
}

TEST_CASE("what (3.24) and (3.22) call optimal is no worse than any whole number of packets",
          "[omega][cost]") {
  for (NodeId nodes = 4; nodes <= 64; nodes *= 2) {
    for (const Words w : {24_words, 120_words}) {
      const SwitchMachine machine = paper_switch(nodes, {5_cycles, 1_words});
      for (std::int64_t nu = 1; nu <= w.count(); ++nu) {
        const auto ring = predicted(machine, "broadcast", "ring", w, {{"packets", nu}});
        CHECK(figure_of(ring, "t(nu)") >= figure_of(ring, "(3.22)") - 1e-9);
        const auto tree = predicted(machine, "broadcast", "binary-tree", w, {{"packets", nu}});
        CHECK(figure_of(tree, "before (3.24)") >= figure_of(tree, "(3.25)") - 1e-9);
      }
    }
  }
}

TEST_CASE("3.5(F) as printed is exactly twice the count where b divides the words",
          "[omega][cost]") {
  for (NodeId nodes = 2; nodes <= 64; nodes *= 2) {
    const LinkTiming link{3_cycles, 2_words};
    const auto predictions = predicted(paper_switch(nodes, link), "alltoall", "exchange", 4_words);
    CHECK(figure_of(predictions, "3.5(F), N for N^2") ==
          Approx(2 * figure_of(predictions, "exact")));
  }
}

TEST_CASE("set-up is charged once for a ring, every pass for a tree and for cut steps",
          "[omega][cost][setup]") {
  CHECK(setup_charge(SetupMode::kSequential, 16) == 64_cycles);
  CHECK(setup_charge(SetupMode::kParallel, 16) == 16_cycles);
  CHECK(setup_charge(SetupMode::kNone, 6) == 0_cycles);
  CHECK_THROWS_AS(setup_charge(SetupMode::kParallel, 6), Refusal);

  SwitchMachine machine = paper_switch(8);
  machine.setup = SetupMode::kSequential;  // 24 cycles
  CHECK(tally(machine, ring_plan(8, 3, 10_words, 3)).cycles == 52_cycles + 24_cycles);
  CHECK(tally(machine, tree_plan(8, 3, 10_words, 3)).cycles == 44_cycles + 8 * 24_cycles);
  CHECK(tally(machine, daisy_chain_plan(8, 1_words)).setups == 1);
  CHECK(tally(machine, shifts_plan(8, 1_words)).setups == 7);
  const auto reversal = permutation_plan(named_permutation("bit-reversal", 8), 3_words);
  CHECK(tally(machine, reversal).cycles == 2 * (5_cycles + 24_cycles));

  const SwitchMachine baseline{NetworkShape{NetworkKind::kBaseline, 8}, kLink};
  const SwitchTally cut = tally(baseline, daisy_chain_plan(8, 1_words));
  CHECK(cut.passes > 7);
  CHECK(cut.setups == cut.passes);
}

TEST_CASE("hardware broadcast is refused where elements cannot broadcast", "[omega][cost]") {
  CHECK_THROWS_AS(hardware_broadcast_tally({NetworkShape{NetworkKind::kBenes, 8}, kLink}, 1_words),
                  Refusal);
  CHECK_THROWS_AS(predicted({NetworkShape{NetworkKind::kDataManipulator, 8}, kLink}, "broadcast",
                            "hardware", 1_words),
                  Refusal);
}

TEST_CASE("the lower bounds of section 9", "[omega][cost]") {
  CHECK(switch_bound_message(bound_case(8, 10_words)) == 12_cycles);
  CHECK(switch_bound_broadcast(bound_case(8, 1_words)) == 9_cycles);
  CHECK(switch_bound_allgather(bound_case(8, 2_words)) == 16_cycles);
  CHECK(switch_bound_personal(bound_case(8, 2_words)) == 16_cycles);
  SwitchCase permuted = bound_case(4, 5_words);
  permuted.permutation = {0, 1, 2, 3};
  CHECK(switch_bound_permutation(permuted) == 0_cycles);
  permuted.permutation = {0, 1, 3, 2};
  CHECK(switch_bound_permutation(permuted) == 7_cycles);
}

TEST_CASE("set-up words are read back", "[omega][cost]") {
  for (const SetupMode mode : {SetupMode::kNone, SetupMode::kSequential, SetupMode::kParallel}) {
    CHECK(parse_setup_mode(to_string(mode)) == mode);
  }
  CHECK_THROWS_AS(parse_setup_mode("time step"), Refusal);
}

}  // namespace
}  // namespace plexus
