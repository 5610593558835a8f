#include "models/synthesis/bounds.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>

#include "models/synthesis/max_flow.hpp"
#include "models/synthesis/wide_bound.hpp"

namespace plexus {

namespace {

using Table = std::vector<std::vector<std::int64_t>>;

/// Words that are at each node, or that each must take in.
using Amounts = std::map<NodeId, std::int64_t>;

/// Words that have to go from one node to the same others.
struct Demand {
  const Token* token;  ///< one of them
  std::int64_t words;
};
using Demands = std::vector<Demand>;

Demands demands_of(const SynthesisProblem& problem) {
  Demands demands;
  std::map<std::pair<NodeId, const std::vector<NodeId>>, std::size_t> place;
  for (const Token& token : problem.tokens) {
    const auto [found, added] = place.try_emplace({token.source, token.targets}, demands.size());
    if (added) demands.push_back({&token, 0});
    ++demands[found->second].words;
  }
  return demands;
}

/// How much is looked at.
struct Effort {
  NodeId all_cuts;  ///< nodes of machines of which all cuts are looked at
  double flows;     ///< links and nodes times cycles, of all flows together
};
constexpr Effort kOfSearch{12, 1e12};
constexpr Effort kOfRun{8, 1.5e4};

/// Links and time: how many words can come from where they are to a node by some cycle. Each link
/// carries as many as its bandwidth in a cycle, and a word is there `hop(1)` cycles after it has
/// left, whatever else is in its packet: a packet of more words is never faster. Where a node reads
/// or writes one link at a time, all of them together carry what the fastest does.
class TimeFlow {
 public:
  TimeFlow(const SynthesisNetwork& network, std::int64_t cycles)
      : network_{&network}, cycles_{cycles}, gates_{gates_of(network)}, flow_{nodes()} {
    std::int64_t fastest = 1;
    for (const SynthesisLink& link : network.links) fastest = std::max(fastest, link.bandwidth);
    const bool strict = network.rule == PortRule::kRingStrict;
    const bool one = network.rule == PortRule::kOneInOneOut || network.rule == PortRule::kOnePort;
    const bool one_in = one || (strict && !network.backwards);
    const bool one_out = one || (strict && network.backwards);
    for (NodeId v = 0; v < network.nodes; ++v) {
      for (std::int64_t t = 0; t <= cycles; ++t) {
        if (t < cycles) flow_.add(place(v, t), place(v, t + 1), kPlenty);
        for (unsigned gate = 0; gate < gates_; ++gate) {
          if (one_in) flow_.add(read(v, gate, t), place(v, t), fastest);
          if (one_out) flow_.add(place(v, t), write(v, gate, t), fastest);
        }
      }
    }
    for (std::size_t l = 0; l < network.links.size(); ++l) {
      const SynthesisLink& link = network.links[l];
      for (std::int64_t t = 0; t + link.hop(1) <= cycles; ++t) {
        const std::size_t from =
            one_out ? write(link.from, strict ? link.written : 0, t) : place(link.from, t);
        const std::int64_t come = t + link.hop(1);
        const std::size_t to =
            one_in ? read(link.to, strict ? link.read : 0, come) : place(link.to, come);
        sends_.push_back({l, t, flow_.add(from, to, link.bandwidth)});
      }
    }
  }

  /// Words that can go from `sources` to `sinks`; fewer where `stop` ends the count.
  std::int64_t value(
      const Amounts& sources, const Amounts& sinks,
      const std::function<bool()>& stop = [] { return false; }) {
    std::int64_t all = 0;
    for (const auto& [v, words] : sources) {
      flow_.add(source(), place(v, 0), words);
      all += words;
    }
    for (const auto& [v, words] : sinks) flow_.add(place(v, cycles_), sink(), words);
    return flow_.raise(source(), sink(), all, stop);
  }

  struct Send {
    std::size_t link;
    std::int64_t start;
    std::size_t edge;
  };
  [[nodiscard]] const std::vector<Send>& sends() const { return sends_; }
  [[nodiscard]] std::int64_t flow(std::size_t edge) const { return flow_.flow(edge); }

 private:
  static constexpr std::int64_t kPlenty = std::int64_t{1} << 50;
  [[nodiscard]] std::size_t places() const {
    return network_->nodes * static_cast<std::size_t>(cycles_ + 1);
  }
  [[nodiscard]] std::size_t place(NodeId v, std::int64_t t) const {
    return v * static_cast<std::size_t>(cycles_ + 1) + static_cast<std::size_t>(t);
  }
  /// Dimensions of which a node reads or writes one link at a time: 1 under rules for all links.
  static unsigned gates_of(const SynthesisNetwork& network) {
    unsigned gates = 1;
    if (network.rule != PortRule::kRingStrict) return gates;
    for (const SynthesisLink& link : network.links) {
      gates = std::max({gates, link.read + 1, link.written + 1});
    }
    return gates;
  }
  [[nodiscard]] std::size_t nodes() const { return places() * (1 + 2 * gates_) + 2; }
  [[nodiscard]] std::size_t read(NodeId v, unsigned gate, std::int64_t t) const {
    return places() * (1 + gate) + place(v, t);
  }
  [[nodiscard]] std::size_t write(NodeId v, unsigned gate, std::int64_t t) const {
    return places() * (1 + gates_ + gate) + place(v, t);
  }
  [[nodiscard]] std::size_t source() const { return nodes() - 2; }
  [[nodiscard]] std::size_t sink() const { return nodes() - 1; }

  const SynthesisNetwork* network_;
  std::int64_t cycles_;
  std::size_t gates_;
  MaxFlow flow_;
  std::vector<Send> sends_;
};

std::int64_t sum_of(const Amounts& amounts) {
  std::int64_t all = 0;
  for (const auto& [v, words] : amounts) all += words;
  return all;
}

/// The fewest cycles, at least `low`, in which `sources` can come to `sinks`; fewer where `stop`
/// says that it is time to end.
std::int64_t flow_cycles(const SynthesisNetwork& network, const Amounts& sources,
                         const Amounts& sinks, std::int64_t low,
                         const std::function<bool()>& stop) {
  const std::int64_t all = sum_of(sources);
  const auto enough = [&](std::int64_t cycles) {  // or not to be said any more
    return TimeFlow{network, cycles}.value(sources, sinks, stop) == all || stop();
  };
  if (stop() || enough(low)) return low;
  std::int64_t high = low + 1;
  while (!stop() && !enough(high)) {
    low = high;
    high *= 2;
  }
  while (low + 1 < high) {
    if (stop()) return low + 1;
    const std::int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

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

/// Words that all links carry together, at least: each target of a token takes it in once, and a
/// token with one target makes all of its way.
std::int64_t words_carried(const Demands& demands, const Table& hops) {
  std::int64_t words = 0;
  for (const auto& [token, each] : demands) {
    words += each * (token->targets.size() == 1 ? hops[token->source][token->targets.front()]
                                                : static_cast<std::int64_t>(token->targets.size()));
  }
  return words;
}

/// What leaves each node, and what comes to it.
struct Cuts {
  std::map<NodeId, Amounts> to;    ///< by node: what it must take in, from where
  std::map<NodeId, Amounts> from;  ///< by node: what it must give out, at least once, to where
};

Cuts cuts_of(const Demands& demands) {
  Cuts cuts;
  for (const auto& [token, words] : demands) {
    for (const NodeId target : token->targets) cuts.to[target][token->source] += words;
    if (token->targets.size() == 1) cuts.from[token->source][token->targets.front()] += words;
  }
  return cuts;
}

/// Room for a flow through links and time.
double size_of_flow(const SynthesisNetwork& network, std::int64_t cycles) {
  return static_cast<double>(network.links.size() + network.nodes) *
         static_cast<double>(cycles + 1);
}
/// Is there room? Where there is none only the simple bounds are looked at.
bool fits(const SynthesisNetwork& network, std::int64_t cycles) {
  constexpr double kLargest = 1e6;
  constexpr std::int64_t kLongest = 5000;  // a way is followed from its end to its begin
  return cycles < kLongest && size_of_flow(network, cycles) < kLargest;
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
/// into each of them once.
std::int64_t node_bound(const SynthesisNetwork& network, const Demands& demands) {
  std::vector<std::int64_t> come(network.nodes, 0);
  std::vector<std::int64_t> gone(network.nodes, 0);
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
      if (token->source != v && (wanted || !others.empty())) come[v] += words;
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
      const std::int64_t cycles = startup + (words + each - 1) / each;
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

/// A flow may take a word round a circle: it waits in place of that.
TransferTimetable without_loops(const SynthesisProblem& problem, TransferTimetable timetable) {
  std::ranges::stable_sort(timetable, {}, &TimedTransfer::start);
  std::vector<std::vector<std::size_t>> way(problem.tokens.size());  // transfers of a token
  for (std::size_t i = 0; i < timetable.size(); ++i) {
    for (const std::uint32_t token : timetable[i].tokens) {
      auto& legs = way[token];
      const NodeId to = problem.network.links[timetable[i].link].to;
      const auto back = std::ranges::find_if(legs, [&](std::size_t leg) {
        return problem.network.links[timetable[leg].link].from == to;
      });
      if (back == legs.end()) {
        legs.push_back(i);
      } else {
        legs.erase(back, legs.end());
      }
    }
  }
  for (TimedTransfer& transfer : timetable) transfer.tokens.clear();
  for (std::uint32_t token = 0; token < way.size(); ++token) {
    for (const std::size_t leg : way[token]) timetable[leg].tokens.push_back(token);
  }
  std::erase_if(timetable, [](const TimedTransfer& one) { return one.tokens.empty(); });
  return timetable;
}

/// The fewest cycles in which links can carry `words` words, each link set up once.
std::int64_t cycles_over(const std::vector<const SynthesisLink*>& links, std::int64_t words) {
  const auto enough = [&](std::int64_t cycles) {
    std::int64_t left = words;
    for (const SynthesisLink* link : links) {
      const std::int64_t room = std::max<std::int64_t>(0, cycles - link->startup);
      if (room > left / link->bandwidth) return true;
      left -= room * link->bandwidth;
    }
    return left == 0;
  };
  std::int64_t low = 0;
  std::int64_t high = links.front()->hop(words);
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

/// What has to cross from `inside` to the other nodes, and back, over the links between.
std::int64_t cut_cycles(const SynthesisNetwork& network, const Demands& demands,
                        const std::vector<bool>& inside) {
  std::int64_t gone = 0;
  std::int64_t come = 0;
  for (const auto& [token, words] : demands) {
    const bool from = inside[token->source];
    const bool crosses =
        std::ranges::any_of(token->targets, [&](NodeId target) { return inside[target] != from; });
    if (crosses) (from ? gone : come) += words;
  }
  std::vector<const SynthesisLink*> out;
  std::vector<const SynthesisLink*> in;
  std::vector<const SynthesisLink*> either;  // the better direction
  std::int64_t most = 1;
  for (const SynthesisLink& link : network.links) {
    if (inside[link.from] == inside[link.to]) continue;
    (inside[link.from] ? out : in).push_back(&link);
    most = std::max(most, link.bandwidth);
    const SynthesisLink& back = network.links[link.back];
    const bool better =
        link.bandwidth > back.bandwidth || (link.bandwidth == back.bandwidth && inside[link.from]);
    if (better && link.startup <= back.startup) either.push_back(&link);
  }
  std::int64_t bound = 0;
  if (gone > 0) bound = std::max(bound, cycles_over(out, gone));
  if (come > 0) bound = std::max(bound, cycles_over(in, come));
  if (network.rule == PortRule::kAllFull || gone + come == 0) return bound;
  if (!network.switched && 2 * either.size() == out.size() + in.size()) {
    bound = std::max(bound, cycles_over(either, gone + come));
  }
  const auto nodes = static_cast<std::int64_t>(std::ranges::count(inside, true));
  const std::int64_t pairs =
      std::min(nodes, static_cast<std::int64_t>(network.nodes) - nodes) * most;
  if (network.rule == PortRule::kOneInOneOut) {
    bound = std::max(bound, (std::max(gone, come) + pairs - 1) / pairs);
  } else if (network.rule == PortRule::kOnePort) {
    bound = std::max(bound, (gone + come + pairs - 1) / pairs);
  }
  return bound;
}

/// The worst cut: of all of them on small machines, else of those around a node.
std::int64_t cut_bound(const SynthesisNetwork& network, const Demands& demands, const Table& hops,
                       const Effort& effort) {
  const NodeId nodes = network.nodes;
  std::int64_t bound = 0;
  if (nodes <= effort.all_cuts) {
    for (std::uint32_t set = 1; set < std::uint32_t{1} << (nodes - 1); ++set) {
      std::vector<bool> inside(nodes, false);
      for (NodeId v = 0; v < nodes; ++v) inside[v] = (set >> v & 1U) != 0;
      bound = std::max(bound, cut_cycles(network, demands, inside));
    }
    return bound;
  }
  for (NodeId center = 0; center < nodes; ++center) {
    const std::int64_t last = *std::ranges::max_element(hops[center]);
    for (std::int64_t radius = 0; radius < last; ++radius) {
      std::vector<bool> inside(nodes);
      for (NodeId v = 0; v < nodes; ++v) inside[v] = hops[center][v] <= radius;
      bound = std::max(bound, cut_cycles(network, demands, inside));
    }
  }
  for (NodeId size = 1; size < nodes; ++size) {  // the first nodes, as they are numbered
    std::vector<bool> inside(nodes);
    for (NodeId v = 0; v < nodes; ++v) inside[v] = v < size;
    bound = std::max(bound, cut_cycles(network, demands, inside));
  }
  return bound;
}

/// The most that links which work at the same time have of `weight`, all of a few tried.
std::int64_t heaviest(const SynthesisNetwork& network, const std::vector<std::int64_t>& weight,
                      std::vector<std::size_t>& working, std::size_t next) {
  if (next == network.links.size()) return 0;
  const std::int64_t without = heaviest(network, weight, working, next + 1);
  const SynthesisLink& link = network.links[next];
  const bool stands_still = std::ranges::any_of(working, [&](std::size_t l) {
    const SynthesisLink& other = network.links[l];
    const bool meet = other.from == link.from || other.from == link.to || other.to == link.from ||
                      other.to == link.to;
    return meet && network.exclude(link, other);
  });
  if (stands_still || weight[next] == 0) return without;
  working.push_back(next);
  const std::int64_t with = weight[next] + heaviest(network, weight, working, next + 1);
  working.pop_back();
  return std::max(with, without);
}

/// What ends at the nodes of a set takes their time: of each set how often all words have to, over
/// how often they can in a cycle. (Each set is a solution of the dual of the linear program of
/// flows and of links that work together.)
std::int64_t ends_bound(const SynthesisNetwork& network, const Demands& demands,
                        const Effort& effort) {
  constexpr std::size_t kTried = 12;  // links
  const NodeId nodes = network.nodes;
  const bool one_port = network.rule == PortRule::kOnePort;
  const bool tried = network.links.size() <= kTried;
  const bool known = one_port || network.rule == PortRule::kOneInOneOut;
  if (nodes > effort.all_cuts || network.rule == PortRule::kAllFull || !(tried || known)) return 0;
  std::int64_t fastest = 1;
  std::int64_t startup = SynthesisNetwork::kFar;
  for (const SynthesisLink& link : network.links) {
    fastest = std::max(fastest, link.bandwidth);
    startup = std::min(startup, link.startup);
  }
  std::int64_t bound = 0;
  for (std::uint32_t set = 1; set < std::uint32_t{1} << nodes; ++set) {
    const auto inside = [set](NodeId v) { return static_cast<std::int64_t>(set >> v & 1U); };
    Table far(nodes, std::vector<std::int64_t>(nodes, SynthesisNetwork::kFar));
    std::vector<std::int64_t> sender(nodes, 1);  // is each that may send to it in the set?
    for (NodeId v = 0; v < nodes; ++v) far[v][v] = 0;
    std::vector<std::int64_t> weight;
    for (const SynthesisLink& link : network.links) {
      const std::int64_t ends = inside(link.from) + inside(link.to);
      far[link.from][link.to] = ends;
      sender[link.to] = std::min(sender[link.to], inside(link.from));
      weight.push_back(ends * link.bandwidth);
    }
    for (NodeId by = 0; by < nodes; ++by) {
      for (NodeId v = 0; v < nodes; ++v) {
        for (NodeId u = 0; u < nodes; ++u) {
          far[v][u] = std::min(far[v][u], far[v][by] + far[by][u]);
        }
      }
    }
    std::int64_t all = 0;
    for (const auto& [token, words] : demands) {
      if (token->targets.size() == 1) {
        all += words * far[token->source][token->targets.front()];
        continue;
      }
      for (const NodeId target : token->targets) all += words * (inside(target) + sender[target]);
    }
    if (all == 0) continue;
    std::vector<std::size_t> working;
    const std::int64_t each = tried ? heaviest(network, weight, working, 0)
                                    : (one_port ? 1 : 2) * fastest * std::popcount(set);
    bound = std::max(bound, startup + (all + each - 1) / each);
  }
  return bound;
}

/// By node: the first one that shifts of the machine, which leave the problem as it is, take it to.
std::vector<NodeId> like_each_other(const SynthesisProblem& problem) {
  std::vector<NodeId> like(problem.network.nodes);
  std::iota(like.begin(), like.end(), NodeId{0});
  std::vector<NodeMap> maps = problem.network.shifts;
  std::erase_if(maps, [&](const NodeMap& map) { return !token_map(problem, map); });
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

/// The bound of a problem of which each token stands for `scale` words.
std::int64_t bound_of(const SynthesisProblem& problem, std::int64_t scale, const Effort& effort,
                      const std::function<bool()>& stop) {
  const SynthesisNetwork& network = problem.network;
  if (problem.tokens.empty()) return 0;
  const Table hops = network.hops();
  Demands demands = demands_of(problem);
  for (Demand& demand : demands) demand.words *= scale;
  std::int64_t bound =
      std::max({longest_way(problem, network.distances()), node_bound(network, demands),
                network.cycles_of_work(words_carried(demands, hops)),
                cut_bound(network, demands, hops, effort), ends_bound(network, demands, effort)});
  if (problem.steps && !network.starts_at_once()) {  // each step is set up
    SynthesisProblem words = problem;
    std::int64_t startup = SynthesisNetwork::kFar;
    for (SynthesisLink& link : words.network.links) {
      startup = std::min(startup, link.startup);
      link.startup = 0;
    }
    bound = std::max(bound, steps_bound(problem) * startup + bound_of(words, scale, effort, stop));
  }
  const Cuts cuts = cuts_of(demands);
  const std::vector<NodeId> like = like_each_other(problem);
  double looked = 0;
  const auto through = [&](const Amounts& sources, const Amounts& sinks) {
    looked += size_of_flow(network, 2 * bound);
    if (!fits(network, 2 * bound) || looked > effort.flows) return;
    bound = std::max(bound, flow_cycles(network, sources, sinks, bound, stop));
  };
  for (const auto& [v, sources] : cuts.to) {
    if (like[v] == v) through(sources, {{v, sum_of(sources)}});
  }
  for (const auto& [v, sinks] : cuts.from) {
    if (like[v] == v) through({{v, sum_of(sinks)}}, sinks);
  }
  return bound;
}

}  // namespace

std::int64_t steps_bound(const SynthesisProblem& problem) {
  return longest_way(problem, problem.network.hops());
}

std::int64_t cycles_bound(const SynthesisProblem& problem, const std::function<bool()>& stop) {
  return bound_of(problem, 1, kOfSearch, stop);
}

std::int64_t quick_bound(const SynthesisNetwork& network, SynthesisRequest request) {
  constexpr NodeId kMostCut = 16;
  std::int64_t most = wide_bound(network, request);
  if (network.nodes > kMostCut) return most;
  const std::int64_t words = std::exchange(request.words, 1_words).count();
  const auto take = [&] {
    most =
        std::max(most, bound_of(problem_of(network, request), words, kOfRun, [] { return false; }));
  };
  if (request.operation != SynthesisOperation::kAllreduce) {
    take();
    return most;
  }
  // It is a reduce to any node, and a broadcast from it; all of them have the same cuts.
  const NodeId roots = network.nodes <= kOfRun.all_cuts ? network.nodes : 1;
  for (const auto half : {SynthesisOperation::kReduce, SynthesisOperation::kBroadcast}) {
    request.operation = half;
    for (request.root = 0; request.root < roots; ++request.root) take();
  }
  return most;
}

std::optional<TransferTimetable> flow_schedule(const SynthesisProblem& problem,
                                               std::int64_t cycles) {
  const SynthesisNetwork& network = problem.network;
  const bool free = network.rule == PortRule::kAllFull || network.rule == PortRule::kAllHalf;
  if (!free || !network.starts_at_once() || problem.steps || !problem.single() ||
      problem.tokens.empty() || !fits(network, cycles)) {
    return std::nullopt;
  }
  const Token& first = problem.tokens.front();
  const bool from_one = std::ranges::all_of(
      problem.tokens, [&](const Token& token) { return token.source == first.source; });
  const bool to_one = std::ranges::all_of(
      problem.tokens, [&](const Token& token) { return token.targets == first.targets; });
  if (!from_one && !to_one) return std::nullopt;
  Amounts sources;
  Amounts sinks;
  for (const Token& token : problem.tokens) {
    ++sources[token.source];
    ++sinks[token.targets.front()];
  }
  TimeFlow flow{network, cycles};
  if (flow.value(sources, sinks) != sum_of(sources)) return std::nullopt;
  // How many words go on each link in each cycle; of both directions of a link one can stay at
  // home.
  Table amount(network.links.size(), std::vector<std::int64_t>(static_cast<std::size_t>(cycles)));
  for (const TimeFlow::Send& send : flow.sends()) {
    amount[send.link][static_cast<std::size_t>(send.start)] = flow.flow(send.edge);
  }
  for (std::size_t l = 0; l < network.links.size(); ++l) {
    for (std::size_t t = 0; t < static_cast<std::size_t>(cycles); ++t) {
      std::int64_t& back = amount[network.links[l].back][t];
      const std::int64_t both = std::min(amount[l][t], back);
      amount[l][t] -= both;
      back -= both;
    }
  }
  // Which word: forwards from a node all are alike where they go to one node; where they come from
  // one, they are followed backwards from their ends.
  TransferTimetable timetable;
  std::vector<std::vector<std::uint32_t>> at(network.nodes);
  for (std::uint32_t c = 0; c < problem.tokens.size(); ++c) {
    at[to_one ? problem.tokens[c].source : problem.tokens[c].targets.front()].push_back(c);
  }
  for (std::int64_t i = 0; i < cycles; ++i) {
    const std::int64_t t = to_one ? i : cycles - 1 - i;
    std::vector<std::pair<NodeId, std::uint32_t>> moved;
    for (std::size_t l = 0; l < network.links.size(); ++l) {
      const std::int64_t words = amount[l][static_cast<std::size_t>(t)];
      if (words == 0) continue;
      const SynthesisLink& link = network.links[l];
      auto& here = at[to_one ? link.from : link.to];
      TimedTransfer transfer{l, t, {}};
      for (std::int64_t w = 0; w < words; ++w) {
        if (here.empty()) return std::nullopt;
        transfer.tokens.push_back(here.back());
        moved.emplace_back(to_one ? link.to : link.from, here.back());
        here.pop_back();
      }
      timetable.push_back(std::move(transfer));
    }
    for (const auto& [node, token] : moved) at[node].push_back(token);
  }
  timetable = tidy(problem, without_loops(problem, std::move(timetable)));
  if (flaw_of(problem, timetable)) return std::nullopt;
  return timetable;
}

}  // namespace plexus
