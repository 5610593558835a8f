#include "models/reconfigurable/fixed_hops.hpp"

#include <algorithm>
#include <numeric>

#include "models/operations/operation.hpp"

namespace plexus {

namespace {

/// All ways of blocks on a fixed network: shortest ones, the lowest-numbered neighbour first.
class Ways {
 public:
  Ways(const FixedNetwork& network, NodeId source)
      : parents_{network.parents(source)}, distances_{network.distances(source)} {}

  [[nodiscard]] NodeId parent(NodeId node) const { return parents_[node]; }
  [[nodiscard]] std::uint32_t distance(NodeId node) const { return distances_[node]; }
  [[nodiscard]] std::uint32_t farthest() const { return *std::ranges::max_element(distances_); }
  /// Hops from the source to all nodes.
  [[nodiscard]] std::size_t hops() const {
    return std::accumulate(distances_.begin(), distances_.end(), std::size_t{0});
  }

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

std::vector<FixedHop> hops_of(const ReconfigurableCase& at, FixedOperation operation,
                              const FixedNetwork& network) {
  std::vector<FixedHop> hops;
  const auto add = [&](std::uint32_t step, NodeId from, NodeId to, BlockId block) {
    hops.push_back({step, from, to, false, from, to, block});
  };
  const NodeId N = at.nodes;
  if (operation == FixedOperation::kAllgather || operation == FixedOperation::kAlltoall) {
    for (NodeId source = 0; source < N; ++source) {
      const Ways ways{network, source};
      const bool alone = operation == FixedOperation::kAllgather;
      if (source == 0) hops.reserve(N * (alone ? std::size_t{N} : ways.hops()));  // about
      for (NodeId to = 0; to < N; ++to) {
        if (to == source) continue;
        if (alone) {
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
  hops.reserve(operation == FixedOperation::kBroadcast ? N : ways.hops());
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
void put_in_set_order(std::vector<FixedHop>& hops) {
  std::vector<std::tuple<std::uint32_t, NodeId, NodeId>> upwards;  // by step, low end, high end
  for (const FixedHop& hop : hops) {
    if (hop.from < hop.to) upwards.emplace_back(hop.step, hop.from, hop.to);
  }
  std::ranges::sort(upwards);
  for (FixedHop& hop : hops) {
    hop.down = hop.from > hop.to &&
               std::ranges::binary_search(upwards, std::tuple{hop.step, hop.to, hop.from});
    hop.low = hop.down ? hop.to : hop.from;
    hop.high = hop.down ? hop.from : hop.to;
  }
  std::ranges::sort(hops, {}, &FixedHop::place);
}

}  // namespace

std::vector<FixedHop> fixed_hops(const ReconfigurableCase& at, FixedOperation operation,
                                 const FixedNetwork& network) {
  std::vector<FixedHop> hops = hops_of(at, operation, network);
  put_in_set_order(hops);
  return hops;
}

}  // namespace plexus
