#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/hypercube/costs.hpp"

using namespace plexus;
using namespace plexus::hypercube_cost;

namespace {

const LinkTiming kSlowStart{2_cycles, 1_words};  // startup 2, bandwidth 1: the acceptance table's
constexpr PortRule kHalf = PortRule::kAllHalf;
constexpr PortRule kFull = PortRule::kAllFull;

/// One run of any algorithm: what it takes, what is said about it.
struct Case {
  std::string name;
  Cycles cycles;
  std::vector<Prediction> predictions;
  Cycles bound;
};

/// The sentence of the first prediction that the exact count breaks, empty if all hold.
std::string broken_prediction(const Case& run) {
  for (const Prediction& prediction : run.predictions) {
    if (prediction.holds(run.cycles)) continue;
    return run.name + ": " + std::to_string(run.cycles.count()) + " is not " +
           to_string(prediction.relation) + " " + prediction.equation + " " +
           std::to_string(prediction.cycles);
  }
  if (run.cycles < run.bound) return run.name + " beats the lower bound";
  return "";
}

std::vector<Case> all_runs(HypercubeShape shape, Words w, std::int64_t nu, PortRule rule,
                           LinkTiming link) {
  const Cycles broadcast = broadcast_lower_bound(shape, w, rule, link);
  const Cycles exchange = exchange_lower_bound(shape, w, rule, link);
  std::vector<Case> runs{
      {"spanning-tree", broadcast_spanning_tree(shape, w, nu, link),
       broadcast_spanning_tree_predictions(shape, w, nu, link), broadcast},
      {"spanning-tree-alternate", broadcast_spanning_tree_alternate(shape, w, nu, link),
       broadcast_spanning_tree_alternate_predictions(shape, w, nu, link), broadcast},
      {"alternating-direction", allgather_alternating_direction(shape, w, rule, link),
       allgather_alternating_direction_predictions(shape, w, rule, link), exchange},
      {"total-exchange", allgather_total_exchange(shape, w, rule, link),
       allgather_total_exchange_predictions(shape, w, rule, link), exchange},
      {"sequential-broadcast", allgather_sequential_broadcast(shape, w, nu, link),
       allgather_sequential_broadcast_predictions(shape, w, nu, link), exchange},
      {"scatter", scatter_recursive(shape, w, link), scatter_recursive_predictions(shape, w, link),
       exchange},
      {"alltoall", alltoall_recursive_exchange(shape, w, rule, link),
       alltoall_recursive_exchange_predictions(shape, w, rule, link), exchange}};
  for (NodeId destination = 1; destination < shape.nodes(); destination = 2 * destination + 1) {
    const Cycles bound = move_lower_bound(shape, 0, destination, w, rule, link);
    runs.push_back({"naive", move_naive(0, destination, w, link),
                    move_naive_predictions(0, destination, w, link), bound});
    runs.push_back({"pipelined", move_pipelined(0, destination, w, nu, link),
                    move_pipelined_predictions(0, destination, w, nu, link), bound});
    runs.push_back({"multi-path", move_multi_path(shape, 0, destination, w, nu, link),
                    move_multi_path_predictions(shape, 0, destination, w, nu, link), bound});
  }
  if (shape.dimension() >= 2) {
    runs.push_back({"daisy-chain", allgather_daisy_chain(shape, w, link),
                    allgather_daisy_chain_predictions(shape, w, link), exchange});
  }
  if (shape.dimension() >= 4) {
    runs.push_back({"two-trees", broadcast_two_trees(shape, w, nu, link),
                    broadcast_two_trees_predictions(shape, w, nu, link), broadcast});
    runs.push_back({"two-trees-alternate", broadcast_two_trees_alternate(shape, w, nu, link),
                    broadcast_two_trees_alternate_predictions(shape, w, nu, link), broadcast});
  }
  return runs;
}

/// Lock steps of two halves down trees of one depth, as 4.5 tells them: packet j of either half
/// crosses the edges into level e in step e + 2(j - 1); a step lasts as long as its longest packet.
Cycles lock_steps(int depth, const std::vector<EvenSplit>& halves, LinkTiming link) {
  std::int64_t most = 0;
  for (const EvenSplit& half : halves) most = std::max(most, half.parts);
  Cycles total;
  for (std::int64_t step = 1; step <= depth + 2 * (most - 1); ++step) {
    Cycles longest;
    for (const EvenSplit& half : halves) {
      for (std::int64_t j = 1; j <= half.parts; ++j) {
        const std::int64_t level = step - 2 * (j - 1);
        if (level >= 1 && level <= depth) longest = std::max(longest, link.hop(half.size(j - 1)));
      }
    }
    total += longest;
  }
  return total;
}

}  // namespace

TEST_CASE("the hypercube counts are those of the acceptance table", "[hypercube][cost]") {
  const HypercubeShape three{3};
  const HypercubeShape four{4};
  const auto s = kSlowStart;
  CHECK(move_multi_path(four, 1, 2, 18_words, 2, s) == 20_cycles);                // row 43
  CHECK(broadcast_spanning_tree(three, 10_words, 3, s) == 28_cycles);             // row 44
  CHECK(broadcast_spanning_tree_alternate(three, 10_words, 3, s) == 38_cycles);   // row 45
  CHECK(broadcast_two_trees(four, 20_words, 3, s) == 34_cycles);                  // row 46
  CHECK(allgather_alternating_direction(three, 3_words, kHalf, s) == 54_cycles);  // row 47
  CHECK(allgather_total_exchange(three, 4_words, kHalf, s) == 40_cycles);         // row 48
  CHECK(scatter_recursive(three, 3_words, s) == 27_cycles);                       // row 49
  CHECK(alltoall_recursive_exchange(three, 2_words, kHalf, s) == 60_cycles);      // row 50
}

TEST_CASE("hypercube counts stand to the printed formulas and bounds as the specification says",
          "[hypercube][cost]") {
  const HypercubeShape shape{GENERATE(range(0, 11))};
  const auto rule = GENERATE(kHalf, kFull, PortRule::kUniform, PortRule::kOnePort);
  const LinkTiming link{Cycles{GENERATE(0, 1, 4, 100)}, Words{GENERATE(1, 2, 3)}};
  CAPTURE(shape.dimension(), to_string(rule), link);
  for (const std::int64_t w : {1, 2, 5, 6, 12, 24, 25, 60, 120}) {
    for (const std::int64_t nu : {1, 2, 3, 4, 12, 25}) {
      if (nu > w) continue;
      CAPTURE(w, nu);
      std::string broken;
      for (Case run : all_runs(shape, Words{w}, nu, rule, link)) {
        // A rule's bound is for algorithms that obey it.
        if (rule == PortRule::kOnePort) run.bound = 0_cycles;
        if (broken.empty()) broken = broken_prediction(run);
      }
      REQUIRE_THAT(broken, Catch::Equals(""));
    }
  }
}

TEST_CASE("packets in alternate steps take the steps' time", "[hypercube][cost]") {
  const int n = GENERATE(1, 2, 3, 4, 5, 8);
  const Words w{GENERATE(1, 2, 3, 9, 16, 33)};
  const std::int64_t nu =
      GENERATE_COPY(filter([=](int p) { return p <= w.count(); }, values({1, 2, 3, 5, 17, 33})));
  const LinkTiming link{Cycles{GENERATE(0, 3)}, Words{GENERATE(1, 2)}};
  CAPTURE(n, w, nu, link);
  const HypercubeShape shape{n};
  if (n >= 2) {
    CHECK(broadcast_spanning_tree_alternate(shape, w, nu, link) == lock_steps(n, {{w, nu}}, link));
  } else {  // nobody relays: every step may carry a packet
    CHECK(broadcast_spanning_tree_alternate(shape, w, nu, link) ==
          broadcast_spanning_tree(shape, w, nu, link));
  }
  if (n < 4) return;
  const Words x{(w.count() + 1) / 2};
  const Words y{w.count() / 2};
  CHECK(broadcast_two_trees_alternate(shape, w, nu, link) ==
        lock_steps(n, {{x, std::min(nu, x.count())}, {y, std::min(nu, y.count())}}, link));
}

TEST_CASE("two alternating trees win one step over (3.21) with twice the packets",
          "[hypercube][cost]") {
  const HypercubeShape shape{GENERATE(4, 6, 9)};
  const std::int64_t nu = GENERATE(1, 2, 4, 8);
  const Words w{64};
  const auto s = kSlowStart;
  const Cycles step = s.hop(Words{w.count() / (2 * nu)});
  CHECK(broadcast_two_trees_alternate(shape, w, nu, s) + step ==
        broadcast_spanning_tree(shape, w, 2 * nu, s));
}

TEST_CASE("full duplex halves the exchanges and nothing else", "[hypercube][cost]") {
  const HypercubeShape shape{GENERATE(1, 3, 6)};
  const auto s = kSlowStart;
  CHECK(2 * allgather_total_exchange(shape, 7_words, kFull, s) ==
        allgather_total_exchange(shape, 7_words, kHalf, s));
  CHECK(2 * allgather_alternating_direction(shape, 7_words, kFull, s) ==
        allgather_alternating_direction(shape, 7_words, PortRule::kOnePort, s));
  CHECK(2 * alltoall_recursive_exchange(shape, 7_words, kFull, s) ==
        alltoall_recursive_exchange(shape, 7_words, PortRule::kUniform, s));
}

TEST_CASE("a cube of a single node has nothing to do", "[hypercube][cost]") {
  const HypercubeShape shape{0};
  const auto s = kSlowStart;
  for (const Case& run : all_runs(shape, 5_words, 2, kHalf, s)) {
    CAPTURE(run.name);
    CHECK(run.cycles == 0_cycles);
    CHECK(run.bound == 0_cycles);
    CHECK(run.predictions.size() == 1);
  }
}

TEST_CASE("cube formulas hold as printed where nothing is rounded", "[hypercube][cost]") {
  const auto relation = [](const std::vector<Prediction>& predictions) {
    const Prediction& reported = predictions.at(predictions.size() - 2);  // our exact count is last
    return std::string{to_string(reported.relation)};
  };
  const HypercubeShape shape{3};
  const LinkTiming link{2_cycles, 2_words};
  CHECK(relation(allgather_total_exchange_predictions(shape, 6_words, kHalf, link)) == "at-most");
  CHECK(relation(allgather_total_exchange_predictions(shape, 3_words, kHalf, link)) ==
        "approximate");
  CHECK(relation(allgather_total_exchange_predictions(shape, 6_words, kFull, link)) ==
        "approximate");
  CHECK(relation(scatter_recursive_predictions(shape, 2_words, link)) == "at-most");
  CHECK(relation(scatter_recursive_predictions(shape, 3_words, link)) == "approximate");
  CHECK(relation(alltoall_recursive_exchange_predictions(shape, 1_words, kHalf, link)) ==
        "equal");  // four blocks of one word cross at a time
  CHECK(relation(alltoall_recursive_exchange_predictions(HypercubeShape{1}, 1_words, kHalf,
                                                         link)) == "at-least");
  CHECK(relation(alltoall_recursive_exchange_predictions(shape, 1_words, kFull, link)) ==
        "approximate");
  CHECK(relation(broadcast_spanning_tree_predictions(shape, 9_words, 2, link)) == "at-least");
  CHECK(relation(broadcast_spanning_tree_alternate_predictions(shape, 9_words, 2, link)) ==
        "approximate");
}

TEST_CASE("the n paths stay below the formula's longest path", "[hypercube][cost]") {
  const HypercubeShape shape{GENERATE(2, 4, 6)};
  const LinkTiming link{3_cycles, 2_words};
  const Words w{GENERATE(1, 7, 48)};
  const std::int64_t nu = std::min<std::int64_t>(2, w.count());
  for (NodeId destination = 1; destination < shape.nodes(); ++destination) {
    const int distance = HypercubeShape::distance(0, destination);
    const int longest = distance < shape.dimension() ? distance + 2 : distance;
    const Words part{(w.count() + shape.dimension() - 1) / shape.dimension()};
    CHECK(move_multi_path(shape, 0, destination, w, nu, link) <=
          pipelined(longest, part, std::min(nu, part.count()), link));
  }
}

TEST_CASE("the hypercube formula packet count costs at most 8.3 % over the best one for b = 1",
          "[hypercube][cost]") {
  const HypercubeShape shape{GENERATE(2, 3, 5, 9)};
  const LinkTiming link{Cycles{GENERATE(0, 1, 3, 10, 100)}, 1_words};
  for (std::int64_t w = 1; w <= 1000; w += 37) {
    const auto cost = [&](std::int64_t nu) {
      return static_cast<double>(broadcast_spanning_tree(shape, Words{w}, nu, link).count());
    };
    const double best = cost(broadcast_spanning_tree_optimal(shape, Words{w}, link));
    CHECK(cost(broadcast_spanning_tree_formula(shape, Words{w}, link)) <= 1.083 * best + 1e-9);
  }
}

TEST_CASE("hypercube algorithms that need a larger cube are refused", "[hypercube][cost]") {
  const auto s = kSlowStart;
  CHECK_THROWS_AS(broadcast_two_trees(HypercubeShape{3}, 2_words, 1, s), Refusal);
  CHECK_THROWS_AS(broadcast_two_trees_alternate(HypercubeShape{3}, 2_words, 1, s), Refusal);
  CHECK_THROWS_AS(allgather_daisy_chain(HypercubeShape{1}, 2_words, s), Refusal);
}
