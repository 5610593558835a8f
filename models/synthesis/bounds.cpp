#include "models/synthesis/bounds.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "models/synthesis/cut_bound.hpp"
#include "models/synthesis/forest.hpp"
#include "models/synthesis/time_flow.hpp"
#include "models/synthesis/wide_bound.hpp"

namespace plexus {

namespace {

using Table = std::vector<std::vector<std::int64_t>>;

/// How much is looked at.
struct Effort {
  NodeId all_cuts;  ///< nodes of machines of which all cuts are looked at
  double flows;     ///< links and nodes times cycles times rounds, of all flows together
};
constexpr Effort kOfSearch{12, 1e15};
constexpr Effort kOfRun{8, 4e6};

/// The longest way of a token.
std::int64_t longest_way(const SynthesisProblem& problem, const Table& far) {
  std::int64_t longest = 0;
  for (const Token& token : problem.tokens) {
    for (const NodeId target : token.targets) {
      longest = std::max(longest, far[token.source][target]);
    }
  }
  return longest;
}

/// Words that all links carry together, at least: each target of a token takes it in once, from
/// one of the first `holders` nodes, for the others are switches; and a token with one target makes
/// all of its way.
std::int64_t words_carried(const Demands& demands, const Table& hops, NodeId holders) {
  std::vector<std::int64_t> nearest(holders, SynthesisNetwork::kFar);
  for (NodeId v = 0; v < holders; ++v) {
    for (NodeId u = 0; u < holders; ++u) {
      if (u != v) nearest[v] = std::min(nearest[v], hops[u][v]);
    }
  }
  std::int64_t words = 0;
  for (const auto& [token, each] : demands) {
    if (token->targets.size() == 1) {
      words += each * hops[token->source][token->targets.front()];
      continue;
    }
    for (const NodeId target : token->targets) words += each * nearest[target];
  }
  return words;
}

/// What leaves each node, and what comes to it.
struct NodeDemands {
  std::map<NodeId, Amounts> to;    ///< by node: what it must take in, from where
  std::map<NodeId, Amounts> from;  ///< by node: what it must give out, at least once, to where
};

NodeDemands demands_by_node(const Demands& demands) {
  NodeDemands at_nodes;
  for (const auto& [token, words] : demands) {
    for (const NodeId target : token->targets) at_nodes.to[target][token->source] += words;
    if (token->targets.size() == 1) at_nodes.from[token->source][token->targets.front()] += words;
  }
  return at_nodes;
}

/// By node: the parts that the machine falls into without `without`; its own number for that node.
std::vector<NodeId> parts_without(const SynthesisNetwork& network, NodeId without) {
  std::vector<NodeId> part(network.nodes, network.nodes);
  part[without] = without;
  for (NodeId first = 0; first < network.nodes; ++first) {
    if (part[first] != network.nodes) continue;
    part[first] = first;
    for (std::vector<NodeId> open{first}; !open.empty();) {
      const NodeId here = open.back();
      open.pop_back();
      for (const std::size_t l : network.out[here]) {
        const NodeId next = network.links[l].to;
        if (part[next] != network.nodes) continue;
        part[next] = first;
        open.push_back(next);
      }
    }
  }
  return part;
}

/// What has to come to each node and go from it, also on its way between parts that it alone joins:
/// into each of them once. Where one packet goes after the other, those of each part are set up.
std::int64_t node_bound(const SynthesisNetwork& network, const Demands& demands, bool in_steps) {
  const bool one_each =
      network.rule == PortRule::kOneInOneOut || network.rule == PortRule::kOnePort;
  std::vector<std::int64_t> come(network.nodes, 0);
  std::vector<std::int64_t> gone(network.nodes, 0);
  std::vector<std::set<NodeId>> come_from(network.nodes);  // parts
  std::vector<std::set<NodeId>> gone_to(network.nodes);
  for (NodeId v = 0; v < network.nodes; ++v) {
    const std::vector<NodeId> part = parts_without(network, v);
    for (const auto& [token, words] : demands) {
      std::vector<NodeId> others;  // parts that have targets, and not the source
      bool wanted = false;
      for (const NodeId target : token->targets) {
        wanted = wanted || target == v;
        if (target == v || part[target] == part[token->source]) continue;
        if (std::ranges::find(others, part[target]) == others.end()) others.push_back(part[target]);
      }
      gone[v] += words * std::ssize(others);
      gone_to[v].insert(others.begin(), others.end());
      if (token->source == v || (!wanted && others.empty())) continue;
      come[v] += words;
      come_from[v].insert(part[token->source]);
    }
  }
  std::int64_t bound = 0;
  for (NodeId v = 0; v < network.nodes; ++v) {
    std::int64_t both = 0;
    for (const bool in : {true, false}) {
      const std::int64_t words = in ? come[v] : gone[v];
      if (words == 0) continue;
      std::int64_t startup = SynthesisNetwork::kFar;
      for (const std::size_t l : in ? network.in[v] : network.out[v]) {
        startup = std::min(startup, network.links[l].startup);
      }
      const std::int64_t each = network.most(v, in);
      const std::int64_t packets =
          one_each && !in_steps ? std::ssize(in ? come_from[v] : gone_to[v]) : 1;
      const std::int64_t cycles = packets * startup + (words + each - 1) / each;
      bound = std::max(bound, cycles);
      both += cycles;
    }
    if (network.one_way()) bound = std::max(bound, both);
    // Over half-duplex channels both go at different times.
    if (network.full_duplex() || come[v] + gone[v] == 0) continue;
    std::int64_t each = 0;
    for (const std::size_t l : network.out[v]) {
      const SynthesisLink& link = network.links[l];
      each += std::max(link.bandwidth, network.links[link.back].bandwidth);
    }
    bound = std::max(bound, (come[v] + gone[v] + each - 1) / each);
  }
  return bound;
}

/// By node: the first one that `maps` take it to, or to it.
std::vector<NodeId> like_each_other(NodeId nodes, const std::vector<NodeMap>& maps) {
  std::vector<NodeId> like(nodes);
  std::iota(like.begin(), like.end(), NodeId{0});
  for (bool changed = true; changed;) {
    changed = false;
    for (const NodeMap& map : maps) {
      for (NodeId v = 0; v < like.size(); ++v) {
        const NodeId least = std::min(like[v], like[map[v]]);
        changed = changed || like[v] != least || like[map[v]] != least;
        like[v] = like[map[v]] = least;
      }
    }
  }
  return like;
}

/// The same by shifts of the machine that leave the problem as it is.
std::vector<NodeId> like_each_other(const SynthesisProblem& problem) {
  std::vector<NodeMap> maps = problem.network.shifts;
  std::erase_if(maps, [&](const NodeMap& map) { return !token_map(problem, map); });
  return like_each_other(problem.network.nodes, maps);
}

/// The bound of a problem of which each token stands for `scale` words.
std::int64_t bound_of(const SynthesisProblem& problem, std::int64_t scale, const Effort& effort,
                      const std::function<bool()>& stop, const std::function<bool()>& stop_cuts) {
  const SynthesisNetwork& network = problem.network;
  if (problem.tokens.empty()) return 0;
  const Table hops = network.hops();
  const Table far = network.distances();
  const std::vector<NodeId> like = like_each_other(problem);
  Demands demands = demands_of(problem);
  for (Demand& demand : demands) demand.words *= scale;
  std::int64_t bound =
      std::max({longest_way(problem, far), node_bound(network, demands, problem.steps.has_value()),
                network.cycles_of_work(words_carried(demands, hops, problem.request.nodes)),
                cut_bound(network, demands, hops, like, effort.all_cuts, stop_cuts),
                ends_bound(network, demands, effort.all_cuts)});
  if (problem.steps && !network.starts_at_once()) {  // each step is set up
    SynthesisProblem words = problem;
    std::int64_t startup = SynthesisNetwork::kFar;
    for (SynthesisLink& link : words.network.links) {
      startup = std::min(startup, link.startup);
      link.startup = 0;
    }
    bound = std::max(
        bound, steps_bound(problem) * startup + bound_of(words, scale, effort, stop, stop_cuts));
  }
  if (suits_forest(problem)) bound = std::max(bound, worst_cut(problem, scale, bound, stop));
  const NodeDemands at_nodes = demands_by_node(demands);
  std::int64_t slowest = std::numeric_limits<std::int64_t>::max();
  for (const SynthesisLink& link : network.links) slowest = std::min(slowest, link.bandwidth);
  // Words stream on one shortest way: a flow does no worse, and need not be looked for.
  const auto one_way_does = [&](const auto& source, NodeId to) {
    const auto& [from, words] = source;
    return (words - 1) / slowest <= bound - far[from][to];
  };
  double looked = 0;
  const auto through = [&](const Amounts& sources, const Amounts& sinks) {
    if (sources.size() == 1 && sinks.size() == 1) {  // no links through time are needed
      if (one_way_does(*sources.begin(), sinks.begin()->first)) return;
    } else {
      looked += size_of_flow(network, 2 * bound) * static_cast<double>(2 * bound);
      if (!fits(network, 2 * bound) || looked > effort.flows) return;
    }
    bound = std::max(bound, flow_cycles(network, sources, sinks, bound, stop));
  };
  for (const auto& [v, sources] : at_nodes.to) {
    if (like[v] == v) through(sources, {{v, sum_of(sources)}});
  }
  for (const auto& [v, sinks] : at_nodes.from) {
    if (like[v] == v) through({{v, sum_of(sinks)}}, sinks);
  }
  return bound;
}

}  // namespace

std::int64_t steps_bound(const SynthesisProblem& problem) {
  return longest_way(problem, problem.network.hops());
}

std::int64_t cycles_bound(const SynthesisProblem& problem, const std::function<bool()>& stop,
                          const std::function<bool()>& stop_cuts) {
  return bound_of(problem, 1, kOfSearch, stop, stop_cuts);
}

namespace {

std::int64_t bound_at_once(const SynthesisNetwork& network, SynthesisRequest request) {
  constexpr NodeId kMostCut = 16;
  std::int64_t most = wide_bound(network, request);
  if (network.nodes > kMostCut) return most;
  const std::int64_t words = std::exchange(request.words, 1_words).count();
  const auto take = [&] {
    const auto never = [] { return false; };
    most = std::max(most, bound_of(problem_of(network, request), words, kOfRun, never, never));
  };
  if (request.operation != SynthesisOperation::kAllreduce) {
    take();
    return most;
  }
  // It is a reduce to any node, and a broadcast from it; all of them have the same cuts.
  const NodeId roots = request.nodes <= kOfRun.all_cuts ? request.nodes : 1;
  const std::vector<NodeId> like = like_each_other(network.nodes, network.shifts);
  for (const auto half : {SynthesisOperation::kReduce, SynthesisOperation::kBroadcast}) {
    request.operation = half;
    for (request.root = 0; request.root < roots; ++request.root) {
      if (like[request.root] == request.root) take();
    }
  }
  return most;
}

}  // namespace

std::int64_t quick_bound(const SynthesisNetwork& network, SynthesisRequest request) {
  if (request.nodes == network.nodes) return bound_at_once(network, std::move(request));
  SynthesisNetwork free = network;  // no rule of ports binds the switches
  free.rule = full_duplex(network.rule) ? PortRule::kAllFull : PortRule::kAllHalf;
  return bound_at_once(free, std::move(request));
}

}  // namespace plexus
