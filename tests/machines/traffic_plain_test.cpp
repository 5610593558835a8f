/// Traffic on the switch and on the fat tree beside plain simulators of the two: arrays of queues
/// and a loop over cycles, without kernel, parts, calendars or sources. Every hop of every packet
/// must be the same, in the same cycle.
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/observe/trace.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/machine/machine.hpp"
#include "models/omega/traffic.hpp"
#include "tests/hw/switch/before_elements.hpp"
#include "tests/machines/plain_traffic.hpp"
#include "tests/run_bench.hpp"

using namespace plexus;
using namespace plexus::plain;

namespace {

// ---- a switch of 2 x 2 elements with queues -----------------------------------------------------

struct PlainSwitch {
  unsigned stages;
  std::size_t depth;
  std::string arbitration;  ///< alternating, fixed, oldest
  bool source_queue;
  bool bypass;  ///< places are taken in the cycle in which they become free
  std::int64_t end;

  struct Word {
    std::uint64_t id;
    std::int64_t born;
    std::int64_t left;
    std::uint32_t destination;
    bool last;
  };

  std::vector<Event> events{};
  PlainFigures figures{};

  void run(const std::vector<Recorded>& packets) {
    const std::uint32_t ports = 1U << stages;
    const auto shuffled = [&](std::uint32_t line) {
      return (line << 1U | line >> (stages - 1)) & (ports - 1);
    };
    // queues[t][line], in front of stage t; the last row: behind the last stage.
    std::vector<std::vector<std::deque<Word>>> queues(stages + 1,
                                                      std::vector<std::deque<Word>>(ports));
    std::vector<std::vector<std::uint32_t>> won(stages, std::vector<std::uint32_t>(ports, 1));
    std::vector<std::deque<Recorded>> waiting(ports);
    std::vector<std::uint64_t> numbers(ports, 0);
    struct Entering {
      Recorded packet;
      std::uint32_t words = 0;
      std::int64_t left = 0;
    };
    std::vector<Entering> entering(ports);
    std::size_t next = 0;
    for (std::int64_t now = 0; now <= end; ++now) {
      for (std::uint32_t port = 0; port < ports; ++port) {
        auto& out = queues[stages][port];
        if (out.empty()) continue;
        const Word word = out.front();
        out.pop_front();
        events.emplace_back(now, TraceKind::kReceive, word.id);
        if (word.last) figures.arrived(now, word.born, word.left);
      }
      if (now == end) break;
      const auto before = queues;
      for (; next < packets.size() && packets[next].cycle == now; ++next) {
        waiting[packets[next].source].push_back(packets[next]);
      }
      for (unsigned t = stages; t-- > 0;) {
        for (std::uint32_t line = 0; line < ports; ++line) {  // of an output
          const std::uint32_t element = line & ~1U;
          const std::uint32_t behind = t + 1 < stages ? shuffled(line) : line;
          if (t + 1 < stages && (bypass ? queues : before)[t + 1][behind].size() >= depth) continue;
          const auto wants = [&](std::uint32_t input) {
            const auto& queue = before[t][element + input];
            return !queue.empty() &&
                   (queue.front().destination >> (stages - 1 - t) & 1U) == (line & 1U);
          };
          std::uint32_t winner = wants(0) ? 0 : 1;
          if (!wants(winner)) continue;
          if (wants(0) && wants(1)) {
            if (arbitration == "alternating") winner = 1 - won[t][line];
            if (arbitration == "oldest") {
              winner = before[t][element + 1].front().born < before[t][element].front().born;
            }
          }
          won[t][line] = winner;
          queues[t + 1][behind].push_back(before[t][element + winner].front());
          queues[t][element + winner].pop_front();
        }
      }
      for (std::uint32_t port = 0; port < ports; ++port) {
        const bool place = (bypass ? queues : before)[0][shuffled(port)].size() < depth;
        Entering& of = entering[port];
        if (of.words == 0 && !waiting[port].empty() && place) {
          of = {waiting[port].front(), waiting[port].front().words, now};
          waiting[port].pop_front();
        }
        if (of.words > 0 && place) {
          const std::uint64_t id = numbers[port]++ * ports + port;
          queues[0][shuffled(port)].push_back(
              {id, of.packet.cycle, of.left, of.packet.destination, --of.words == 0});
          events.emplace_back(now, TraceKind::kSend, id);
        }
        if (source_queue) continue;
        figures.dropped += waiting[port].size();
        waiting[port].clear();
      }
    }
    std::ranges::sort(events);
  }
};

void switch_beside_plain_one(std::uint64_t seed) {
  std::mt19937_64 random{seed};
  const auto stages = static_cast<unsigned>(1 + random() % 4);
  const std::uint32_t ports = 1U << stages;
  PlainSwitch plain{stages,
                    1 + random() % 4,
                    std::array{"alternating", "fixed", "oldest"}[random() % 3],
                    random() % 3 > 0,
                    random() % 2 == 0,
                    150};
  const std::uint32_t most_words = random() % 3 == 0 ? 3 : 1;
  const std::vector<Recorded> packets = random_packets(random, ports, 120, most_words, true);
  CAPTURE(seed, ports, plain.depth, plain.arbitration, plain.source_queue, plain.bypass,
          most_words);
  plain.run(packets);
  const Json given{{"nodes", ports},
                   {"fifo_depth", plain.depth},
                   {"arbitration", plain.arbitration},
                   {"flow", plain.bypass ? "bypass" : "registered"},
                   {"source_queue", plain.source_queue ? "unlimited" : "none"},
                   {"recorded", json_of(packets)},
                   {"warmup", 0},
                   {"measure", plain.end}};
  ConstructionOrder order(ports);
  for (std::uint32_t port = 0; port < ports; ++port) order[port] = port;
  std::ranges::shuffle(order, random);
  const Seen seen = run_machine("omega", given, order);
  CHECK(seen.events == plain.events);
  check_figures(seen.figures, plain.figures);
}

/// Hardware that is broken: planted in the place of the decisions of one element.
class Broken final : public before_elements {
 public:
  enum class How { kStarvesLower, kSwapsOutputs, kLosesAPacket, kPrefersLower };

  explicit Broken(How how) : how_{how} {}

  void decide(const omega_fifo_element& part, std::span<FifoGrant> grants) override {
    if (std::string{part.basename()} != "element_1") return;
    switch (how_) {
      case How::kStarvesLower:
        for (FifoGrant& one : grants) {
          if (one.input == 1) one.input = kNobody;
        }
        return;
      case How::kSwapsOutputs:
        if (part.ready(0) && part.ready(1)) std::swap(grants[0], grants[1]);
        return;
      case How::kLosesAPacket:
        if (++decided_ == 40) grants[0].valid = grants[1].valid = false;
        return;
      case How::kPrefersLower:
        for (std::uint32_t o = 0; o < grants.size(); ++o) {
          const bool wanted = part.held(1) > 0 && wants(part, 1) == o;
          if (grants[o].input == 0 && wanted) grants[o].input = 1;
        }
        return;
    }
  }

 private:
  static std::uint32_t wants(const omega_fifo_element& part, std::uint32_t input) {
    return part.packet(input).destination / part.weight() % 2;
  }

  How how_;
  int decided_ = 0;
};

/// How a run with a broken element shows that it is: its fault, or `other events`.
std::string caught(Broken::How how) {
  std::mt19937_64 random{7};
  PlainSwitch plain{3, 2, "alternating", true, false, 150};
  std::vector<Recorded> packets;
  for (std::int64_t cycle = 0; cycle < 100; ++cycle) {
    for (std::uint32_t port = 0; port < 8; ++port) {
      packets.push_back({cycle, port, static_cast<std::uint32_t>(random() % 8), 1});
    }
  }
  plain.run(packets);
  Broken broken{how};
  try {
    const Seen seen = run_machine(
        "omega",
        {{"nodes", 8},
         {"fifo_depth", 2},
         {"recorded", json_of(packets)},
         {"warmup", 0},
         {"measure", plain.end}},
        {}, [&](machine& top) { broken.stand_before(dynamic_cast<fifo_traffic&>(top).net); });
    return seen.events == plain.events ? "nothing" : "other events";
  } catch (const sc_core::sc_report& stopped) {
    return fault_of(stopped).kind;
  }
}

// ---- a fat tree ---------------------------------------------------------------------------------

struct PlainTree {
  std::uint32_t arity;
  unsigned levels;
  std::vector<std::int64_t> links;  ///< by level of the branch, from 1 on
  std::int64_t startup;
  bool source_queue;
  std::int64_t end;

  struct Packet {
    std::uint64_t id;
    std::int64_t born;
    std::int64_t left;
    std::uint32_t destination;
    std::int64_t hop;
  };
  /// One direction of branch (level, x): upwards from the node below, or downwards to it.
  struct Direction {
    std::deque<Packet> queue;
    std::vector<std::pair<std::int64_t, Packet>> links;  ///< end of the hop, -1: free
  };

  std::vector<Event> events{};
  PlainFigures figures{};

  void run(const std::vector<Recorded>& packets) {
    std::uint32_t nodes = 1;
    std::vector<std::uint32_t> power{1};
    for (unsigned level = 1; level <= levels; ++level) power.push_back(nodes *= arity);
    std::map<std::pair<unsigned, std::uint32_t>, std::array<Direction, 2>> branches;  // up, down
    for (unsigned level = 1; level <= levels; ++level) {
      for (std::uint32_t x = 0; x < nodes / power[level - 1]; ++x) {
        for (Direction& one : branches[{level, x}]) {
          one.links.assign(static_cast<std::size_t>(links[level - 1]), {-1, Packet{}});
        }
      }
    }
    // Router (level, y): on, down to the child that leads to the destination, or up.
    const auto route = [&](unsigned level, std::uint32_t y, const Packet& packet) -> Direction& {
      if (packet.destination / power[level] == y) {
        return branches[{level, packet.destination / power[level - 1]}][1];
      }
      return branches[{level + 1, y}][0];
    };
    const auto finish = [&](Direction& from, std::int64_t now, const auto& take) {
      for (auto& [ends, packet] : from.links) {
        if (ends != now) continue;
        ends = -1;
        events.emplace_back(now, TraceKind::kReceive, packet.id);
        take(packet);
      }
    };
    std::vector<std::uint64_t> numbers(nodes, 0);
    std::size_t next = 0;
    for (std::int64_t now = 0; now <= end; ++now) {
      for (unsigned level = 1; level <= levels; ++level) {  // routers, port by port
        for (std::uint32_t y = 0; y < nodes / power[level]; ++y) {
          const auto on = [&](const Packet& packet) {
            route(level, y, packet).queue.push_back(packet);
          };
          if (level < levels) finish(branches[{level + 1, y}][1], now, on);
          for (std::uint32_t u = 0; u < arity; ++u) {
            finish(branches[{level, y * arity + u}][0], now, on);
          }
        }
      }
      for (std::uint32_t leaf = 0; leaf < nodes; ++leaf) {
        finish(branches[{1, leaf}][1], now, [&](const Packet& packet) {
          CHECK(packet.destination == leaf);
          if (now > 0) figures.arrived(now, packet.born, packet.left);
        });
      }
      if (now == end) break;  // the words that arrive now crossed in the last cycle
      for (; next < packets.size() && packets[next].cycle == now; ++next) {
        const Recorded& one = packets[next];
        branches[{1, one.source}][0].queue.push_back({numbers[one.source]++ * nodes + one.source,
                                                      now, -1, one.destination,
                                                      startup + one.words});
      }
      for (auto& [place, both] : branches) {
        for (std::size_t way = 0; way < 2; ++way) {
          Direction& one = both[way];
          for (auto& [ends, packet] : one.links) {
            if (ends >= 0 || one.queue.empty()) continue;
            packet = one.queue.front();
            one.queue.pop_front();
            if (place.first == 1 && way == 0) packet.left = now;
            ends = now + packet.hop;
            events.emplace_back(now, TraceKind::kSend, packet.id);
          }
          if (place.first > 1 || way > 0 || source_queue) continue;
          figures.dropped += one.queue.size();
          one.queue.clear();
        }
      }
    }
    std::ranges::sort(events);
  }
};

void tree_beside_plain_one(std::uint64_t seed) {
  std::mt19937_64 random{seed};
  PlainTree plain{static_cast<std::uint32_t>(2 + random() % 2),
                  static_cast<unsigned>(1 + random() % 3),
                  {},
                  static_cast<std::int64_t>(random() % 3),
                  random() % 3 > 0,
                  400};
  for (unsigned level = 1; level <= plain.levels; ++level) {
    const std::int64_t below = plain.links.empty() ? 1 : plain.links.back();
    plain.links.push_back(below + static_cast<std::int64_t>(random() % 2));
  }
  std::uint32_t nodes = 1;
  for (unsigned level = 1; level <= plain.levels; ++level) nodes *= plain.arity;
  // Of one length: what is on the links of a branch then ends in the order in which it began.
  const auto words = static_cast<std::uint32_t>(1 + random() % 3);
  std::vector<Recorded> packets = random_packets(random, nodes, 120, 1, false);
  for (Recorded& one : packets) one.words = words;
  CAPTURE(seed, nodes, plain.arity, plain.links, plain.startup, words, plain.source_queue);
  plain.run(packets);
  const Json given{{"nodes", nodes},
                   {"arity", plain.arity},
                   {"capacities", plain.links},
                   {"startup", plain.startup},
                   {"source_queue", plain.source_queue ? "unlimited" : "none"},
                   {"recorded", json_of(packets)},
                   {"warmup", 0},
                   {"measure", plain.end}};
  Seen seen = run_machine("fat-tree", given);
  for (auto* const events : {&seen.events, &plain.events}) {
    std::erase_if(*events, [&](const Event& event) { return std::get<0>(event) >= plain.end; });
  }
  CHECK(seen.events == plain.events);
  check_figures(seen.figures, plain.figures);
}

}  // namespace

TEST_CASE("traffic on random switches is what a plain simulator makes of it, hop by hop",
          "[machine][omega][traffic][plain]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) switch_beside_plain_one(seed);
}

TEST_CASE("a broken element is seen beside the plain simulator, or by the switch itself",
          "[machine][omega][traffic][plain]") {
  CHECK(caught(Broken::How::kStarvesLower) == "other events");
  CHECK(caught(Broken::How::kPrefersLower) == "other events");
  CHECK(caught(Broken::How::kSwapsOutputs) == "misrouted");
  CHECK(caught(Broken::How::kLosesAPacket) == "conservation");
}

TEST_CASE("traffic on random fat trees is what a plain simulator makes of it, hop by hop",
          "[machine][fat-tree][traffic][plain]") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) tree_beside_plain_one(seed);
}

TEST_CASE("the same on thousands of switches and trees", "[machine][traffic][plain][.full]") {
  for (std::uint64_t seed = 1000; seed < 3000; ++seed) {
    switch_beside_plain_one(seed);
    tree_beside_plain_one(seed);
  }
}

namespace {

/// What routers tell of the packets that come first in their queues.
class RouterWays final : public trace_sink_if {
 public:
  void record(const TraceRow& row) override {
    if (row.kind != TraceKind::kSetting) return;
    bool& was_empty = empty.try_emplace(row.part, true).first->second;
    CHECK_FALSE((is_idle(row.setting) && was_empty));
    was_empty = is_idle(row.setting);
    emptied += was_empty ? 1 : 0;
    std::set<PacketId> here;
    for_each_way(row.setting, [&](const PacketWay& way) {
      const bool goes = way.verdict == PacketWay::Verdict::kGoes;
      ++(goes ? went : waited);
      CHECK(way.outputs.size() == (goes ? 1U : 0U));
      CHECK(here.insert(way.packet).second);
      packets.insert(way.packet);
    });
  }
  std::set<PacketId> packets;
  std::size_t went = 0;
  std::size_t waited = 0;
  std::map<std::string, bool> empty;  ///< by router: it has said last that nothing is left in it
  std::size_t emptied = 0;
};

}  // namespace

TEST_CASE("routers tell which packet goes where, which waits, and that nothing is left",
          "[traffic][router]") {
  RouterWays ways;
  run_machine("ring", {{"nodes", 6}, {"load", 0.5}, {"warmup", 0}, {"measure", 200}}, {},
              [&](machine& top) { top.listen(ways); });
  CHECK(ways.packets.size() > 100);
  CHECK(ways.went > 100);
  CHECK(ways.waited > 100);
  CHECK(ways.emptied > 50);
}

namespace {

/// What goes over links: all of them, or the one that is looked at.
struct LinkRows final : trace_sink_if {
  void record(const TraceRow& row) override {
    if (row.kind == TraceKind::kSend) rows.push_back(row);
  }
  bool wants(const PartView& view) override { return only.empty() || view.part == only; }
  std::string only;
  std::vector<TraceRow> rows;
};

}  // namespace

TEST_CASE("links of routers tell of packets where they are looked at, with the router's cycles",
          "[traffic][router]") {
  LinkRows all;
  LinkRows some;
  some.only = "ring.network.link_0_to_1";
  for (LinkRows* const sink : {&all, &some}) {
    run_machine("ring", {{"nodes", 6}, {"pipeline", 3}, {"warmup", 0}, {"measure", 100}}, {},
                [&](machine& top) { top.listen(*sink); });
  }
  CHECK(!some.rows.empty());
  CHECK(all.rows.size() > 2 * some.rows.size());
  for (const TraceRow& row : some.rows) {
    CHECK(row.part == some.only);
    CHECK(row.startup == 2_cycles);  // of three cycles the last one is that of the first word
  }
}
