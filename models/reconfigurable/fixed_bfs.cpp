#include <algorithm>
#include <array>
#include <memory>
#include <tuple>

#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/fixed_hops.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// The blocks of all messages, one after another; those of one message by rising number.
struct Loads {
  std::vector<BlockId> blocks;
  struct Range {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  std::vector<std::vector<std::array<Range, 2>>> by_phase;  ///< and link: to b, to a
};

}  // namespace

/// 5.8: every block goes a shortest way; in a step, all that cross the same link make one message.
Plan plan_fixed(const ReconfigurableCase& at, FixedOperation operation) {
  const FixedNetwork network{at.topology, at.nodes, at.ports, at.rows};
  const std::vector<FixedHop> hops = fixed_hops(at, operation, network);
  const auto loads = std::make_shared<Loads>();
  Plan plan;
  plan.given_ports = true;
  plan.moves = operation == FixedOperation::kScatter || operation == FixedOperation::kGather ||
               operation == FixedOperation::kAlltoall;
  for (std::size_t i = 0; i < hops.size();) {
    const FixedHop& head = hops[i];
    if (i == 0 || hops[i - 1].step != head.step) {
      plan.schedule.begin_phase();
      loads->by_phase.emplace_back();
    }
    std::array<Loads::Range, 2> both;
    for (; i < hops.size() && std::tuple{hops[i].step, hops[i].low, hops[i].high} ==
                                  std::tuple{head.step, head.low, head.high};
         ++i) {
      Loads::Range& range = both[hops[i].down ? 1 : 0];
      if (range.count++ == 0) range.first = loads->blocks.size();
      loads->blocks.push_back(hops[i].block);
    }
    loads->by_phase.back().push_back(both);
    const auto& ways = network.neighbours(head.low);
    const auto link = std::ranges::lower_bound(ways, head.high, {}, &FixedNetwork::Neighbour::node);
    plan.schedule.add({{head.low, link->port},
                       {head.high, link->port_there},
                       both[0].count * at.words,
                       both[1].count * at.words});
  }
  plan.blocks = [loads, words = at.words](const Sending& sent) {
    const auto& both = loads->by_phase[sent.phase][sent.place];
    const Loads::Range range = both[sent.to_b ? 0 : 1];
    BlockList blocks;
    for (std::size_t i = 0; i < range.count; ++i) blocks.add(loads->blocks[range.first + i]);
    return blocks.blocks({0_words, words});
  };
  return plan;
}

}  // namespace plexus

namespace plexus::reconfigurable {

namespace {

/// An operation on a fixed network; `root` says what its root is, where it has one.
template <FixedOperation kind>
Algorithm<ReconfigurableCase> fixed(const char* operation, const char* root = nullptr) {
  auto parameters = fixed_network_parameters();
  if (root != nullptr) parameters.push_back(reconfigurable_root_parameter(root));
  return {.operation = operation,
          .name = "fixed-bfs",
          .summary = "shortest ways on a fixed network; needs --mode static or quasi-static",
          .parameters = std::move(parameters),
          .prepare =
              [](ReconfigurableCase& at) {
                if (const auto reason = misfit(at.topology, at.nodes, at.ports, at.rows)) {
                  refuse_size(*reason);
                }
                take(at, plan_fixed(at, kind));
              },
          .programs = play_plan,
          .exact = exact_count,
          .is_bounded = [](const ReconfigurableCase&) { return false; },
          .keeps_messages = true,
          .only_blocks = std::vector<std::string>{"xbar2", "rdv_link"}};
}

}  // namespace

Algorithm<ReconfigurableCase> broadcast_fixed_bfs() {
  return fixed<FixedOperation::kBroadcast>("broadcast", "node that has the message");
}

Algorithm<ReconfigurableCase> scatter_fixed_bfs() {
  return fixed<FixedOperation::kScatter>("scatter", "node that has all blocks");
}

Algorithm<ReconfigurableCase> gather_fixed_bfs() {
  return fixed<FixedOperation::kGather>("gather", "node that gets all blocks");
}

Algorithm<ReconfigurableCase> allgather_fixed_bfs() {
  return fixed<FixedOperation::kAllgather>("allgather");
}

Algorithm<ReconfigurableCase> alltoall_fixed_bfs() {
  return fixed<FixedOperation::kAlltoall>("alltoall");
}

}  // namespace plexus::reconfigurable
