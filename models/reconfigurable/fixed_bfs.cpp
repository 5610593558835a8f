#include <algorithm>
#include <array>
#include <memory>
#include <tuple>

#include "models/operations/operation.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// A block on one hop of its way.
struct Hop {
  std::uint32_t step = 0;
  NodeId low = 0;     ///< ends of the link in set order: the sender, or the smaller node where both
  NodeId high = 0;    ///< directions carry data
  bool down = false;  ///< towards `low`
  NodeId from = 0;
  NodeId to = 0;
  BlockId block = 0;

  [[nodiscard]] auto place() const { return std::tuple{step, low, high, down, block}; }
};

/// All ways of blocks on a fixed network: shortest ones, the lowest-numbered neighbour first.
class Ways {
 public:
  Ways(const FixedNetwork& network, NodeId source)
      : parents_{network.parents(source)}, distances_{network.distances(source)} {}

  [[nodiscard]] NodeId parent(NodeId node) const { return parents_[node]; }
  [[nodiscard]] std::uint32_t distance(NodeId node) const { return distances_[node]; }
  [[nodiscard]] std::uint32_t farthest() const { return *std::ranges::max_element(distances_); }

  /// Visits the hops from the source to `node`, the last one first: visit(from, to, step).
  template <typename Visit>
  void back_from(NodeId node, Visit visit) const {
    for (NodeId to = node; distances_[to] > 0; to = parents_[to]) {
      visit(parents_[to], to, distances_[to]);
    }
  }

 private:
  std::vector<NodeId> parents_;
  std::vector<std::uint32_t> distances_;
};

std::vector<Hop> hops_of(const ReconfigurableCase& at, FixedOperation operation,
                         const FixedNetwork& network) {
  std::vector<Hop> hops;
  const auto add = [&](std::uint32_t step, NodeId from, NodeId to, BlockId block) {
    hops.push_back({step, from, to, false, from, to, block});
  };
  const NodeId N = at.nodes;
  if (operation == FixedOperation::kAllgather || operation == FixedOperation::kAlltoall) {
    for (NodeId source = 0; source < N; ++source) {
      const Ways ways{network, source};
      for (NodeId to = 0; to < N; ++to) {
        if (to == source) continue;
        if (operation == FixedOperation::kAllgather) {
          add(ways.distance(to), ways.parent(to), to, source);
          continue;
        }
        const BlockId block = alltoall_block(N, source, to);
        ways.back_from(to, [&](NodeId from, NodeId next, std::uint32_t step) {
          add(step, from, next, block);
        });
      }
    }
    return hops;
  }
  const Ways ways{network, at.root};
  const std::uint32_t farthest = ways.farthest();
  for (NodeId v = 0; v < N; ++v) {
    if (v == at.root) continue;
    if (operation == FixedOperation::kBroadcast) {
      add(ways.distance(v), ways.parent(v), v, 0);
      continue;
    }
    ways.back_from(v, [&](NodeId from, NodeId to, std::uint32_t step) {
      if (operation == FixedOperation::kScatter) {
        add(step, from, to, v);
      } else {
        add(farthest - step + 1, to, from, v);
      }
    });
  }
  return hops;
}

/// Joins the two directions of a link in the same step: (u, v) with u < v if both carry data.
void put_in_set_order(std::vector<Hop>& hops) {
  std::vector<std::tuple<std::uint32_t, NodeId, NodeId>> upwards;  // by step, low end, high end
  for (const Hop& hop : hops) {
    if (hop.from < hop.to) upwards.emplace_back(hop.step, hop.from, hop.to);
  }
  std::ranges::sort(upwards);
  for (Hop& hop : hops) {
    hop.down = hop.from > hop.to &&
               std::ranges::binary_search(upwards, std::tuple{hop.step, hop.to, hop.from});
    hop.low = hop.down ? hop.to : hop.from;
    hop.high = hop.down ? hop.from : hop.to;
  }
  std::ranges::sort(hops, {}, &Hop::place);
}

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
  std::vector<Hop> hops = hops_of(at, operation, network);
  put_in_set_order(hops);
  const auto loads = std::make_shared<Loads>();
  Plan plan;
  plan.given_ports = true;
  plan.moves = operation == FixedOperation::kScatter || operation == FixedOperation::kGather ||
               operation == FixedOperation::kAlltoall;
  for (std::size_t i = 0; i < hops.size();) {
    const Hop& head = hops[i];
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

/// Bytes that the hops of all blocks take while the plan is made.
double memory_of_fixed(const ReconfigurableCase& at, FixedOperation kind) {
  const double per_hop = kind == FixedOperation::kAllgather  ? 100
                         : kind == FixedOperation::kAlltoall ? 75
                                                             : 95;
  const bool to_all = kind == FixedOperation::kAllgather || kind == FixedOperation::kAlltoall;
  const bool apart = kind != FixedOperation::kBroadcast && kind != FixedOperation::kAllgather;
  require_memory(per_hop * N(at) * (to_all ? N(at) : 1));
  double hops = N(at);
  if (apart) {
    const FixedNetwork network{at.topology, at.nodes, at.ports, at.rows};
    for (const std::uint32_t distance : network.distances(at.root)) hops += distance;
  }
  return per_hop * hops * (to_all ? N(at) : 1);
}

Algorithm<ReconfigurableCase> fixed(const char* operation, FixedOperation kind,
                                    std::function<Operation(const ReconfigurableCase&)> data,
                                    const char* root) {
  auto parameters = fixed_network_parameters();
  if (root != nullptr) parameters.push_back(reconfigurable_root_parameter(root));
  return playing(
      {.operation = operation,
       .name = "fixed-bfs",
       .summary = "shortest ways on a fixed network; needs --mode static or quasi-static",
       .parameters = std::move(parameters),
       .prepare =
           [kind](ReconfigurableCase& at) {
             if (const auto reason = misfit(at.topology, at.nodes, at.ports, at.rows)) {
               refuse_size(*reason);
             }
             require_memory(memory_of_fixed(at, kind));
             work_out(at, [kind](const ReconfigurableCase& of) { return plan_fixed(of, kind); });
           },
       .data = std::move(data),
       .memory = [kind](const ReconfigurableCase& at) { return memory_of_fixed(at, kind); },
       .only_blocks = std::vector<std::string>{"xbar2", "rdv_link"}});
}

}  // namespace

Algorithm<ReconfigurableCase> broadcast_fixed_bfs() {
  return fixed("broadcast", FixedOperation::kBroadcast, broadcast_data,
               "node that has the message");
}

Algorithm<ReconfigurableCase> scatter_fixed_bfs() {
  return fixed("scatter", FixedOperation::kScatter, scatter_data, "node that has all blocks");
}

Algorithm<ReconfigurableCase> gather_fixed_bfs() {
  return fixed("gather", FixedOperation::kGather, gather_data, "node that gets all blocks");
}

Algorithm<ReconfigurableCase> allgather_fixed_bfs() {
  return fixed("allgather", FixedOperation::kAllgather, allgather_data, nullptr);
}

Algorithm<ReconfigurableCase> alltoall_fixed_bfs() {
  return fixed("alltoall", FixedOperation::kAlltoall, alltoall_data, nullptr);
}

}  // namespace plexus::reconfigurable
