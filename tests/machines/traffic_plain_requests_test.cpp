/// Traffic on a POPS and on the reconfigurable machine beside plain simulators of the two, written
/// from what docs/traffic.md and docs/machines/ say of them.
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/machines/plain_traffic.hpp"

using namespace plexus;
using namespace plexus::plain;

namespace {

/// What a node has offered and the network has not taken.
class Waiting {
 public:
  Waiting(std::uint32_t nodes, bool queues)
      : queues_{queues}, heads_(nodes), free_from_(nodes, 0) {}

  void offer(const Recorded& packet, PlainFigures& figures) {
    std::deque<Recorded>& head = heads_[packet.source];
    const bool place = head.empty() && packet.cycle >= free_from_[packet.source];
    if (queues_ || place) {
      head.push_back(packet);
    } else {
      ++figures.dropped;
    }
  }
  [[nodiscard]] const Recorded* head(std::uint32_t node) const {
    return heads_[node].empty() ? nullptr : &heads_[node].front();
  }
  /// The head goes; the node's only place is free again from that cycle on.
  Recorded take(std::uint32_t node, std::int64_t free_from) {
    const Recorded packet = heads_[node].front();
    heads_[node].pop_front();
    free_from_[node] = free_from;
    return packet;
  }

 private:
  bool queues_;
  std::vector<std::deque<Recorded>> heads_;
  std::vector<std::int64_t> free_from_;
};

/// The first of `asking` from `next` on, round and round.
std::uint32_t round_robin(const std::vector<std::uint32_t>& asking, std::uint32_t next) {
  const auto behind = std::ranges::find_if(asking, [=](std::uint32_t one) { return one >= next; });
  return behind == asking.end() ? asking.front() : *behind;
}

// ---- POPS ---------------------------------------------------------------------------------------

/// Slot by slot: every coupler grants one of those who ask for it, every receiver takes one of
/// those that its couplers grant, or all of them.
struct PlainPops {
  std::uint32_t d;
  std::uint32_t g;
  std::int64_t slot;
  bool all_receivers;
  bool source_queue;
  std::int64_t end;

  std::vector<Event> events{};
  PlainFigures figures{};

  void run(const std::vector<Recorded>& packets) {
    Waiting waiting{d * g, source_queue};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> coupler_next;
    std::map<std::uint32_t, std::uint32_t> receiver_next;
    std::size_t offered = 0;
    const auto offer_until = [&](std::int64_t now) {
      for (; offered < packets.size() && packets[offered].cycle <= now; ++offered) {
        waiting.offer(packets[offered], figures);
      }
    };
    for (std::int64_t now = 0; now < end; now += slot) {
      offer_until(now);
      std::map<std::uint32_t, std::vector<std::uint32_t>> granted;  // by receiver: sources
      for (std::uint32_t to = 0; to < g; ++to) {
        for (std::uint32_t from = 0; from < g; ++from) {
          std::vector<std::uint32_t> asking;
          for (std::uint32_t j = 0; j < d; ++j) {
            const Recorded* const head = waiting.head(from * d + j);
            if (head != nullptr && head->destination / d == to) asking.push_back(j);
          }
          if (asking.empty()) continue;
          const std::uint32_t source = from * d + round_robin(asking, coupler_next[{to, from}]);
          granted[waiting.head(source)->destination].push_back(source);
        }
      }
      for (auto& [receiver, sources] : granted) {
        if (!all_receivers) {
          std::vector<std::uint32_t> groups;
          for (const std::uint32_t source : sources) groups.push_back(source / d);
          const std::uint32_t group = round_robin(groups, receiver_next[receiver]);
          receiver_next[receiver] = (group + 1) % g;
          std::erase_if(sources, [&](std::uint32_t source) { return source / d != group; });
        }
        for (const std::uint32_t source : sources) {
          coupler_next[{receiver / d, source / d}] = (source % d + 1) % d;
          const Recorded packet = waiting.take(source, now + slot);
          const std::uint64_t number = pair_number(source, receiver);
          events.emplace_back(now, TraceKind::kSend, number);
          if (now + slot > end) continue;
          events.emplace_back(now + slot, TraceKind::kReceive, number);
          figures.arrived(now + slot, packet.cycle, now);
        }
      }
    }
    offer_until(end - 1);
    std::ranges::sort(events);
  }
};

void pops_beside_plain_one(std::uint64_t seed) {
  std::mt19937_64 random{seed};
  const auto words = static_cast<std::int64_t>(1 + random() % 4);
  const auto bandwidth = static_cast<std::int64_t>(1 + random() % 2);
  const auto startup = static_cast<std::int64_t>(random() % 3);
  PlainPops plain{static_cast<std::uint32_t>(1 + random() % 4),
                  static_cast<std::uint32_t>(1 + random() % 4),
                  startup + (words + bandwidth - 1) / bandwidth,
                  random() % 2 == 0,
                  random() % 3 > 0,
                  static_cast<std::int64_t>(150 + random() % 20)};
  const std::uint32_t nodes = plain.d * plain.g;
  if (nodes == 1) return;
  std::vector<Recorded> packets = random_packets(random, nodes, 140, 1, false);
  for (Recorded& one : packets) one.words = static_cast<std::uint32_t>(words);
  CAPTURE(seed, plain.d, plain.g, plain.slot, plain.all_receivers, plain.source_queue);
  plain.run(packets);
  const Seen seen =
      run_machine("pops", {{"d", plain.d},
                           {"g", plain.g},
                           {"words", words},
                           {"bandwidth", bandwidth},
                           {"startup", startup},
                           {"multi_rx", plain.all_receivers},
                           {"source_queue", plain.source_queue ? "unlimited" : "none"},
                           {"recorded", json_of(packets)},
                           {"warmup", 0},
                           {"measure", plain.end}});
  CHECK(seen.pairs == plain.events);
  check_figures(seen.figures, plain.figures);
}

// ---- the reconfigurable machine -----------------------------------------------------------------

/// Cycle by cycle: heads of queues ask the manager, which sets links in commands.
struct PlainCrossbar {
  std::uint32_t nodes;
  int ports;
  std::size_t batch;  ///< 0: no bound
  std::int64_t request_latency;
  std::int64_t fixed;
  std::int64_t per_link;
  std::int64_t before_words;  ///< of a transfer
  bool source_queue;
  std::int64_t end;

  std::vector<Event> events{};
  PlainFigures figures{};

  enum class Step { kWaits, kAsks, kGranted };
  struct Node {
    int free = 0;  ///< ports
    Step step = Step::kWaits;
    std::int64_t at = 0;  ///< its request is at the manager; its link opens
    std::uint64_t taken = 0;
  };
  struct Transfer {
    Recorded packet;
    std::uint64_t number;
    std::int64_t left;
    std::int64_t ends;
  };

  void run(const std::vector<Recorded>& packets) {
    std::vector<Node> all(nodes);
    for (Node& node : all) node.free = ports;
    Waiting waiting{nodes, source_queue};
    std::vector<Transfer> transfers;
    std::int64_t idle_from = 0;
    std::size_t offered = 0;
    for (std::int64_t now = 0; now <= end; ++now) {
      for (const Transfer& one : transfers) {
        if (one.ends != now) continue;
        ++all[one.packet.source].free;
        ++all[one.packet.destination].free;
        events.emplace_back(now, TraceKind::kReceive, one.number);
        figures.arrived(now, one.packet.cycle, one.left);
      }
      std::erase_if(transfers, [=](const Transfer& one) { return one.ends == now; });
      if (now == end) break;
      for (; offered < packets.size() && packets[offered].cycle == now; ++offered) {
        waiting.offer(packets[offered], figures);
      }
      bool again = true;
      while (again) {
        again = false;
        for (std::uint32_t v = 0; v < nodes; ++v) {
          const Recorded* const head = waiting.head(v);
          if (head == nullptr || all[v].step != Step::kWaits) continue;
          // Not beside a packet of another length for the same node: one could overtake the other.
          const bool must_wait = std::ranges::any_of(transfers, [&](const Transfer& one) {
            return one.packet.source == v && one.packet.destination == head->destination &&
                   one.packet.words != head->words;
          });
          if (must_wait) continue;
          all[v].step = Step::kAsks;
          all[v].at = now + request_latency;
        }
        if (now >= idle_from) again = serve(all, waiting, now, idle_from);
        for (std::uint32_t v = 0; v < nodes; ++v) {
          if (all[v].step != Step::kGranted || all[v].at != now) continue;
          all[v].step = Step::kWaits;
          const Recorded packet = waiting.take(v, now + 1);
          const std::uint64_t number = all[v].taken++ * nodes + v;
          events.emplace_back(now, TraceKind::kSend, number);
          transfers.push_back({packet, number, now, now + before_words + packet.words});
          again = true;
        }
      }
    }
    std::ranges::sort(events);
  }

  /// A command: links for those who have asked, the first ones first.
  bool serve(std::vector<Node>& all, const Waiting& waiting, std::int64_t now,
             std::int64_t& idle_from) const {
    std::vector<std::pair<std::int64_t, std::uint32_t>> asking;
    for (std::uint32_t v = 0; v < nodes; ++v) {
      if (all[v].step == Step::kAsks && all[v].at <= now) asking.emplace_back(all[v].at, v);
    }
    std::ranges::sort(asking);
    std::int64_t links = 0;
    for (const auto& [at, v] : asking) {
      Node& to = all[waiting.head(v)->destination];
      if (batch > 0 && links == static_cast<std::int64_t>(batch)) break;
      if (all[v].free == 0 || to.free == 0) continue;
      --all[v].free;
      --to.free;
      all[v].step = Step::kGranted;
      all[v].at = now + fixed + ++links * per_link;
    }
    if (links > 0) idle_from = now + fixed + links * per_link;
    return links > 0;
  }
};

void crossbar_beside_plain_one(std::uint64_t seed) {
  std::mt19937_64 random{seed};
  const auto below = [&](std::uint64_t limit) {
    return static_cast<std::int64_t>(random() % limit);
  };
  const std::int64_t handshake = below(3);
  const std::int64_t startup = below(3);
  PlainCrossbar plain{static_cast<std::uint32_t>(2 + below(8)),
                      static_cast<int>(1 + below(3)),
                      static_cast<std::size_t>(below(4)),
                      below(4),
                      below(4),
                      below(3),
                      handshake + startup,
                      below(3) > 0,
                      150 + below(20)};
  const std::vector<Recorded> packets =
      random_packets(random, plain.nodes, 140, below(2) == 0 ? 1 : 5, false);
  CAPTURE(seed, plain.nodes, plain.ports, plain.batch, plain.request_latency, plain.fixed,
          plain.per_link, plain.before_words, plain.source_queue);
  plain.run(packets);
  const Seen seen =
      run_machine("reconfigurable", {{"nodes", plain.nodes},
                                     {"ports", plain.ports},
                                     {"batch", plain.batch},
                                     {"request_latency", plain.request_latency},
                                     {"beta_r", plain.fixed},
                                     {"tau_r", plain.per_link},
                                     {"handshake", handshake},
                                     {"startup", startup},
                                     {"source_queue", plain.source_queue ? "unlimited" : "none"},
                                     {"recorded", json_of(packets)},
                                     {"warmup", 0},
                                     {"measure", plain.end}});
  CHECK(seen.events == plain.events);
  check_figures(seen.figures, plain.figures);
}

}  // namespace

TEST_CASE("traffic on random POPS is what a plain simulator makes of it, slot by slot",
          "[machine][pops][traffic][plain]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) pops_beside_plain_one(seed);
}

TEST_CASE("traffic on random crossbars is what a plain simulator makes of it, link by link",
          "[machine][reconfigurable][traffic][plain]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) crossbar_beside_plain_one(seed);
}

TEST_CASE("the same on thousands of POPS and crossbars", "[machine][traffic][plain][.full]") {
  for (std::uint64_t seed = 1000; seed < 3000; ++seed) {
    pops_beside_plain_one(seed);
    crossbar_beside_plain_one(seed);
  }
}
