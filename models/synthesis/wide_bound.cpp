#include "models/synthesis/wide_bound.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace plexus {

namespace {

/// Words that cross from some nodes to all others, and back.
struct Crossing {
  std::int64_t gone = 0;
  std::int64_t come = 0;
};

/// Of `inside` nodes, which may hold the root (or the source of a move) and its destination.
Crossing crossing(const SynthesisRequest& request, std::int64_t inside, bool root,
                  bool destination) {
  const std::int64_t words = request.words.count();
  const std::int64_t outside = request.nodes - inside;
  switch (request.operation) {
    case SynthesisOperation::kMove:
      if (root == destination) return {};
      return root ? Crossing{words, 0} : Crossing{0, words};
    case SynthesisOperation::kBroadcast:
      return root ? Crossing{words, 0} : Crossing{0, words};
    case SynthesisOperation::kScatter:
      return root ? Crossing{outside * words, 0} : Crossing{0, inside * words};
    case SynthesisOperation::kGather:
      return root ? Crossing{0, outside * words} : Crossing{inside * words, 0};
    case SynthesisOperation::kAllgather:
      return {inside * words, outside * words};
    case SynthesisOperation::kAlltoall:
      return {inside * outside * words, inside * outside * words};
    case SynthesisOperation::kAllreduce:
      return {words, words};
    default:
      return {};
  }
}

constexpr std::int64_t up(std::int64_t words, std::int64_t each) {
  return (words + each - 1) / each;
}

/// How far each node is from `start`, or with `in` from each node to it, links as long as `length`
/// says.
template <typename Length>
std::vector<std::int64_t> reach(const SynthesisNetwork& network, NodeId start, bool in,
                                Length length) {
  std::vector<std::int64_t> far(network.nodes, SynthesisNetwork::kFar);
  far[start] = 0;
  for (std::deque<NodeId> open{start}; !open.empty(); open.pop_front()) {
    const NodeId here = open.front();
    for (const std::size_t l : in ? network.in[here] : network.out[here]) {
      const SynthesisLink& link = network.links[l];
      const NodeId next = in ? link.from : link.to;
      const std::int64_t there = far[here] + length(link);
      if (there >= far[next]) continue;
      far[next] = there;
      open.push_back(next);
    }
  }
  return far;
}

/// The nodes around `start`, near ones first; with a dimension only its links count, and slabs that
/// other links join stay together.
std::vector<NodeId> order_from(const SynthesisNetwork& network, NodeId start,
                               std::optional<unsigned> dimension) {
  std::vector<NodeId> order;
  std::vector<char> seen(network.nodes, 0);
  std::deque<NodeId> open{start};
  while (!open.empty()) {
    const NodeId here = open.front();
    open.pop_front();
    if (std::exchange(seen[here], 1) != 0) continue;
    order.push_back(here);
    for (const std::size_t l : network.out[here]) {
      const SynthesisLink& link = network.links[l];
      if (seen[link.to] != 0) continue;
      const bool same = dimension && link.written != *dimension;
      same ? open.push_front(link.to) : open.push_back(link.to);
    }
  }
  return order;
}

/// The bounds of one machine, of links that all have at least this start-up.
class WideBound {
 public:
  WideBound(const SynthesisNetwork& network, const SynthesisRequest& request)
      : network_{network},
        request_{request},
        root_{request.operation == SynthesisOperation::kMove ? request.source : request.root} {
    for (const SynthesisLink& link : network.links) {
      fastest_ = std::max(fastest_, link.bandwidth);
      startup_ = std::min(startup_, link.startup);
      dimensions_ = std::max(dimensions_, std::size_t{link.written} + 1);
    }
  }

  std::int64_t run() {
    constexpr std::size_t kMostSteps = 4'000'000;
    nodes();
    std::vector<std::int64_t> near = reach(network_, root_, false, one_word);
    near.resize(request_.nodes);  // the others are switches
    const auto farthest = static_cast<NodeId>(std::ranges::max_element(near) - near.begin());
    distances(farthest);
    cuts(order_from(network_, root_, {}));
    cuts(order_from(network_, farthest, {}));
    for (unsigned d = 0; d < dimensions_ && dimensions_ * network_.links.size() < kMostSteps; ++d) {
      cuts(order_from(network_, root_, d));
    }
    if (network_.nodes * network_.links.size() < kMostSteps) work();
    return bound_;
  }

 private:
  static std::int64_t one_word(const SynthesisLink& link) { return link.hop(1); }

  void at_least(std::int64_t cycles) { bound_ = std::max(bound_, cycles); }

  /// What each node has to take in and to give out.
  void nodes() {
    for (NodeId v = 0; v < request_.nodes; ++v) {
      const auto [gone, come] = crossing(request_, 1, v == root_, v == request_.destination);
      const std::int64_t writes = gone == 0 ? 0 : startup_ + up(gone, network_.most(v, false));
      const std::int64_t reads = come == 0 ? 0 : startup_ + up(come, network_.most(v, true));
      at_least(network_.one_way() ? writes + reads : std::max(writes, reads));
    }
  }

  /// Words from afar come late, and all through the links of one node.
  void distances(NodeId farthest) {
    const bool from_all = request_.operation == SynthesisOperation::kAllgather ||
                          request_.operation == SynthesisOperation::kAlltoall;
    if (request_.operation == SynthesisOperation::kMove) farthest = request_.destination;
    if (from_all || request_.operation == SynthesisOperation::kGather) profile(root_, true, true);
    if (request_.operation == SynthesisOperation::kScatter) profile(root_, false, true);
    if (!has_root(request_.operation) || request_.operation == SynthesisOperation::kBroadcast) {
      profile(farthest, true, from_all);
    }
  }

  /// `each`: a block goes between `node` and each other one; else words come from the root alone.
  void profile(NodeId node, bool in, bool each) {
    const std::int64_t most = network_.most(node, in);
    std::vector<std::int64_t> far = reach(network_, node, in, one_word);
    far.resize(request_.nodes);
    if (!each) far = {far[root_]};
    std::ranges::sort(far, std::greater{});
    std::int64_t words = 0;
    for (const std::int64_t distance : far) {
      if (distance == 0) continue;
      words += request_.words.count();
      at_least(distance - 1 + up(words, most));
    }
  }

  /// What crosses between the first nodes of an order and the others.
  void cuts(const std::vector<NodeId>& order) {
    std::vector<char> inside(network_.nodes, 0);
    std::int64_t out = 0;
    std::int64_t in = 0;
    std::int64_t either = 0;  // of both directions the faster one
    bool root = false;
    bool destination = false;
    std::int64_t size = 0;  // without switches
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      const NodeId v = order[i];
      if (v < request_.nodes) ++size;
      for (const std::size_t l : network_.out[v]) {
        const SynthesisLink& link = network_.links[l];
        const std::int64_t back = network_.links[link.back].bandwidth;
        const bool inner = inside[link.to] != 0;
        (inner ? in : out) += inner ? -link.bandwidth : link.bandwidth;
        (inner ? out : in) += inner ? -back : back;
        either += inner ? -std::max(back, link.bandwidth) : std::max(back, link.bandwidth);
      }
      inside[v] = 1;
      root = root || v == root_;
      destination = destination || v == request_.destination;
      if (size == 0 || size == request_.nodes) continue;
      const auto [gone, come] = crossing(request_, size, root, destination);
      if (gone > 0) at_least(startup_ + up(gone, out));
      if (come > 0) at_least(startup_ + up(come, in));
      if (gone + come == 0) continue;
      if (!network_.full_duplex()) at_least(startup_ + up(gone + come, either));
      const std::int64_t pairs = std::min(size, request_.nodes - size) * fastest_;
      if (network_.rule == PortRule::kOnePort) at_least(startup_ + up(gone + come, pairs));
      if (network_.rule == PortRule::kOneInOneOut) {
        at_least(startup_ + up(std::max(gone, come), pairs));
      }
    }
  }

  /// What all links carry together.
  void work() {
    const std::int64_t words = request_.words.count();
    const std::int64_t others = request_.nodes - 1;
    const auto ways = [&](NodeId node, bool in) {
      auto far = reach(network_, node, in, [](const SynthesisLink&) { return std::int64_t{1}; });
      far.resize(request_.nodes);
      return far;
    };
    const auto hops = [&](NodeId node) {
      const auto far = ways(node, request_.operation == SynthesisOperation::kGather);
      return std::accumulate(far.begin(), far.end(), std::int64_t{0});
    };
    // What comes to a node comes from another one, the nearest at best, by way of switches.
    std::int64_t taken = others;  // links over which each but one takes a word
    std::int64_t last = 1;        // and over which that one does, the root or the farthest
    if (request_.nodes < network_.nodes) {
      std::vector<std::int64_t> least;
      for (NodeId v = 0; v < request_.nodes; ++v) {
        std::vector<std::int64_t> far = ways(v, true);
        far.erase(far.begin() + v);
        least.push_back(far.empty() ? 0 : *std::ranges::min_element(far));
      }
      last = request_.operation == SynthesisOperation::kBroadcast
                 ? least[root_]
                 : *std::ranges::max_element(least);
      taken = std::accumulate(least.begin(), least.end(), std::int64_t{0}) - last;
    }
    std::int64_t carried = 0;
    switch (request_.operation) {
      case SynthesisOperation::kBroadcast:
        carried = taken;
        break;
      case SynthesisOperation::kScatter:
      case SynthesisOperation::kGather:
        carried = hops(root_);
        break;
      case SynthesisOperation::kAllgather:
        carried = others * (taken + last);
        break;
      case SynthesisOperation::kAlltoall:
        for (NodeId v = 0; v < request_.nodes; ++v) carried += hops(v);
        break;
      case SynthesisOperation::kAllreduce:  // n - 1 to combine, n - 1 to tell
        carried = 2 * taken;
        break;
      default:
        break;
    }
    if (carried > 0) at_least(network_.cycles_of_work(carried * words));
  }

  const SynthesisNetwork& network_;
  const SynthesisRequest& request_;
  NodeId root_;
  std::int64_t fastest_ = 1;
  std::int64_t startup_ = SynthesisNetwork::kFar;
  std::size_t dimensions_ = 0;
  std::int64_t bound_ = 0;
};

}  // namespace

std::int64_t wide_bound(const SynthesisNetwork& network, const SynthesisRequest& request) {
  const auto nodes = static_cast<double>(network.nodes);
  constexpr double kMostWords = 1e17;  // on all links
  if (request.operation == SynthesisOperation::kPermutation || nodes < 2 ||
      nodes * nodes * nodes * static_cast<double>(request.words.count()) > kMostWords) {
    return 0;
  }
  if (!combines(request.operation)) return WideBound{network, request}.run();
  SynthesisRequest film = request;
  if (request.operation == SynthesisOperation::kReduce) {
    film.operation = SynthesisOperation::kBroadcast;
  } else if (request.operation == SynthesisOperation::kReduceScatter) {
    film.operation = SynthesisOperation::kAllgather;
  }
  return WideBound{backwards(network), film}.run();
}

}  // namespace plexus
