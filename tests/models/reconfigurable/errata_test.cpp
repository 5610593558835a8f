#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/reconfigurable/numbering.hpp"
#include "models/reconfigurable/plan.hpp"
#include "tests/command.hpp"

// The report's errata, docs/errata.md: what each claims is shown here.

using namespace plexus;

namespace {

ReconfigurableCase rcp_case(NodeId nodes, std::int64_t ports, std::int64_t words = 1) {
  ReconfigurableCase at;
  at.nodes = nodes;
  at.ports = ports;
  at.words = Words{words};
  return at;
}

ReconfigurableCase figure_4(std::int64_t words) {
  ReconfigurableCase at = rcp_case(3125, 4, words);
  at.link = {0_cycles, 1150_cycles, 88, 1_words};
  at.policy.timing = {10000_cycles, 0_cycles};
  return at;
}

PhaseCosts counts_of(Plan (*plan)(const ReconfigurableCase&, Detail),
                     const ReconfigurableCase& at) {
  return plan(at, Detail::kCounts).costs;
}

std::vector<std::int64_t> links_of(const PhaseCosts& costs) {
  std::vector<std::int64_t> links;
  for (const PhaseCost& phase : costs) links.push_back(phase.links);
  return links;
}

std::int64_t cycles_of(const ReconfigurableCase& at, const PhaseCosts& costs) {
  return phase_by_phase(costs, at.link, at.policy.timing).count();
}

std::int64_t words_of(const PhaseCosts& costs) {
  std::int64_t words = 0;
  for (const PhaseCost& phase : costs) words += phase.words.count();
  return words;
}

}  // namespace

TEST_CASE("R1: 27 nodes are three steps of degree 2, not of degree 3", "[reconfigurable][errata]") {
  CHECK_FALSE(ReconfigurableShape{27, 3}.is_power());
  CHECK(ReconfigurableShape{27, 2}.is_power());
  CHECK(ReconfigurableShape{27, 2}.steps() == 3);
  CHECK(links_of(counts_of(plan_broadcast_naive, rcp_case(27, 3))) ==
        std::vector<std::int64_t>{3, 12, 11});
  CHECK(links_of(counts_of(plan_broadcast_naive, rcp_case(27, 2))) ==
        std::vector<std::int64_t>{2, 6, 18});
}

TEST_CASE(
    "R2, R3, R4, R14: in step l all of the (k+1)^l nodes reached send, in h steps, in one tree",
    "[reconfigurable][errata]") {
  const auto k = GENERATE(1, 2, 3, 4, 5);
  const auto h = GENERATE(1, 2, 3);
  ReconfigurableShape shape{0, k};
  shape.nodes = shape.power(h);
  CAPTURE(k, h);
  const RcpTree tree{shape, Numbering::kRcp};
  REQUIRE(tree.steps() == h);
  std::set<NodeId> reached{0};
  for (int l = 0; l < h; ++l) {
    CHECK(static_cast<std::int64_t>(reached.size()) == shape.power(l));
    std::set<NodeId> senders;
    std::set<NodeId> next = reached;
    for (const TreeLink& link : tree.step(l)) {
      senders.insert(link.parent);
      CHECK(next.insert(link.child).second);  // a tree: each node is reached once
      CHECK(static_cast<std::int64_t>(link.child) ==
            shape.power(l) + std::int64_t{link.parent} * k + link.index);
    }
    CHECK(senders == reached);
    reached = next;
  }
  CHECK(static_cast<std::int64_t>(reached.size()) == shape.nodes);
  CHECK(shape.power(h) == shape.nodes);  // the first child of a step h would be no node
}

TEST_CASE("R6: the best h' is the floor or the ceiling of (14) with Lambert's W",
          "[reconfigurable][errata]") {
  const auto [ports, nodes] =
      GENERATE(table<int, int>({{1, 8}, {1, 64}, {2, 27}, {2, 81}, {3, 64}}));
  const auto words = GENERATE(1, 10, 200, 4000);
  const auto setting = GENERATE("--beta-r 0", "--beta-r 50 --tau-r 1");
  const Said said = plexus_command(
      "run reconfigurable broadcast --algorithm rcp-two-phase --json --startup 20 --nodes " +
      std::to_string(nodes) + " --ports " + std::to_string(ports) + " --words " +
      std::to_string(words) + " " + setting);
  CAPTURE(ports, nodes, words, setting, said.err);
  REQUIRE(said.status == kVerified);
  const Json figures = said.json()["statistics"];
  const int chosen = figures["chosen_split_steps"];
  const double exact = figures["best_split_steps_eq_14"];
  const int most = ReconfigurableShape{nodes, ports}.steps();
  const auto clamped = [&](double h) { return std::clamp(static_cast<int>(h), 0, most); };
  CHECK((chosen == clamped(std::floor(exact)) || chosen == clamped(std::ceil(exact))));
}

TEST_CASE("R8, R12: cutting the message saves about h k/2 of what the words cost, not k/2",
          "[reconfigurable][errata]") {
  const auto k = GENERATE(1, 2, 3, 4);
  const auto h = GENERATE(2, 3, 4);
  ReconfigurableShape shape{0, k};
  shape.nodes = shape.power(h);
  const std::int64_t L = shape.nodes;  // every cut is even
  const ReconfigurableCase at = rcp_case(static_cast<NodeId>(shape.nodes), k, L);
  const std::int64_t whole = words_of(costs_with_split(at, 0));
  const std::int64_t cut = words_of(costs_with_split(at, h));
  CHECK(whole == h * L);
  CHECK(cut * k * shape.nodes == 2 * (shape.nodes - 1) * L);  // R12: 2 (N-1)/(kN) L, not 2 L/k
  CHECK(whole * 2 * (shape.nodes - 1) == cut * h * k * shape.nodes);
}

TEST_CASE("R9, R10: h' = 0 is best up to 33 bytes, h' = 2 from 211 on, h' = 4 never",
          "[reconfigurable][errata]") {
  for (std::int64_t words = 10; words <= 1000; ++words) {
    const int expected = words <= 33 ? 0 : words <= 210 ? 1 : 2;
    CAPTURE(words);
    REQUIRE(split_steps_of(figure_4(words)) == expected);
  }
  // Of the three curves of the figure:
  for (std::int64_t words = 10; words <= 1000; ++words) {
    int best = 0;
    for (const int h : {1, 4}) {
      const auto cost = [&](int steps) {
        const ReconfigurableCase at = figure_4(words);
        return cycles_of(at, costs_with_split(at, steps));
      };
      if (cost(h) < cost(best)) best = h;
    }
    REQUIRE(best == (words <= 33 ? 0 : words <= 545 ? 1 : 4));
  }
}

TEST_CASE("R11: the SuperNode's preset sets its links phase by phase", "[reconfigurable][errata]") {
  const Said said =
      plexus_command("run reconfigurable broadcast --preset supernode --nodes 25 --json");
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["parameters"]["mode"] == "quasi-dynamic");
  CHECK(said.json()["statistics"]["phases"] > 1);
}

TEST_CASE("R13: allgather and scatter meet each term of their bounds, alltoall's words do not",
          "[reconfigurable][errata]") {
  const auto k = GENERATE(1, 2, 3, 4);
  const auto h = GENERATE(2, 3);
  ReconfigurableShape shape{0, k};
  shape.nodes = shape.power(h);
  const std::int64_t N = shape.nodes;
  const ReconfigurableCase at = rcp_case(static_cast<NodeId>(N), k);
  CAPTURE(k, h);
  for (const PhaseCosts& costs :
       {counts_of(plan_scatter, at), counts_of(plan_allgather_clique, at)}) {
    CHECK(static_cast<int>(costs.size()) == h);
    CHECK(words_of(costs) * k == N - 1);
  }
  const PhaseCosts alltoall = counts_of(plan_alltoall_clique, at);
  CHECK(static_cast<int>(alltoall.size()) == h);
  CHECK(words_of(alltoall) * (k + 1) == h * N);  // h k N/((k+1)(N-1)) times (N-1)/k
  CHECK(words_of(alltoall) * k > N - 1);
  CHECK(words_of(counts_of(plan_alltoall_direct, at)) * k >= N - 1);
  CHECK(words_of(counts_of(plan_alltoall_direct, at)) <= ceil_ratio(N, k));
}

TEST_CASE("R16: one quasi-static tree beats configurations step by step up to 96 bytes",
          "[reconfigurable][errata]") {
  const auto [words, tree, steps] = GENERATE(table<int, std::int64_t, std::int64_t>(
      {{10, 24210, 60150}, {96, 77186, 77460}, {97, 77802, 77460}}));
  const std::string line =
      "run reconfigurable broadcast --json --preset figure4 --words " + std::to_string(words);
  const Json fixed = plexus_command(line +
                                    " --algorithm fixed-bfs --mode quasi-static "
                                    "--topology tree")
                         .json();
  CHECK(fixed["cycles"].get<std::int64_t>() +
            fixed["statistics"]["setup_cycles"].get<std::int64_t>() ==
        tree);
  CHECK(plexus_command(line).json()["cycles"] == steps);
}

TEST_CASE("R17: cliques send what some of their nodes hold, at no cost in time",
          "[reconfigurable][errata]") {
  const Said said =
      plexus_command("run reconfigurable broadcast --nodes 27 --words 27 --split-steps 3 --json");
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["statistics"]["redundant_words"] == 54);
}

TEST_CASE("R18: any number of nodes meets the bounds, but not by truncating the cliques",
          "[reconfigurable][errata]") {
  for (const std::int64_t k : {2, 4, 6}) {
    for (NodeId nodes = 2; nodes <= 60; ++nodes) {
      const ReconfigurableCase at = rcp_case(nodes, k);
      if (at.shape().ports % 2 != 0) continue;
      const PhaseCosts costs = counts_of(plan_allgather_circulant, at);
      REQUIRE(static_cast<int>(costs.size()) == at.shape().steps());
      REQUIRE(words_of(costs) == ceil_ratio(std::int64_t{nodes} - 1, at.shape().ports));
    }
  }
  for (std::int64_t k = 1; k <= 6; ++k) {
    for (NodeId nodes = 2; nodes <= 89; ++nodes) {
      const ReconfigurableCase at = rcp_case(nodes, k);
      CAPTURE(nodes, k);
      REQUIRE(words_of(counts_of(plan_scatter, at)) ==
              ceil_ratio(std::int64_t{nodes} - 1, at.shape().ports));
    }
  }
  int sizes = 0;
  int fail = 0;
  for (std::int64_t k = 1; k <= 4; ++k) {
    for (std::int64_t N = k + 1; N < 60; ++N) {
      const ReconfigurableShape shape{N, k};
      if (shape.is_power()) continue;
      ++sizes;
      std::vector<std::set<std::int64_t>> held(static_cast<std::size_t>(N));
      for (std::int64_t v = 0; v < N; ++v) held[static_cast<std::size_t>(v)].insert(v);
      for (int i = 0; i < shape.steps(); ++i) {
        auto next = held;
        for (std::int64_t v = 0; v < N; ++v) {
          for (std::int64_t digit = 0; digit <= k; ++digit) {
            const std::int64_t u = v + (digit - radix_digit(shape, v, i)) * shape.power(i);
            if (u < N) {
              const auto& from = held[static_cast<std::size_t>(u)];
              next[static_cast<std::size_t>(v)].insert(from.begin(), from.end());
            }
          }
        }
        held = next;
      }
      const bool whole = std::ranges::all_of(
          held, [&](const auto& one) { return static_cast<std::int64_t>(one.size()) == N; });
      if (!whole) ++fail;
    }
  }
  CHECK(sizes == 214);
  CHECK(fail == 203);
}

TEST_CASE("R19: lengths are rounded up where cuts are uneven", "[reconfigurable][errata]") {
  const PhaseCosts costs = costs_with_split(rcp_case(27, 2, 10), 2);
  std::vector<std::int64_t> words;
  for (const PhaseCost& phase : costs) words.push_back(phase.words.count());
  CHECK(words == std::vector<std::int64_t>{4, 2, 2, 2, 4});
}
