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
constexpr LinkTiming kLinks[] = {
    {0_cycles, 1_words}, {2_cycles, 1_words}, {3_cycles, 4_words}, {17_cycles, 3_words}};

SwitchMachine paper_switch(NodeId nodes, LinkTiming link = kLink) {
  return {NetworkShape{NetworkKind::kOmega, nodes}, link};
}

SwitchPlan ring_plan(NodeId nodes, NodeId root, Words w, std::int64_t nu) {
  return pipelined_plan(ring_maps(nodes, root), {w, nu});
}
SwitchPlan tree_plan(NodeId nodes, NodeId root, Words w, std::int64_t nu) {
  return pipelined_plan(tree_maps(nodes, root), {w, nu});
}

// ---- The closed forms of section 4.6: counts where every step is one pass -----------------------

Cycles switch_single_pass_cycles(Words w, LinkTiming link) { return link.hop(w); }

Cycles switch_ring_cycles(NodeId nodes, Words w, std::int64_t nu, LinkTiming link) {
  return pipelined(nodes - 1, w, nu, link);
}

Cycles switch_doubling_broadcast_cycles(NodeId nodes, Words w, LinkTiming link) {
  return std::bit_width(nodes - 1) * link.hop(w);
}

Cycles switch_tree_cycles(NodeId nodes, Words w, std::int64_t nu, LinkTiming link) {
  const int passes_of_a_step = nodes == 2 ? 1 : 2;
  return passes_of_a_step * pipelined(SwitchTree{nodes, 0}.levels(), w, nu, link);
}

Cycles switch_shift_cycles(NodeId nodes, Words w, LinkTiming link) {
  return (nodes - 1) * link.hop(w);
}

Cycles switch_doubling_allgather_cycles(NodeId nodes, Words w, LinkTiming link) {
  Cycles total;
  for (const DoublingStep step : doubling_steps(nodes)) total += link.hop(step.blocks * w);
  return total;
}

Cycles switch_scatter_cycles(NodeId nodes, Words w, LinkTiming link) {
  Cycles total;
  for (NodeId blocks = nodes / 2; blocks >= 1; blocks /= 2) total += link.hop(blocks * w);
  return total;
}

Cycles switch_exchange_cycles(NodeId nodes, Words w, LinkTiming link) {
  return (std::bit_width(nodes) - 1) * link.hop((nodes / 2) * w);
}

// ---- What runs are held against -----------------------------------------------------------------

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

/// Every prediction holds for the exact count, which is the last of them.
void check_all_hold(const std::vector<Prediction>& predictions, Cycles measured) {
  REQUIRE(!predictions.empty());
  CHECK(predictions.back().equation == "exact");
  for (const Prediction& p : predictions) {
    if (!p.holds(measured)) {
      FAIL_CHECK(p.equation << ": " << measured << " not " << to_string(p.relation) << ' '
                            << p.cycles);
    }
  }
}

Relation relation_of(const std::vector<Prediction>& predictions, const std::string& equation) {
  const auto found = std::ranges::find(predictions, equation, &Prediction::equation);
  REQUIRE(found != predictions.end());
  return found->relation;
}

TEST_CASE("the acceptance rows 51 to 57 by pure scheduling", "[omega][cost][acceptance]") {
  // cycles, passes, setups, transfers, word_hops, peak_active
  CHECK(hardware_broadcast_tally(paper_switch(8), 10_words) ==
        SwitchTally{12_cycles, 1, 1, 1, 10_words, 1});
  CHECK(tally(paper_switch(8), ring_plan(8, 3, 10_words, 3)) ==
        SwitchTally{52_cycles, 9, 1, 21, 70_words, 3});
  CHECK(tally(paper_switch(8), doubling_broadcast_plan(8, 3, 10_words)) ==
        SwitchTally{36_cycles, 3, 3, 7, 70_words, 4});
  CHECK(tally(paper_switch(8), tree_plan(8, 3, 10_words, 3)) ==
        SwitchTally{44_cycles, 8, 8, 21, 70_words, 4});
  CHECK(tally(paper_switch(8), doubling_allgather_plan(8, 2_words)) ==
        SwitchTally{20_cycles, 3, 3, 24, 112_words, 8});
  CHECK(tally(paper_switch(8), exchange_plan(8, 2_words)) ==
        SwitchTally{30_cycles, 3, 3, 24, 192_words, 8});
  CHECK(tally(paper_switch(16), permutation_plan(named_permutation("bit-reversal", 16), 3_words)) ==
        SwitchTally{20_cycles, 4, 4, 16, 48_words, 4});
}

TEST_CASE("acceptance row 60: combining takes one pass", "[omega][cost][acceptance]") {
  CHECK(predicted(paper_switch(8), "reduce", "combining", 4_words).back().cycles == 6);
  CHECK_THROWS_AS(
      predicted({NetworkShape{NetworkKind::kBenes, 8}, kLink}, "reduce", "combining", 4_words),
      Refusal);
}

TEST_CASE("where no step is cut, the closed forms equal the schedules", "[omega][cost]") {
  for (NodeId nodes = 2; nodes <= 64; nodes *= 2) {
    for (const LinkTiming link : kLinks) {
      for (const Words w : {1_words, 2_words, 7_words, 12_words, 60_words}) {
        const SwitchMachine machine = paper_switch(nodes, link);
        const NodeId root = nodes / 3;
        CAPTURE(nodes, link, w);
        const auto cycles = [&](const SwitchPlan& plan) { return tally(machine, plan).cycles; };
        CHECK(cycles(direct_plan({0, 1}, w)) == switch_single_pass_cycles(w, link));
        CHECK(cycles(doubling_broadcast_plan(nodes, root, w)) ==
              switch_doubling_broadcast_cycles(nodes, w, link));
        CHECK(cycles(daisy_chain_plan(nodes, w)) == switch_shift_cycles(nodes, w, link));
        CHECK(cycles(doubling_allgather_plan(nodes, w)) ==
              switch_doubling_allgather_cycles(nodes, w, link));
        CHECK(cycles(scatter_plan(nodes, root, w)) == switch_scatter_cycles(nodes, w, link));
        CHECK(cycles(gather_plan(nodes, root, w)) == switch_scatter_cycles(nodes, w, link));
        CHECK(cycles(exchange_plan(nodes, w)) == switch_exchange_cycles(nodes, w, link));
        CHECK(cycles(shifts_plan(nodes, w)) == switch_shift_cycles(nodes, w, link));
        for (const std::int64_t nu : {1, 2, 3, 5, 12, 60}) {
          if (nu > w.count()) continue;
          CAPTURE(nu);
          CHECK(cycles(ring_plan(nodes, root, w, nu)) == switch_ring_cycles(nodes, w, nu, link));
          CHECK(cycles(tree_plan(nodes, root, w, nu)) == switch_tree_cycles(nodes, w, nu, link));
        }
      }
    }
  }
}

TEST_CASE("a crossbar of any size runs the algorithms of any size", "[omega][cost]") {
  for (const NodeId nodes : {2U, 3U, 5U, 6U, 7U, 9U, 12U, 33U}) {
    for (const LinkTiming link : kLinks) {
      const SwitchMachine machine{NetworkShape{NetworkKind::kCrossbar, nodes}, link};
      const Words w{11};
      const NodeId root = nodes - 1;
      CAPTURE(nodes, link);
      const auto cycles = [&](const SwitchPlan& plan) { return tally(machine, plan).cycles; };
      CHECK(cycles(doubling_broadcast_plan(nodes, root, w)) ==
            switch_doubling_broadcast_cycles(nodes, w, link));
      CHECK(cycles(daisy_chain_plan(nodes, w)) == switch_shift_cycles(nodes, w, link));
      CHECK(cycles(doubling_allgather_plan(nodes, w)) ==
            switch_doubling_allgather_cycles(nodes, w, link));
      CHECK(cycles(shifts_plan(nodes, w)) == switch_shift_cycles(nodes, w, link));
      for (std::int64_t nu = 1; nu <= w.count(); ++nu) {
        CHECK(cycles(ring_plan(nodes, root, w, nu)) == switch_ring_cycles(nodes, w, nu, link));
        CHECK(cycles(tree_plan(nodes, root, w, nu)) == switch_tree_cycles(nodes, w, nu, link));
      }
    }
  }
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

TEST_CASE("every relation of section 6 holds over the grid", "[omega][cost]") {
  for (NodeId nodes = 2; nodes <= 64; nodes *= 2) {
    for (const LinkTiming link : kLinks) {
      for (const Words w : {1_words, 2_words, 3_words, 7_words, 12_words, 36_words}) {
        const SwitchMachine machine = paper_switch(nodes, link);
        const NodeId root = nodes - 1;
        CAPTURE(nodes, link, w);
        check_all_hold(predicted(machine, "move", "direct", w, {{"source", 0}, {"destination", 1}}),
                       switch_single_pass_cycles(w, link));
        check_all_hold(predicted(machine, "broadcast", "hardware", w),
                       switch_single_pass_cycles(w, link));
        check_all_hold(predicted(machine, "broadcast", "recursive-doubling", w, {{"root", root}}),
                       switch_doubling_broadcast_cycles(nodes, w, link));
        check_all_hold(predicted(machine, "allgather", "daisy-chain", w),
                       switch_shift_cycles(nodes, w, link));
        check_all_hold(predicted(machine, "allgather", "recursive-doubling", w),
                       switch_doubling_allgather_cycles(nodes, w, link));
        check_all_hold(predicted(machine, "scatter", "recursive", w, {{"root", root}}),
                       switch_scatter_cycles(nodes, w, link));
        check_all_hold(predicted(machine, "gather", "recursive", w, {{"root", root}}),
                       switch_scatter_cycles(nodes, w, link));
        check_all_hold(predicted(machine, "alltoall", "exchange", w),
                       switch_exchange_cycles(nodes, w, link));
        check_all_hold(predicted(machine, "alltoall", "shifts", w),
                       switch_shift_cycles(nodes, w, link));
        for (const std::int64_t nu : {1, 2, 3, 6, 12}) {
          if (nu > w.count()) continue;
          CAPTURE(nu);
          check_all_hold(
              predicted(machine, "broadcast", "ring", w, {{"root", root}, {"packets", nu}}),
              switch_ring_cycles(nodes, w, nu, link));
          check_all_hold(
              predicted(machine, "broadcast", "binary-tree", w, {{"root", root}, {"packets", nu}}),
              switch_tree_cycles(nodes, w, nu, link));
        }
      }
    }
  }
}

TEST_CASE("relations hold on a crossbar of any size too", "[omega][cost]") {
  for (const NodeId nodes : {3U, 5U, 6U, 7U, 12U}) {
    for (const LinkTiming link : kLinks) {
      for (const Words w : {1_words, 5_words, 12_words}) {
        const SwitchMachine machine{NetworkShape{NetworkKind::kCrossbar, nodes}, link};
        CAPTURE(nodes, link, w);
        check_all_hold(predicted(machine, "broadcast", "recursive-doubling", w, {{"root", 1}}),
                       switch_doubling_broadcast_cycles(nodes, w, link));
        check_all_hold(predicted(machine, "allgather", "daisy-chain", w),
                       switch_shift_cycles(nodes, w, link));
        check_all_hold(predicted(machine, "allgather", "recursive-doubling", w),
                       switch_doubling_allgather_cycles(nodes, w, link));
        check_all_hold(predicted(machine, "broadcast", "ring", w, {{"root", 1}, {"packets", 1}}),
                       switch_ring_cycles(nodes, w, 1, link));
        check_all_hold(
            predicted(machine, "broadcast", "binary-tree", w, {{"root", 1}, {"packets", 1}}),
            switch_tree_cycles(nodes, w, 1, link));
      }
    }
  }
}

TEST_CASE("formulas are equal where everything divides, else bounds", "[omega][cost]") {
  const LinkTiming link{2_cycles, 4_words};
  const SwitchMachine machine = paper_switch(8, link);
  CHECK(relation_of(
            predicted(machine, "move", "direct", 8_words, {{"source", 0}, {"destination", 3}}),
            "3.1(F)") == Relation::kEqual);
  CHECK(relation_of(
            predicted(machine, "move", "direct", 9_words, {{"source", 0}, {"destination", 3}}),
            "3.1(F)") == Relation::kAtLeast);
  CHECK(
      relation_of(predicted(machine, "broadcast", "ring", 24_words, {{"root", 0}, {"packets", 3}}),
                  "t(nu)") == Relation::kEqual);
  CHECK(
      relation_of(predicted(machine, "broadcast", "ring", 24_words, {{"root", 0}, {"packets", 4}}),
                  "t(nu)") == Relation::kAtLeast);
  CHECK(
      relation_of(predicted(machine, "broadcast", "ring", 24_words, {{"root", 0}, {"packets", 3}}),
                  "(3.22)") == Relation::kAtLeast);
  CHECK(relation_of(
            predicted(machine, "broadcast", "binary-tree", 24_words, {{"root", 0}, {"packets", 3}}),
            "before (3.24)") == Relation::kEqual);
  CHECK(relation_of(predicted(machine, "allgather", "recursive-doubling", 4_words), "(3.35)") ==
        Relation::kAtMost);
  CHECK(relation_of(predicted(machine, "allgather", "recursive-doubling", 3_words), "(3.35)") ==
        Relation::kApproximate);
  CHECK(relation_of(predicted(machine, "scatter", "recursive", 4_words, {{"root", 0}}), "(3.41)") ==
        Relation::kAtMost);
}

TEST_CASE("3.5(F) as printed is exactly twice the count where b divides the words",
          "[omega][cost]") {
  for (NodeId nodes = 2; nodes <= 64; nodes *= 2) {
    const LinkTiming link{3_cycles, 2_words};
    const auto predictions = predicted(paper_switch(nodes, link), "alltoall", "exchange", 4_words);
    CHECK(figure_of(predictions, "3.5(F), N for N^2") ==
          Approx(2.0 * static_cast<double>(switch_exchange_cycles(nodes, 4_words, link).count())));
  }
}

TEST_CASE("off the paper's machine its formulas are approximate, our count stays exact",
          "[omega][cost]") {
  const SwitchMachine with_setup{NetworkShape{NetworkKind::kOmega, 8}, kLink,
                                 SetupMode::kSequential};
  const SwitchMachine baseline{NetworkShape{NetworkKind::kBaseline, 8}, kLink};
  for (const SwitchMachine& machine : {with_setup, baseline}) {
    const auto predictions = predicted(machine, "allgather", "daisy-chain", 4_words);
    CHECK(predictions.front().relation == Relation::kApproximate);
    CHECK(predictions.back().relation == Relation::kEqual);
    check_all_hold(predictions, tally(machine, daisy_chain_plan(8, 4_words)).cycles);
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

TEST_CASE("no schedule beats its lower bound", "[omega][cost]") {
  for (NodeId nodes = 2; nodes <= 64; nodes *= 2) {
    for (const LinkTiming link : kLinks) {
      for (const Words w : {1_words, 5_words, 40_words}) {
        CAPTURE(nodes, link, w);
        const Cycles broadcast = switch_bound_broadcast(bound_case(nodes, w, link));
        for (std::int64_t nu = 1; nu <= w.count(); ++nu) {
          CHECK(switch_ring_cycles(nodes, w, nu, link) >= broadcast);
          CHECK(switch_tree_cycles(nodes, w, nu, link) >= broadcast);
        }
        CHECK(switch_doubling_broadcast_cycles(nodes, w, link) >= broadcast);
        CHECK(switch_single_pass_cycles(w, link) >=
              switch_bound_message(bound_case(nodes, w, link)));
        const Cycles allgather = switch_bound_allgather(bound_case(nodes, w, link));
        CHECK(switch_doubling_allgather_cycles(nodes, w, link) >= allgather);
        CHECK(switch_shift_cycles(nodes, w, link) >= allgather);
        const Cycles personal = switch_bound_personal(bound_case(nodes, w, link));
        CHECK(switch_scatter_cycles(nodes, w, link) >= personal);
        CHECK(switch_exchange_cycles(nodes, w, link) >= personal);
        CHECK(switch_shift_cycles(nodes, w, link) >= personal);
      }
    }
  }
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
