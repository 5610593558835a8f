#include "models/fat-tree/schedules.hpp"

#include <algorithm>
#include <random>

#include <catch2/catch.hpp>

#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/tree_routes.hpp"
#include "tests/models/fat-tree/timetable_check.hpp"
#include "tests/thinned.hpp"

using namespace plexus;
using namespace plexus::fat_tree;

namespace {

struct Size {
  NodeId arity;
  NodeId nodes;
};

/// All trees of arity 2 .. 5 with at most `most` leaves.
std::vector<Size> sizes(NodeId most) {
  std::vector<Size> all;
  for (NodeId arity = 2; arity <= 5; ++arity) {
    for (NodeId nodes = 1; nodes <= most; nodes *= arity) all.push_back({arity, nodes});
  }
  return all;
}

/// The two patterns and random lists of non-decreasing capacities, some with c_1 > 1.
std::vector<FatTreeShape> trees(NodeId most, int random_lists) {
  std::vector<FatTreeShape> all;
  std::mt19937 bits{11};  // the same lists on every computer
  for (const auto [arity, nodes] : sizes(most)) {
    all.push_back(FatTreeShape::constant(arity, nodes));
    all.push_back(FatTreeShape::exponential(arity, nodes));
    const int height = FatTreeShape::height_of(arity, nodes);
    for (int list = 0; list < random_lists && height > 0; ++list) {
      std::vector<std::int64_t> capacities;
      std::int64_t links = bits() % 3 == 0 ? 1 + bits() % 4 : 1;
      for (int level = 0; level < height; ++level) {
        capacities.push_back(links);
        links += bits() % (2 * static_cast<unsigned>(links) * arity);
      }
      all.emplace_back(arity, nodes, capacities);
    }
  }
  return all;
}

std::string text_of(const FatTreeShape& tree) {
  std::string text = "k=" + std::to_string(tree.arity()) + " n=" + std::to_string(tree.nodes());
  for (const std::int64_t links : tree.capacities()) text += ' ' + std::to_string(links);
  return text;
}

/// W: hops of a scatter.
std::uint64_t scatter_hops(const FatTreeShape& tree) {
  std::uint64_t hops = 0;
  for (unsigned h = 1; h <= tree.height(); ++h) hops += 2 * h * tree.leaves_of_class(h);
  return hops;
}

void check_alltoall(const FatTreeShape& tree, const std::vector<Timetable>& timetables,
                    std::int64_t steps) {
  const TimetableCheck check = TimetableCounter{tree, timetables}.check();
  CHECK(check.overload.empty());
  CHECK(everyone_once(check));
  CHECK(check.steps == steps);
  CHECK(check.transfers == tree.nodes() * scatter_hops(tree));
}

}  // namespace

TEST_CASE("Shuffles are those of the specification", "[fat-tree]") {
  std::vector<NodeId> list = other_leaves(FatTreeShape::constant(2, 16), 0);
  shuffle(list, 1);
  CHECK(list == std::vector<NodeId>{13, 5, 7, 4, 6, 11, 15, 9, 8, 10, 14, 3, 2, 12, 1});
  list = other_leaves(FatTreeShape::constant(2, 8), 3);
  shuffle(list, 5);
  CHECK(list == std::vector<NodeId>{2, 6, 5, 1, 4, 7, 0});
}

TEST_CASE("A scatter takes as long as its order says, farthest first takes the bound",
          "[fat-tree]") {
  for (const FatTreeShape& tree : trees(128, 6)) {
    CAPTURE(text_of(tree));
    const NodeId root = tree.nodes() / 3;
    CHECK(farthest_first(tree, root).size() == tree.nodes() - 1);
    CHECK(scatter_steps(tree, root, farthest_first(tree, root)) == bound_scatter(tree));
    if (tree.height() == 0) continue;
    const std::int64_t left = (tree.nodes() - 2) / tree.capacity(1) + 1;
    CHECK(scatter_steps(tree, root, nearest_first(tree, root)) == left + 2 * tree.height() - 1);
  }
  for (const auto [arity, nodes] : sizes(256)) {
    const std::int64_t n = nodes;
    const std::int64_t expected = n == 1 ? 0 : n == 2 ? 2 : arity == 2 ? n + 1 : n;
    CHECK(bound_scatter(FatTreeShape::constant(arity, nodes)) == expected);
  }
}

TEST_CASE("The timed gather is the farthest-first scatter backwards, without queues",
          "[fat-tree]") {
  for (const FatTreeShape& tree : trees(128, 4)) {
    CAPTURE(text_of(tree));
    const NodeId root = tree.nodes() * 2 / 3;
    const auto timetables =
        timetables_of(tree, [&](NodeId leaf) { return timed_gather(tree, root, leaf); });
    const TimetableCheck check = TimetableCounter{tree, timetables}.check();
    CHECK(check.overload.empty());
    CHECK(check.steps == bound_scatter(tree));
    CHECK(check.injected == tree.nodes() - 1);
    CHECK(check.transfers == scatter_hops(tree));
  }
  const FatTreeShape tree = FatTreeShape::constant(2, 8);
  const std::vector<std::int64_t> steps{0, 2, 2, 1, 4, 3, 2, 1};  // Sec. 4.4 of the specification
  for (NodeId leaf = 1; leaf < 8; ++leaf) {
    CHECK(timed_gather(tree, 0, leaf).front().step == steps[leaf]);
  }
}

TEST_CASE("Allgather in phases takes n - 1 + H^2, pipelined n + 2H - 2", "[fat-tree]") {
  for (const FatTreeShape& tree : trees(128, 1)) {
    CAPTURE(text_of(tree));
    const std::int64_t n = tree.nodes();
    const std::int64_t H = tree.height();
    for (const PhaseOrder order :
         {PhaseOrder::kSerial, PhaseOrder::kDescending, PhaseOrder::kAscending}) {
      const auto timetables =
          timetables_of(tree, [&](NodeId leaf) { return phased_allgather(tree, leaf, order); });
      const TimetableCheck check = TimetableCounter{tree, timetables}.check();
      CHECK(check.overload.empty());
      CHECK(everyone_once(check));
      CHECK(check.steps == phased_steps(allgather_phases(tree), order));
      const std::int64_t expected = order == PhaseOrder::kSerial ? n - 1 + H * H : n + 2 * H - 2;
      CHECK(check.steps == (n == 1 ? 0 : expected));
      CHECK(check.injected == tree.nodes() * (tree.arity() - 1) * tree.height());
    }
  }
}

TEST_CASE("Allgather without a queue takes no longer than with queues", "[fat-tree]") {
  for (const FatTreeShape& tree : thinned(trees(256, 3))) {
    CAPTURE(text_of(tree));
    const auto timetables =
        timetables_of(tree, [&](NodeId leaf) { return queue_free_allgather(tree, leaf); });
    const TimetableCheck check = TimetableCounter{tree, timetables}.check();
    CHECK(check.overload.empty());
    CHECK(everyone_once(check));
    CHECK(check.steps == bound_scatter_by_one_link(tree));
  }
  const FatTreeShape tree = FatTreeShape::constant(2, 8);  // the table of section 5.3
  const auto mask = [&](std::initializer_list<unsigned> levels) {
    TreeHeader header = TreeHeader::turn();
    for (const unsigned level : levels) header = header.with(tree, level, 1);
    return header;
  };
  for (const NodeId half : {0U, 4U}) {
    CHECK(queue_free_allgather(tree, half) == Timetable{{1, mask({2, 3})}, {2, mask({1})}});
    CHECK(queue_free_allgather(tree, half + 1) == Timetable{{2, mask({1, 2, 3})}});
    CHECK(queue_free_allgather(tree, half + 2) ==
          Timetable{{1, mask({2})}, {2, mask({1})}, {3, mask({3})}});
    CHECK(queue_free_allgather(tree, half + 3) == Timetable{{2, mask({1, 2})}, {4, mask({3})}});
  }
}

TEST_CASE("Scatters one after another take n S, k at a time n/k of them", "[fat-tree]") {
  for (const FatTreeShape& tree : thinned(trees(64, 2))) {
    CAPTURE(text_of(tree));
    const std::int64_t n = tree.nodes();
    check_alltoall(
        tree, timetables_of(tree, [&](NodeId leaf) { return consecutive_scatters(tree, leaf); }),
        n * bound_scatter(tree));
    check_alltoall(
        tree, timetables_of(tree, [&](NodeId leaf) { return concurrent_scatters(tree, leaf); }),
        n / tree.arity() * bound_scatter_by_one_link(tree));
  }
}

TEST_CASE("Alltoall in phases takes the sum of the cut bounds and what the order adds",
          "[fat-tree]") {
  for (const FatTreeShape& tree : thinned(trees(64, 12))) {
    CAPTURE(text_of(tree));
    for (const PhaseOrder order :
         {PhaseOrder::kSerial, PhaseOrder::kDescending, PhaseOrder::kAscending}) {
      for (const PhaseDispatch dispatch : {PhaseDispatch::kGeneral, PhaseDispatch::kPaperConstant,
                                           PhaseDispatch::kPaperExponential}) {
        if (!suits(tree, dispatch)) continue;
        CAPTURE(order, dispatch);
        std::int64_t sum = 0;
        for (const std::int64_t steps : alltoall_phases(tree)) sum += steps;
        const std::int64_t H = tree.height();
        const std::int64_t steps = order == PhaseOrder::kSerial ? sum + H * H : sum + 2 * H - 1;
        check_alltoall(
            tree,
            timetables_of(
                tree, [&](NodeId leaf) { return phased_alltoall(tree, leaf, order, dispatch); }),
            H == 0 ? 0 : steps);
      }
    }
  }
}

TEST_CASE("The general dispatch of phase 3 on (1,1,2) is that of the specification", "[fat-tree]") {
  const FatTreeShape tree{2, 8, {1, 1, 2}};
  const std::vector<std::vector<std::pair<NodeId, NodeId>>> steps{
      {{0, 4}, {2, 6}}, {{1, 5}, {3, 7}}, {{0, 6}, {2, 5}}, {{1, 7}, {3, 4}},
      {{0, 5}, {2, 7}}, {{1, 4}, {3, 6}}, {{0, 7}, {2, 4}}, {{1, 6}, {3, 5}}};
  for (std::size_t step = 0; step < steps.size(); ++step) {
    for (const auto& [source, destination] : steps[step]) {
      for (const bool mirrored : {false, true}) {
        const NodeId from = mirrored ? source + 4 : source;
        const NodeId to = mirrored ? destination - 4 : destination;
        const Timetable timetable = phase_timetable(tree, 3, from, PhaseDispatch::kGeneral);
        const Dispatch expected{static_cast<std::int64_t>(step) + 1, TreeHeader::unicast(to)};
        CHECK(std::ranges::count(timetable, expected) == 1);
      }
    }
  }
}

TEST_CASE("A greedy leaf sends to every other one once, in the order that is asked for",
          "[fat-tree]") {
  const FatTreeShape tree = FatTreeShape::constant(2, 8);
  const auto order = [&](GreedyOrder which, std::uint64_t seed = 1, NodeId leaf = 5) {
    return greedy_order(tree, leaf, which, seed);
  };
  // Digit by digit: on a binary tree leaf 5 adds 7 to 1 and comes to 2, 3, 0, ..
  CHECK(order(GreedyOrder::kFarthestFirst) == std::vector<NodeId>{2, 3, 0, 1, 6, 7, 4});
  CHECK(order(GreedyOrder::kNearestFirst) == std::vector<NodeId>{4, 7, 6, 1, 0, 3, 2});
  CHECK(order(GreedyOrder::kRotation) == std::vector<NodeId>{6, 7, 0, 1, 2, 3, 4});
  CHECK(order(GreedyOrder::kIndex) == std::vector<NodeId>{0, 1, 2, 3, 4, 6, 7});
  std::vector<NodeId> random = order(GreedyOrder::kRandom);
  CHECK(random == order(GreedyOrder::kRandom));
  CHECK(random != order(GreedyOrder::kIndex));
  CHECK(random != order(GreedyOrder::kRandom, 2));
  std::ranges::sort(random);
  CHECK(random == order(GreedyOrder::kIndex));
}

TEST_CASE("Interleaved classes refute the conjecture of Sec. 5.1: n + 2 log n - 3", "[fat-tree]") {
  for (NodeId nodes = 8; nodes <= 256; nodes *= 2) {
    const FatTreeShape tree = FatTreeShape::exponential(2, nodes);
    CAPTURE(nodes);
    const std::int64_t steps = nodes + 2 * tree.height() - 3;
    CHECK(suits_interleaved_exponential(tree));
    CHECK(bound_alltoall(tree) == steps);
    check_alltoall(
        tree, timetables_of(tree, [&](NodeId leaf) { return interleaved_exponential(tree, leaf); }),
        steps);
  }
  CHECK_FALSE(suits_interleaved_exponential(FatTreeShape::exponential(2, 4)));
  CHECK_FALSE(suits_interleaved_exponential(FatTreeShape::exponential(3, 9)));
  CHECK_FALSE(suits_interleaved_exponential(FatTreeShape::constant(2, 8)));
}

TEST_CASE("First fit meets the bound for constant capacities", "[fat-tree]") {
  for (const auto [arity, nodes] : sizes(81)) {
    if (nodes == 1) continue;
    CAPTURE(arity, nodes);
    const FatTreeShape tree = FatTreeShape::constant(arity, nodes);
    const std::int64_t across = (arity - 1) * std::int64_t{nodes} * nodes / (arity * arity);
    const std::int64_t steps = across + 2 * tree.height() - 1;
    check_alltoall(tree, first_fit(tree), steps);
    CHECK(bound_alltoall(tree) == steps);
    const FatTreeShape thick = FatTreeShape::exponential(arity, nodes);
    check_alltoall(thick, first_fit(thick), nodes + 2 * thick.height() - 2);
  }
}

TEST_CASE("First fit lies between the bound and the pipelined phases", "[fat-tree]") {
  for (const FatTreeShape& tree : trees(32, 6)) {
    CAPTURE(text_of(tree));
    const auto timetables = first_fit(tree);
    const TimetableCheck check = TimetableCounter{tree, timetables}.check();
    CHECK(check.overload.empty());
    CHECK(everyone_once(check));
    CHECK(check.steps >= bound_alltoall(tree));
    CHECK(check.steps <= phased_steps(alltoall_phases(tree), PhaseOrder::kDescending));
  }
  CHECK(bound_alltoall(FatTreeShape{2, 8, {1, 2, 3}}) == 11);
}

TEST_CASE("Bounds of alltoall are those of the specification", "[fat-tree]") {
  CHECK(bound_alltoall(FatTreeShape::exponential(2, 2)) == 2);
  CHECK(bound_alltoall(FatTreeShape::exponential(2, 4)) == 6);
  CHECK(bound_alltoall_average(FatTreeShape::exponential(2, 16)) == 21);
  CHECK(bound_alltoall_average(FatTreeShape::exponential(2, 256)) == 269);
  CHECK(bound_alltoall(FatTreeShape{2, 8, {1, 1, 4}}) == 17);
  CHECK(bound_alltoall(FatTreeShape::constant(2, 4)) == 7);
  for (const auto [arity, nodes] : sizes(256)) {
    if (arity == 2 || nodes == 1) continue;
    const FatTreeShape tree = FatTreeShape::exponential(arity, nodes);
    CHECK(bound_alltoall(tree) == nodes + 2 * tree.height() - 2);
  }
}

TEST_CASE("A header has a bit for each leaf where the tree has at most 32 of them", "[fat-tree]") {
  struct tree final : tree_routes_if {
    tree(NodeId children, unsigned height) : k{children}, h{height} {}
    [[nodiscard]] NodeId arity() const override { return k; }
    [[nodiscard]] unsigned levels() const override { return h; }
    [[nodiscard]] Place place_of(std::uint32_t) const override { return {}; }
    [[nodiscard]] std::optional<Wires> wires(std::uint64_t) const override { return {}; }
    NodeId k;
    unsigned h;
  };
  CHECK(tree{2, 5}.has_sets());
  CHECK(tree{2, 5}.header_width() == 32);
  CHECK_FALSE(tree{2, 6}.has_sets());
  CHECK(tree{2, 6}.header_width() == 6);
  CHECK(tree{5, 2}.has_sets());
  CHECK(tree{5, 2}.header_width() == 25);
  CHECK_FALSE(tree{6, 2}.has_sets());
  CHECK(tree{6, 2}.header_width() == 6);
}
