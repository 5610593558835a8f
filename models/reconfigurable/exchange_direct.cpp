#include <algorithm>
#include <utility>

#include "models/operations/operation.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// k even: the offsets 1 .. floor(N/2), k/2 of them in a phase, each with a port up and one down.
void add_offsets(const ReconfigurableCase& at, Plan& plan) {
  const std::int64_t N = at.nodes;
  const std::int64_t k = at.shape().ports;
  for (std::int64_t o = 1; o <= N / 2; ++o) {
    const std::int64_t j = (o - 1) % (k / 2);
    if (j == 0) plan.begin_phase();
    const auto port = static_cast<std::uint32_t>(2 * j);
    const bool half = 2 * o == N;  // both ends the same way round
    const std::int64_t links = half ? o : N;
    plan.links(links, at.words, [&] {
      for (std::int64_t v = 0; v < links; ++v) {
        plan.schedule.add({{static_cast<NodeId>(v), port},
                           {static_cast<NodeId>((v + o) % N), half ? port : port + 1},
                           at.words,
                           at.words});
      }
    });
  }
}

/// k odd: the matchings of the circle method, k of them in a phase, the j-th on port j.
void add_matchings(const ReconfigurableCase& at, Plan& plan) {
  const std::int64_t N = at.nodes;
  const std::int64_t k = at.shape().ports;
  const bool even = N % 2 == 0;
  const std::int64_t circle = even ? N - 1 : N;  // nodes on it; of an even number, one stands apart
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (std::int64_t d = 0; d < circle; ++d) {
    if (d % k == 0) plan.begin_phase();
    plan.links(N / 2, at.words, [&] {
      pairs.clear();
      const auto pair = [&](std::int64_t a, std::int64_t b) {
        pairs.emplace_back(static_cast<NodeId>(std::min(a, b)),
                           static_cast<NodeId>(std::max(a, b)));
      };
      if (even) pair(d, N - 1);
      for (std::int64_t i = 1; i <= (circle - 1) / 2; ++i) {
        pair((d + i) % circle, wrapped(d - i, circle));
      }
      std::ranges::sort(pairs);
      const auto port = static_cast<std::uint32_t>(d % k);
      for (const auto& [a, b] : pairs) {
        plan.schedule.add({{a, port}, {b, port}, at.words, at.words});
      }
    });
  }
}

/// Every pair of nodes gets one link once, and uses both directions (5.6): every message has L
/// words; ceil((N-1)/k) phases, and ceil(N/k) for odd k and N.
Plan every_pair_once(const ReconfigurableCase& at, Detail detail) {
  Plan plan{detail};
  if (at.nodes == 1) return plan;
  if (detail == Detail::kListed) {
    plan.schedule.reserve(std::size_t{at.nodes} * (at.nodes - 1) / 2);
  }
  if (at.shape().ports % 2 == 0) {
    add_offsets(at, plan);
  } else {
    add_matchings(at, plan);
  }
  return plan;
}

}  // namespace

Plan plan_allgather_direct(const ReconfigurableCase& at, Detail detail) {
  Plan plan = every_pair_once(at, detail);
  plan.same_for_all = true;
  plan.blocks = [words = at.words](const Sending& sent) {
    return run_of_blocks(sent.from.node, 1, words);
  };
  return plan;
}

Plan plan_alltoall_direct(const ReconfigurableCase& at, Detail detail) {
  Plan plan = every_pair_once(at, detail);
  plan.moves = true;
  plan.blocks = [nodes = std::uint64_t{at.nodes}, words = at.words](const Sending& sent) {
    return Blocks{Interval{alltoall_block(nodes, sent.from.node, sent.to.node), 1},
                  Slice{0_words, words}};
  };
  return plan;
}

}  // namespace plexus

namespace plexus::reconfigurable {

Algorithm<ReconfigurableCase> allgather_direct() {
  return {.operation = "allgather",
          .name = "direct",
          .summary = "a link for every pair of nodes, once",
          .parameters = reconfigurable_parameters(),
          .prepare = plan_with<plan_allgather_direct>,
          .programs = play_plan,
          .exact = exact_count,
          .keeps_messages = true};
}

Algorithm<ReconfigurableCase> alltoall_direct() {
  return {.operation = "alltoall",
          .name = "direct",
          .summary = "a link for every pair of nodes, once",
          .parameters = reconfigurable_parameters(),
          .prepare = plan_with<plan_alltoall_direct>,
          .programs = play_plan,
          .exact = exact_count};
}

}  // namespace plexus::reconfigurable
