#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace plexus::plain {

/// A network of packet routers, simulated a second time, as plainly as can be: every router looks
/// at every queue in every cycle. It shares no code with hw/router; the coin and the channel of
/// entry, which are conventions, are written down here a second time.

enum class Switching { kStoreAndForward, kCutThrough, kWormhole };
enum class Arbiter { kAlternating, kFixed, kOldest, kRandom };
enum class Routing { kDimensionOrder, kValiant, kAdaptive };
enum class WayOut { kDateline, kBubble, kNone };

struct Network {
  std::vector<int> sides;  ///< dimension 0 counts fastest; a hypercube has sides of 2
  bool wrap = true;
  bool cube = false;
  int channels = 1;
  int depth = 4;
  Switching switching = Switching::kWormhole;
  Arbiter arbiter = Arbiter::kAlternating;
  Routing routing = Routing::kDimensionOrder;
  WayOut way_out = WayOut::kDateline;
  int pipeline = 1;
  int credit_delay = 1;  ///< 0: places are filled as they become free
  std::uint64_t seed = 1;
  int arity = 0;           ///< of a tree; 0: none. A tree has neither sides nor wraps
  std::vector<int> links;  ///< of a tree's branches, from the leaves up

  [[nodiscard]] bool tree() const { return arity > 0; }
  [[nodiscard]] int nodes() const {
    if (tree()) return power(static_cast<int>(links.size()));
    return std::accumulate(sides.begin(), sides.end(), 1, [](int a, int b) { return a * b; });
  }
  /// With those of a tree that have no node.
  [[nodiscard]] int routers() const {
    int all = nodes();
    for (int here = all; tree() && here > 1; all += here) here /= arity;
    return all;
  }
  [[nodiscard]] int power(int exponent) const {
    return exponent == 0 ? 1 : arity * power(exponent - 1);
  }
  [[nodiscard]] int links_above(int level) const {
    return level == static_cast<int>(links.size()) ? 0 : links[static_cast<std::size_t>(level)];
  }
  [[nodiscard]] bool rings() const { return wrap && !cube && !tree(); }
  [[nodiscard]] int ways() const {
    if (tree()) {
      int most = links_above(0);
      for (int level = 1; level <= static_cast<int>(links.size()); ++level) {
        most = std::max(most, links_above(level) + arity * links_above(level - 1));
      }
      return most;
    }
    return cube ? static_cast<int>(sides.size()) : 2 * static_cast<int>(sides.size());
  }
};

struct Message {
  int source = 0;
  int destination = 0;
  int via = 0;
  int words = 1;
  std::int64_t born = 0;
};

/// By message: the cycle at whose beginning its last word is at its destination; -1: not by `end`.
class Simulation {
 public:
  Simulation(const Network& net, const std::vector<Message>& messages)
      : net_{net}, messages_{messages}, arrival_(messages.size(), -1), phase_(messages.size(), 0) {
    wire_tree();
    for (int r = 0; r < net.routers(); ++r) {
      waiting_.emplace_back();
      for (int c = 0; c < net.channels; ++c) entry_credits_[{r, c}] = net.depth;
      for (int p = 0; p <= net.ways(); ++p) {
        won_input_[{r, p}] = net.ways();
        won_channel_[{r, p}] = net.channels - 1;
        for (int c = 0; c < net.channels; ++c) credits_[{r, p, c}] = net.depth;
      }
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
      waiting_[static_cast<std::size_t>(messages[i].source)].push_back(static_cast<int>(i));
    }
  }

  std::vector<std::int64_t> run(std::int64_t end) {
    for (now_ = 0; now_ < end; ++now_) cycle();
    return arrival_;
  }

 private:
  using Lane = std::tuple<int, int, int>;  ///< router, port, channel
  struct Word {
    int message;
    int number;
  };
  struct Move {
    Lane from;
    Lane to;
  };
  struct Sending {
    int message = -1;
    int sent = 0;
    int channel = 0;
  };

  [[nodiscard]] const Message& message(int i) const {
    return messages_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] bool tail(const Word& word) const {
    return word.number + 1 == message(word.message).words;
  }
  [[nodiscard]] int at(int node, int dimension) const {
    for (int j = 0; j < dimension; ++j) node /= net_.sides[static_cast<std::size_t>(j)];
    return node % net_.sides[static_cast<std::size_t>(dimension)];
  }
  /// Joins parents and children, level by level, and notes which leaves are below each router.
  void wire_tree() {
    if (!net_.tree()) return;
    std::vector<int> below;  // routers of the level below, from left to right
    for (int v = 0; v < net_.nodes(); ++v) {
      below.push_back(v);
      leaves_[v] = {v};
    }
    int next = net_.nodes();
    for (int level = 1; below.size() > 1; ++level) {
      const int links = net_.links_above(level - 1);
      std::vector<int> above;
      for (std::size_t i = 0; i < below.size(); ++i) {
        const int child = static_cast<int>(i) % net_.arity;
        if (child == 0) above.push_back(next++);
        const int parent = above.back();
        for (int link = 0; link < links; ++link) {
          const int port = net_.links_above(level) + child * links + link;
          tree_[{below[i], link}] = {parent, port};
          tree_[{parent, port}] = {below[i], link};
        }
        leaves_[parent].insert(leaves_[below[i]].begin(), leaves_[below[i]].end());
      }
      below = above;
    }
  }

  /// The way down is the one below which the goal is; else all ways up are good. Links between the
  /// same two routers are dealt out by the goal.
  [[nodiscard]] std::vector<std::pair<int, bool>> towards(int here, int goal) const {
    if (here == goal) return {};
    std::vector<int> down;
    std::vector<int> up;
    for (int port = 0; port < net_.ways(); ++port) {
      const auto wire = tree_.find({here, port});
      if (wire == tree_.end()) continue;
      const int other = wire->second.first;
      if (other > here) {
        up.push_back(port);
      } else if (leaves_.at(other).count(goal) > 0) {
        down.push_back(port);
      }
    }
    const std::vector<int>& ports = down.empty() ? up : down;
    return {{ports[static_cast<std::size_t>(goal) % ports.size()], false}};
  }

  /// Router and port at the other end.
  [[nodiscard]] std::pair<int, int> behind(int node, int port) const {
    if (net_.tree()) return tree_.at({node, port});
    const int dimension = net_.cube ? port : port / 2;
    int stride = 1;
    for (int j = 0; j < dimension; ++j) stride *= net_.sides[static_cast<std::size_t>(j)];
    const int side = net_.sides[static_cast<std::size_t>(dimension)];
    const int here = at(node, dimension);
    const bool up = net_.cube ? here == 0 : port % 2 == 0;
    const int there = ((up ? here + 1 : here - 1) + side) % side;
    return {node + (there - here) * stride, net_.cube ? port : port ^ 1};
  }

  struct Option {
    int port;
    int channel;
    int room;
  };
  /// Port in dimension order, and whether the way crosses the end of a ring.
  [[nodiscard]] std::vector<std::pair<int, bool>> nearer(int here, int goal) const {
    if (net_.tree()) return towards(here, goal);
    std::vector<std::pair<int, bool>> ways;
    const int dimensions = static_cast<int>(net_.sides.size());
    for (int k = 0; k < dimensions; ++k) {
      const int j = net_.cube ? dimensions - 1 - k : k;
      const int side = net_.sides[static_cast<std::size_t>(j)];
      const int from = at(here, j);
      const int to = at(goal, j);
      if (from == to) continue;
      if (net_.cube) {
        ways.emplace_back(j, false);
        continue;
      }
      const int up = (to - from + side) % side;
      const bool rises = net_.wrap ? 2 * up <= side : to > from;
      ways.emplace_back(rises ? 2 * j : 2 * j + 1, net_.wrap && (rises ? to < from : to > from));
    }
    return ways;
  }

  std::vector<Option> options(const Lane& lane, int i) {
    const auto [router, port, channel] = lane;
    const Message& one = message(i);
    int& phase = phase_[static_cast<std::size_t>(i)];
    int goal = one.destination;
    if (net_.routing == Routing::kValiant) {
      if (router == one.via) phase = 1;
      if (phase == 0) goal = one.via;
    }
    const bool whole = net_.switching != Switching::kWormhole;
    const bool empty =
        net_.routing == Routing::kAdaptive && !whole && net_.way_out != WayOut::kNone;
    const int room = empty ? net_.depth : whole ? one.words : 1;
    const auto ways = nearer(router, goal);
    std::vector<Option> all;
    if (ways.empty()) {
      for (int c = 0; c < net_.channels; ++c) all.push_back({net_.ways(), c, room});
      return all;
    }
    if (net_.way_out == WayOut::kNone) {
      for (const auto& way : ways) {
        for (int c = 0; c < net_.channels; ++c) all.push_back({way.first, c, room});
        if (net_.routing != Routing::kAdaptive) break;
      }
      return all;
    }
    const int halves = net_.way_out == WayOut::kDateline && net_.rings() ? 2 : 1;
    const int classes = net_.routing == Routing::kValiant ? 2 * halves : halves;
    int dealt = net_.channels;
    if (net_.routing == Routing::kAdaptive) {
      dealt = classes;
      for (const auto& way : ways) {
        for (int c = classes; c < net_.channels; ++c) all.push_back({way.first, c, room});
      }
    }
    const auto [out, crosses] = ways.front();
    int mine = net_.routing == Routing::kValiant ? phase * halves : 0;
    if (halves == 2 && !crosses) ++mine;
    for (int c = mine * dealt / classes; c < (mine + 1) * dealt / classes; ++c) {
      const bool rings = net_.way_out == WayOut::kBubble && net_.rings();
      const bool goes_on = port == (out ^ 1) && c == channel;
      all.push_back({out, c, rings && !goes_on ? room + one.words : room});
    }
    return all;
  }

  /// Where the first word of a queue could go now.
  std::optional<Lane> wish(const Lane& lane) {
    const auto& queue = queues_[lane];
    if (queue.empty()) return std::nullopt;
    const int router = std::get<0>(lane);
    const auto usable = [&](const Lane& to, int room) {
      if (outputs_done_.count({router, std::get<1>(to)}) > 0) return false;
      return std::get<1>(to) == net_.ways() || credits_[to] >= room;
    };
    if (queue.front().number > 0) {
      const Lane to = held_by_[lane];
      return usable(to, 1) ? std::optional{to} : std::nullopt;
    }
    const int i = queue.front().message;
    if (net_.switching == Switching::kStoreAndForward &&
        static_cast<int>(queue.size()) < message(i).words) {
      return std::nullopt;
    }
    std::optional<Lane> best;
    for (const Option& option : options(lane, i)) {
      const Lane to{router, option.port, option.channel};
      if (owner_.count(to) > 0 || !usable(to, option.room)) continue;
      if (!best || credits_[to] > credits_[*best] ||
          (credits_[to] == credits_[*best] && to < *best))
        best = to;
    }
    return best;
  }

  static std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }

  /// `contenders`: number and birth, by rising number.
  int winner(const std::vector<std::pair<int, std::int64_t>>& contenders, int last, int router,
             int arbiter) const {
    switch (net_.arbiter) {
      case Arbiter::kFixed:
        return contenders.front().first;
      case Arbiter::kAlternating:
        for (const auto& one : contenders) {
          if (one.first > last) return one.first;
        }
        return contenders.front().first;
      case Arbiter::kOldest: {
        auto best = contenders.front();
        for (const auto& one : contenders) {
          if (one.second < best.second) best = one;
        }
        return best.first;
      }
      case Arbiter::kRandom:
        break;
    }
    if (contenders.size() == 1) return contenders.front().first;
    const std::uint64_t bits =
        mixed(mixed(mixed(net_.seed) + static_cast<std::uint64_t>(now_)) +
              static_cast<std::uint64_t>(router) * 256 + static_cast<std::uint64_t>(arbiter));
    return contenders[static_cast<std::size_t>((bits >> 32) * contenders.size() >> 32)].first;
  }

  std::vector<Move> decide(int router) {
    const auto born = [&](const Lane& lane) { return message(queues_[lane].front().message).born; };
    std::map<int, std::vector<std::pair<int, std::int64_t>>> asked;  // by output
    std::map<int, Move> proposal;                                    // by input
    for (int input = 0; input <= net_.ways(); ++input) {
      if (inputs_done_.count({router, input}) > 0) continue;
      std::vector<std::pair<int, std::int64_t>> contenders;
      std::map<int, Lane> wishes;
      for (int c = 0; c < net_.channels; ++c) {
        if (const auto to = wish({router, input, c})) {
          contenders.emplace_back(c, born({router, input, c}));
          wishes[c] = *to;
        }
      }
      if (contenders.empty()) continue;
      const int c = winner(contenders, won_channel_[{router, input}], router, input);
      proposal[input] = {{router, input, c}, wishes[c]};
      asked[std::get<1>(wishes[c])].emplace_back(input, born({router, input, c}));
    }
    std::vector<Move> moves;
    for (const auto& [output, inputs] : asked) {
      const int input =
          winner(inputs, won_input_[{router, output}], router, net_.ways() + 1 + output);
      moves.push_back(proposal[input]);
    }
    return moves;
  }

  void make(const Move& move, std::vector<Lane>& returned, std::vector<int>& freed_at_nodes) {
    const auto [router, input, channel] = move.from;
    const auto [same, output, way] = move.to;
    const Word word = queues_[move.from].front();
    queues_[move.from].pop_front();
    if (word.number == 0) {
      owner_[move.to] = move.from;
      held_by_[move.from] = move.to;
    }
    if (tail(word)) {
      owner_.erase(move.to);
      held_by_.erase(move.from);
    }
    won_channel_[{router, input}] = channel;
    won_input_[{router, output}] = input;
    inputs_done_.insert({router, input});
    outputs_done_.insert({router, output});
    if (output == net_.ways()) {
      if (tail(word)) arrival_[static_cast<std::size_t>(word.message)] = now_ + net_.pipeline;
    } else {
      --credits_[move.to];
      const auto [next, port] = behind(router, output);
      words_due_.emplace(now_ + net_.pipeline, std::pair{Lane{next, port, way}, word});
    }
    if (input == net_.ways()) {
      if (net_.credit_delay == 0) {
        freed_at_nodes.push_back(router * net_.channels + channel);
      } else {
        entries_due_.emplace(now_ + net_.credit_delay, std::pair{router, channel});
      }
      return;
    }
    const auto [before, port] = behind(router, input);
    if (net_.credit_delay == 0) {
      returned.push_back({before, port, channel});
    } else {
      credits_due_.emplace(now_ + net_.credit_delay, Lane{before, port, channel});
    }
  }

  void cycle() {
    for (auto [one, end] = words_due_.equal_range(now_); one != end; ++one) {
      queues_[one->second.first].push_back(one->second.second);
    }
    for (auto [one, end] = credits_due_.equal_range(now_); one != end; ++one) {
      ++credits_[one->second];
    }
    for (auto [one, end] = entries_due_.equal_range(now_); one != end; ++one) {
      ++entry_credits_[one->second];
    }
    inputs_done_.clear();
    outputs_done_.clear();
    std::set<int> deciding;
    for (int r = 0; r < net_.routers(); ++r) deciding.insert(r);
    while (!deciding.empty()) {
      std::vector<Move> moves;
      for (const int r : deciding) {
        const auto mine = decide(r);
        moves.insert(moves.end(), mine.begin(), mine.end());
      }
      std::vector<Lane> returned;
      std::vector<int> at_nodes;
      for (const Move& move : moves) make(move, returned, at_nodes);
      deciding.clear();
      for (const Lane& lane : returned) {
        ++credits_[lane];
        deciding.insert(std::get<0>(lane));
      }
      for (const int entry : at_nodes) {
        ++entry_credits_[{entry / net_.channels, entry % net_.channels}];
      }
    }
    for (int node = 0; node < net_.nodes(); ++node) send(node);
  }

  /// Does a class of dimension order consist of one channel each?
  [[nodiscard]] bool nothing_to_choose() const {
    if (net_.routing != Routing::kDimensionOrder) return false;
    if (net_.way_out == WayOut::kDateline && net_.rings()) return net_.channels == 2;
    return net_.channels == 1;
  }

  void send(int node) {
    Sending& sending = sending_[node];
    auto& queue = waiting_[static_cast<std::size_t>(node)];
    if (sending.message < 0 && !queue.empty() && message(queue.front()).born <= now_) {
      const Message& one = message(queue.front());
      const bool whole = net_.switching != Switching::kWormhole;
      const bool empty =
          net_.routing == Routing::kAdaptive && !whole && net_.way_out != WayOut::kNone;
      const int room = empty ? net_.depth : whole ? one.words : 1;
      int best = -1;
      for (int c = 0; c < net_.channels; ++c) {
        if (nothing_to_choose() && c != one.destination % net_.channels) continue;
        const int credits = entry_credits_[{node, c}];
        if (credits >= room && (best < 0 || credits > entry_credits_[{node, best}])) best = c;
      }
      if (best >= 0) {
        sending = {queue.front(), 0, best};
        queue.pop_front();
      }
    }
    if (sending.message < 0 || entry_credits_[{node, sending.channel}] == 0) return;
    --entry_credits_[{node, sending.channel}];
    const Word word{sending.message, sending.sent++};
    words_due_.emplace(now_ + 1, std::pair{Lane{node, net_.ways(), sending.channel}, word});
    if (tail(word)) sending.message = -1;
  }

  Network net_;
  const std::vector<Message>& messages_;
  std::vector<std::int64_t> arrival_;
  std::vector<int> phase_;
  std::int64_t now_ = 0;
  std::map<std::pair<int, int>, std::pair<int, int>> tree_;  ///< router and port -> the same
  std::map<int, std::set<int>> leaves_;                      ///< of a tree: by router, below it
  std::vector<std::deque<int>> waiting_;                     ///< by node
  std::map<int, Sending> sending_;
  std::map<Lane, std::deque<Word>> queues_;
  std::map<Lane, int> credits_;  ///< of an output's channel
  std::map<std::pair<int, int>, int> entry_credits_;
  std::map<Lane, Lane> owner_;    ///< output channel -> queue
  std::map<Lane, Lane> held_by_;  ///< queue -> output channel
  std::map<std::pair<int, int>, int> won_input_;
  std::map<std::pair<int, int>, int> won_channel_;
  std::set<std::pair<int, int>> inputs_done_;
  std::set<std::pair<int, int>> outputs_done_;
  std::multimap<std::int64_t, std::pair<Lane, Word>> words_due_;
  std::multimap<std::int64_t, Lane> credits_due_;
  std::multimap<std::int64_t, std::pair<int, int>> entries_due_;
};

}  // namespace plexus::plain
