#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "models/reconfigurable/layout.hpp"
#include "tests/models/reconfigurable/plan_checks.hpp"

using namespace plexus;

namespace {

ReconfigurableCase case_of(NodeId nodes, std::int64_t ports, std::int64_t words = 1) {
  ReconfigurableCase at;
  at.nodes = nodes;
  at.ports = ports;
  at.words = Words{words};
  at.link.startup = 3_cycles;
  at.policy.timing = {10_cycles, 1_cycles};
  return at;
}

/// The plan does what it promises, and counts its links and longest messages, listed or not.
std::int64_t check(const ReconfigurableCase& at, Plan (*plan_of)(const ReconfigurableCase&, Detail),
                   const Operation& operation) {
  const Plan plan = plan_of(at, Detail::kListed);
  const Plan counted = plan_of(at, Detail::kCounts);
  CHECK(costs_of(plan.schedule) == plan.costs);
  CHECK(plan.costs == counted.costs);
  CHECK(counted.schedule.links().empty());
  return play(plan, operation, at.nodes,
              static_cast<std::uint32_t>(std::max<std::int64_t>(1, at.shape().ports)));
}

const std::vector<NodeId> kNodeCounts{1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                      11, 12, 13, 16, 17, 20, 22, 27, 30};

}  // namespace

TEST_CASE("broadcasts bring the message to every node", "[reconfigurable][plan]") {
  const auto nodes = GENERATE(from_range(kNodeCounts));
  const auto ports = GENERATE(1, 2, 3, 4, 7);
  const auto words = GENERATE(1, 2, 10);
  CAPTURE(nodes, ports, words);
  ReconfigurableCase at = case_of(nodes, ports, words);
  at.root = (nodes - 1) / 2;
  const Operation operation = broadcast_operation(at.root, at.words);
  for (const Numbering numbering : {Numbering::kRcp, Numbering::kRadix, Numbering::kFit}) {
    at.numbering = numbering;
    CHECK(check(at, plan_broadcast_naive, operation) == 0);
  }
  at.numbering = std::nullopt;
  for (int h = 0; h <= at.shape().whole_steps(); ++h) {
    at.split_steps = h;
    check(at, plan_broadcast_two_phase, operation);
  }
  if (at.shape().is_power()) {
    at.numbering = Numbering::kRadix;
    check(at, plan_broadcast_two_phase, operation);
  }
}

TEST_CASE("scatter and gather trees bring every block home", "[reconfigurable][plan]") {
  const auto nodes = GENERATE(from_range(kNodeCounts));
  const auto ports = GENERATE(1, 2, 3, 4, 7);
  CAPTURE(nodes, ports);
  ReconfigurableCase at = case_of(nodes, ports, 2);
  at.root = nodes / 2;
  for (const auto numbering : {std::optional<Numbering>{}, std::optional{Numbering::kRcp},
                               std::optional{Numbering::kRadix}, std::optional{Numbering::kFit}}) {
    at.numbering = numbering;
    check(at, plan_scatter, scatter_operation(nodes, at.root, at.words));
    check(at, plan_gather, gather_operation(nodes, at.root, at.words));
  }
}

TEST_CASE("exchanges bring all blocks to all nodes", "[reconfigurable][plan]") {
  const auto nodes = GENERATE(from_range(kNodeCounts));
  const auto ports = GENERATE(1, 2, 3, 4, 5, 7);
  CAPTURE(nodes, ports);
  ReconfigurableCase at = case_of(nodes, ports);
  const ReconfigurableShape shape = at.shape();
  const Operation allgather = allgather_operation(nodes, at.words);
  const Operation alltoall = alltoall_operation(nodes, at.words);
  if (shape.is_power()) {
    for (const auto numbering : {Numbering::kRcp, Numbering::kRadix}) {
      at.numbering = numbering;
      CHECK(check(at, plan_allgather_clique, allgather) == 0);
      check(at, plan_alltoall_clique, alltoall);
    }
    at.numbering = std::nullopt;
  }
  if (nodes == 1 || shape.ports >= 2) {
    CHECK(check(at, plan_allgather_circulant, allgather) == 0);
    check(at, plan_alltoall_circulant, alltoall);
  }
  if (nodes == 1 || (shape.ports % 2 == 1 && nodes % 2 == 0)) {
    CHECK(check(at, plan_allgather_flip, allgather) == 0);
    check(at, plan_alltoall_flip, alltoall);
  }
  CHECK(check(at, plan_allgather_fold, allgather) == 0);
  CHECK(check(at, plan_allgather_direct, allgather) == 0);
  check(at, plan_alltoall_direct, alltoall);
}

TEST_CASE("permutations reach every image on at most three configurations",
          "[reconfigurable][plan]") {
  const auto image = GENERATE(values<std::vector<NodeId>>(
      {{0}, {1, 0}, {1, 2, 0}, {1, 2, 3, 4, 0}, {3, 2, 1, 0}, {1, 0, 3, 4, 2, 5}, {0, 1, 2}}));
  const auto ports = GENERATE(1, 2, 4);
  const auto channels = GENERATE(1, 2, 4);
  if (channels > ports) return;
  CAPTURE(ports, channels);
  ReconfigurableCase at = case_of(static_cast<NodeId>(image.size()), ports, 3);
  at.permutation = image;
  at.channels = channels;
  const Plan plan = plan_permutation(at);
  CHECK(plan.schedule.phases() <= 3);
  play(plan, permutation_operation(image, at.words), at.nodes, static_cast<std::uint32_t>(ports));
}

TEST_CASE("blocks find their way on fixed networks", "[reconfigurable][plan]") {
  const auto nodes = GENERATE(NodeId{1}, NodeId{2}, NodeId{4}, NodeId{5}, NodeId{8}, NodeId{12});
  const auto topology = GENERATE(from_range(kTopologies));
  const auto ports = GENERATE(1, 2, 3, 4, 11);
  ReconfigurableCase at = case_of(nodes, ports, 2);
  at.topology = topology;
  at.rows = default_rows(nodes);
  at.root = nodes / 3;
  if (misfit(topology, nodes, ports, at.rows)) return;
  CAPTURE(nodes, to_string(topology), ports);
  const auto most = static_cast<std::uint32_t>(ports);
  play(plan_fixed(at, FixedOperation::kBroadcast), broadcast_operation(at.root, at.words), nodes,
       most);
  play(plan_fixed(at, FixedOperation::kScatter), scatter_operation(nodes, at.root, at.words), nodes,
       most);
  play(plan_fixed(at, FixedOperation::kGather), gather_operation(nodes, at.root, at.words), nodes,
       most);
  play(plan_fixed(at, FixedOperation::kAllgather), allgather_operation(nodes, at.words), nodes,
       most);
  play(plan_fixed(at, FixedOperation::kAlltoall), alltoall_operation(nodes, at.words), nodes, most);
}

TEST_CASE("configurations follow each other, none twice", "[reconfigurable][layout]") {
  ReconfigurableCase at = case_of(7, 2);
  at.plan = std::make_shared<const Plan>(plan_allgather_direct(at));
  REQUIRE(at.plan->schedule.phases() == 3);
  const Layout drawn = layout(at);
  REQUIRE(drawn.sequence.size() == 3);
  std::set<std::pair<std::uint32_t, std::uint32_t>> joined;
  for (const Layout::Configuration& one : drawn.sequence) {
    for (const Layout::Wire& wire : one.wires) CHECK(joined.emplace(wire.from, wire.to).second);
  }
  CHECK(joined.size() == drawn.wires.size());
  CHECK(drawn.sequence[0].title == "phase 1: 7 links");
}

TEST_CASE("configurations are drawn where every node has a place of its own",
          "[reconfigurable][layout]") {
  const auto nodes = GENERATE(NodeId{64}, NodeId{128});
  ReconfigurableCase at = case_of(nodes, 2);
  at.plan = std::make_shared<const Plan>(plan_allgather_direct(at));
  REQUIRE(at.plan->schedule.phases() > 1);
  const Layout drawn = layout(at);
  CHECK(drawn.places.size() == 64);
  CHECK(drawn.sequence.empty() == (nodes == 128));
}
