#include "hw/link/link.hpp"

#include <deque>
#include <map>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/faults.hpp"
#include "tests/hw/idle_process.hpp"

namespace plexus {

namespace {

Packet packet_of(PacketId id, Words words) {
  return {id, 0, 0, words, Blocks{Interval{id, 1}, {0_words, words}}};
}

/// A node that notes what arrives when, and passes it on at once if it has a link to do so.
class Stop final : public sc_core::sc_module, public link_end_if {
 public:
  struct Arrival {
    Cycles cycle;
    PacketId packet;
  };

  explicit Stop(sc_core::sc_module_name name, PortRule rule = PortRule::kAllFull)
      : sc_module{name}, rules{rule, dimensions} {}

  [[nodiscard]] port_guard* guard() override { return &rules; }
  void sent(unsigned port) override {
    CHECK(channels[static_cast<int>(port)]->tx() != nullptr);
    ends.push_back(clock.now());
    if (!waiting.empty()) send_first_waiting();
  }
  void received(unsigned port, Packet&& packet) override {
    CHECK(channels[static_cast<int>(port)]->rx() != nullptr);
    arrivals.push_back({clock.now(), packet.id()});
    if (onward != nullptr) send(std::move(packet));
  }
  void send(Packet&& packet) {
    waiting.push_back(std::move(packet));
    if (running && onward->idle()) send_first_waiting();
  }
  void start_of_simulation() override {
    running = true;
    for (; !waiting.empty() && onward->idle(); send_first_waiting()) {
    }
  }
  void send_first_waiting() {
    Packet first = std::move(waiting.front());
    waiting.pop_front();
    onward->send(std::move(first));
  }

  multiport<duplex_if> channels{"channels"};
  ClockPeriod clock;
  DimensionMasks dimensions;
  port_guard rules;
  bool running = false;
  link* onward = nullptr;
  std::deque<Packet> waiting;
  std::vector<Arrival> arrivals;
  std::vector<Cycles> ends;  ///< of what was sent
};

/// Joins two stops by `wire`; returns it.
link& join(link_bank& bank, Stop& from, Stop& to, link& wire) {
  from.channels(bank.pair(&wire, nullptr));
  to.channels(bank.pair(nullptr, &wire));
  return wire;
}

/// Stops in a row, joined by links of one timing.
struct Chain {
  Chain(unsigned hops, LinkTiming timing) {
    for (unsigned i = 0; i <= hops; ++i) stops.emplace_back(("stop_" + std::to_string(i)).c_str());
    for (NodeId i = 0; i < hops; ++i) {
      stops[i].onward = &join(bank, stops[i], stops[i + 1], bank.add(i, i + 1, timing));
    }
  }

  FreshKernel kernel;
  link_bank bank{"links"};
  std::deque<Stop> stops;
};

/// Hears of every transfer.
class Observer final : public link_observer_if {
 public:
  void begun(std::uint32_t link) override { heard.emplace_back(ClockPeriod{}.now(), link); }
  std::vector<std::pair<Cycles, std::uint32_t>> heard;
};

/// Carries what is on link 0 in the place of the bank, and never ends it.
class Carrier final : public sc_core::sc_module, public link_carrier_if {
 public:
  explicit Carrier(sc_core::sc_module_name name) : sc_module{name} {}
  void carry(std::uint32_t link, Cycles end) override {
    heard.emplace_back(ClockPeriod{}.now(), link);
    if (link != 0) behind->carry(link, end);
  }
  link_carrier_if* behind = nullptr;
  std::vector<std::pair<Cycles, std::uint32_t>> heard;
};

class Rows final : public trace_sink_if {
 public:
  void record(const TraceRow& row) override { all.push_back(row); }
  bool wants(const PartView& view) override { return view.part != unwanted; }
  [[nodiscard]] std::uint32_t number_of(const std::string& part) override {
    return part == "links.link_0_to_1" ? 7 : 8;
  }
  std::vector<TraceRow> all;
  std::string unwanted;
};

}  // namespace

TEST_CASE("i hops of an unsplit message take i times one hop", "[link]") {
  const auto hops = GENERATE(1U, 2U, 5U);
  const auto words = GENERATE(1_words, 4_words, 9_words);
  const auto timing = GENERATE(LinkTiming{0_cycles, 1_words}, LinkTiming{2_cycles, 4_words},
                               LinkTiming{7_cycles, 1000_words});
  CAPTURE(hops, words, timing);
  Chain chain{hops, timing};
  chain.stops[0].send(packet_of(7, words));
  sc_core::sc_start();
  REQUIRE(chain.stops[hops].arrivals.size() == 1);
  CHECK(chain.stops[hops].arrivals[0].cycle == hops * timing.hop(words));
  CHECK(chain.bank.figures().last_end == hops * timing.hop(words));
  CHECK(chain.bank.figures().transfers == hops);
  CHECK(chain.bank.figures().word_hops == hops * words);
  CHECK(chain.bank.figures().peak_active == 1);
  CHECK(chain.bank.figures().active == 0);
}

TEST_CASE("packets follow each other without a gap, in order", "[link]") {
  const auto hops = GENERATE(1U, 3U);
  const LinkTiming timing{1_cycles, 2_words};
  Chain chain{hops, timing};
  const std::vector<Words> sizes{5_words, 5_words, 3_words, 1_words};
  for (std::size_t i = 0; i < sizes.size(); ++i) chain.stops[0].send(packet_of(i, sizes[i]));
  sc_core::sc_start();
  Cycles end{0};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    end += timing.hop(sizes[i]);
    CHECK(chain.stops[0].ends[i] == end);
    CHECK(chain.stops[hops].arrivals[i].packet == i);
  }
  CHECK(chain.bank.links()[0].busy_cycles() == end);
  CHECK(chain.bank.links()[0].transfers() == sizes.size());
  CHECK(chain.bank.figures().peak_active == hops);  // one on each link, never two on one
}

TEST_CASE("a link freed in a cycle can be taken in the same cycle", "[link]") {
  Chain chain{2, {0_cycles, 1_words}};
  chain.stops[0].send(packet_of(0, 1_words));
  chain.stops[0].send(packet_of(1, 1_words));
  sc_core::sc_start();
  CHECK(chain.stops[2].arrivals[1].cycle == 3_cycles);
}

TEST_CASE("a packet sent on a busy link breaks the rule of the link", "[link]") {
  Chain chain{1, {3_cycles, 1_words}};
  link& wire = chain.bank.links()[0];
  elaborate();
  wire.send(packet_of(4, 5_words));
  CHECK_FALSE(wire.idle());
  try {
    wire.send(packet_of(5, 1_words));
    FAIL("the second packet was taken");
  } catch (const sc_core::sc_report& report) {
    const Fault fault = fault_of(report);
    CHECK(fault.kind == "busy");
    CHECK(fault.part == "links.link_0_to_1");
    CHECK_THAT(fault.message, Catch::Contains("packet 4") && Catch::Contains("Packet 5"));
  }
}

TEST_CASE("the beats of a packet are its words, in order, once each", "[link]") {
  const auto words = GENERATE(1, 2, 5, 8, 9);
  const auto startup = GENERATE(0, 1, 4);
  const auto bandwidth = GENERATE(1, 3, 8, 100);
  CAPTURE(words, startup, bandwidth);
  const LinkTiming timing{Cycles{startup}, Words{bandwidth}};
  Chain chain{1, timing};
  chain.stops[0].send(packet_of(6, Words{words}));
  elaborate();
  const link& wire = chain.bank.links()[0];
  Words next{0};
  for (Cycles cycle{0}; cycle < timing.hop(Words{words}); cycle += 1_cycles) {
    CAPTURE(cycle);
    const Beat beat = wire.beat(cycle);
    CHECK(beat.busy);
    CHECK(beat.valid == (cycle >= timing.startup));
    CHECK(beat.done == (cycle + 1_cycles == timing.hop(Words{words})));
    CHECK(beat.last == beat.done);
    if (!beat.valid) continue;
    CHECK(beat.packet == 6);
    CHECK(beat.first == next);
    CHECK(beat.count <= timing.bandwidth);
    next += beat.count;
    CHECK((beat.last || beat.count == timing.bandwidth));
  }
  CHECK(next == Words{words});
  CHECK(wire.beat(timing.hop(Words{words})) == Beat{});
}

TEST_CASE("links side by side get a letter, and keep it", "[link]") {
  FreshKernel kernel;
  link_bank bank{"links"};
  bank.add(0, 1, {});
  bank.add(0, 1, {});
  bank.add(0, 1, {});
  bank.add(1, 0, {});
  CHECK(bank.links()[0].name() == "link_0_to_1");
  CHECK(bank.links()[1].name() == "link_0_to_1_b");
  CHECK(bank.links()[2].name() == "link_0_to_1_c");
  CHECK(bank.links()[3].full_name() == "links.link_1_to_0");
}

TEST_CASE("links of different timing keep their own time", "[link]") {
  FreshKernel kernel;
  link_bank bank{"links"};
  std::deque<Stop> stops;
  for (int i = 0; i < 2; ++i) stops.emplace_back(("stop_" + std::to_string(i)).c_str());
  const std::vector<LinkTiming> timings{
      {9_cycles, 1_words}, {0_cycles, 1_words}, {0_cycles, 4_words}, {3_cycles, 2_words}};
  std::map<PacketId, Cycles> expected;
  for (std::size_t i = 0; i < timings.size(); ++i) {
    join(bank, stops[0], stops[1], bank.add(0, 1, timings[i]));
    expected[i] = timings[i].hop(8_words);
  }
  elaborate();
  for (std::size_t i = 0; i < timings.size(); ++i) bank.links()[i].send(packet_of(i, 8_words));
  sc_core::sc_start();
  REQUIRE(stops[1].arrivals.size() == timings.size());
  for (const auto& arrival : stops[1].arrivals) {
    CHECK(arrival.cycle == expected[arrival.packet]);
  }
  CHECK(bank.figures().peak_active == 4);
}

TEST_CASE("a bank tells its listener when a hop begins and when it ends", "[link][trace]") {
  Chain chain{2, {1_cycles, 4_words}};
  Rows rows;
  chain.bank.listen(rows);
  chain.stops[0].send(packet_of(3, 6_words));
  sc_core::sc_start();
  REQUIRE(rows.all.size() == 4);
  const std::vector<std::pair<Cycles, TraceKind>> expected{{0_cycles, TraceKind::kSend},
                                                           {3_cycles, TraceKind::kReceive},
                                                           {3_cycles, TraceKind::kSend},
                                                           {6_cycles, TraceKind::kReceive}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(rows.all[i].cycle == expected[i].first);
    CHECK(rows.all[i].kind == expected[i].second);
    CHECK(rows.all[i].part == (i < 2 ? "links.link_0_to_1" : "links.link_1_to_2"));
    CHECK(rows.all[i].number == (i < 2 ? 7 : 8));
    CHECK(rows.all[i].rank == i / 2);
    CHECK(rows.all[i].source == i / 2);
    CHECK(rows.all[i].destination == i / 2 + 1);
    CHECK(rows.all[i].startup == 1_cycles);
    CHECK(rows.all[i].packet == 3);
    CHECK(rows.all[i].words == 6_words);
    CHECK(rows.all[i].blocks == packet_of(3, 6_words).blocks());
  }
}

TEST_CASE("a bank tells of the links that are looked at, and all keep their names", "[link]") {
  const auto unwanted = GENERATE(as<std::string>{}, "links.link_0_to_1", "links.link_1_to_2");
  Chain chain{2, {1_cycles, 3_words}};
  Rows rows;
  rows.unwanted = unwanted;
  chain.bank.listen(rows);
  chain.stops[0].send(packet_of(3, 6_words));
  sc_core::sc_start();
  REQUIRE(rows.all.size() == 2);
  for (const TraceRow& row : rows.all) CHECK(row.part != unwanted);
  CHECK(chain.bank.links()[0].full_name() == "links.link_0_to_1");
  CHECK(chain.bank.links()[1].full_name() == "links.link_1_to_2");
}

TEST_CASE("another carrier decides when packets are across, and may ask that of the bank",
          "[link]") {
  const bool bound = GENERATE(true, false);  // by a user, or put in front as a twin is
  Chain chain{2, {1_cycles, 2_words}};
  Observer observer;
  Carrier carrier{"carrier"};
  chain.bank.observe(observer);
  carrier.behind = &chain.bank.carrier.standard();
  if (bound) {
    chain.bank.carrier(carrier);
  } else {
    CHECK(&chain.bank.carrier.in_front(carrier) == carrier.behind);
  }
  chain.stops[0].send(packet_of(5, 4_words));
  sc_core::sc_start(ClockPeriod{}.time(10_cycles));
  CHECK(chain.stops[1].arrivals.empty());  // the link's own time is over
  CHECK_FALSE(chain.bank.links()[0].idle());
  CHECK(chain.bank.figures().active == 1);
  CHECK(chain.bank.figures().peak_active == 1);
  chain.bank.finish(chain.bank.links()[0], 10_cycles);
  CHECK(chain.bank.figures().last_end == 10_cycles);
  sc_core::sc_start();
  REQUIRE(chain.stops[2].arrivals.size() == 1);
  CHECK(chain.stops[1].arrivals[0].cycle == 10_cycles);
  CHECK(chain.stops[2].arrivals[0].cycle == 13_cycles);  // which the bank has ended
  CHECK(carrier.heard == decltype(carrier.heard){{0_cycles, 0}, {10_cycles, 1}});
  CHECK(observer.heard == carrier.heard);
  CHECK(chain.bank.figures().active == 0);
  CHECK(chain.bank.figures().last_end == 13_cycles);
}

TEST_CASE("a carrier that names a cycle which is over is told", "[link]") {
  Chain chain{2, {1_cycles, 2_words}};
  Observer observer;
  Carrier carrier{"carrier"};
  chain.bank.observe(observer);
  carrier.behind = &chain.bank.carrier.standard();
  chain.bank.carrier(carrier);
  chain.stops[0].send(packet_of(5, 4_words));
  sc_core::sc_start(ClockPeriod{}.time(10_cycles));
  try {
    carrier.behind->carry(0, 10_cycles);
    FAIL("cycle 10 has begun");
  } catch (const sc_core::sc_report& report) {
    CHECK_THAT(fault_of(report).message, Catch::Contains("a cycle that is still to come"));
  }
}

namespace {

/// Links of as many nodes to node 9, which has one port.
struct Crowd {
  explicit Crowd(NodeId links) {
    for (NodeId i = 0; i < links; ++i) {
      join(bank, sender, receiver, bank.add(i, 9, {}));
    }
  }

  FreshKernel kernel;
  link_bank bank{"links"};
  Stop sender{"sender"};
  Stop receiver{"receiver", PortRule::kOnePort};
};

/// Lets everything pass.
class Mild final : public sc_core::sc_module, public port_judge_if {
 public:
  explicit Mild(sc_core::sc_module_name name) : sc_module{name} {}
  void judge() override { ++asked; }
  int asked = 0;
};

}  // namespace

TEST_CASE("a rule that is judged elsewhere does not end the run", "[link]") {
  const bool left = GENERATE(true, false);
  Crowd crowd{2};
  Mild mild{"mild"};
  if (left) crowd.bank.judge(mild);
  elaborate();
  for (std::size_t i = 0; i < 2; ++i) crowd.bank.links()[i].send(packet_of(i, 1_words));
  CHECK(fault_of_run().has_value() == !left);
  CHECK(mild.asked == (left ? 1 : 0));
}

TEST_CASE("of several links that break a rule in one cycle the lowest is named", "[link]") {
  const bool rising = GENERATE(true, false);
  Crowd crowd{4};
  elaborate();
  for (std::size_t i = 0; i < 4; ++i) {
    crowd.bank.links()[rising ? i : 3 - i].send(packet_of(i, 1_words));
  }
  const auto fault = fault_of_run();
  REQUIRE(fault);
  CHECK(fault->kind == "port-rule");
  CHECK(fault->cycle == 0_cycles);
  CHECK(fault->part == "links.link_0_to_9");
  CHECK(fault->figures ==
        std::vector<std::pair<std::string, std::string>>{{"node", "9"}, {"rule", "\"one-port\""}});
  CHECK_THAT(fault->message, Catch::Contains("Node 9") && Catch::Contains("one-port"));
}

TEST_CASE("a rule is judged when all hops that end in a cycle have ended", "[link]") {
  // To a node of one port: from 1, and from 2 when its hop to 3 has ended, which is told first.
  const bool frees = GENERATE(true, false);  // the hop from 1 ends in the same cycle, or later
  FreshKernel kernel;
  link_bank bank{"links"};
  std::deque<Stop> stops;
  stops.emplace_back("guarded", PortRule::kOnePort);
  for (int i = 0; i < 3; ++i) stops.emplace_back(("stop_" + std::to_string(i)).c_str());
  const auto joined = [&](NodeId from, NodeId to) -> link& {
    return join(bank, stops[from], stops[to], bank.add(from, to, {1_cycles, 1_words}));
  };
  link& from_1 = joined(1, 0);
  link& from_2 = joined(2, 0);
  link& to_3 = joined(2, 3);
  elaborate();
  to_3.send(packet_of(1, 4_words));
  from_1.send(packet_of(2, frees ? 4_words : 5_words));
  stops[2].onward = &from_2;
  stops[2].waiting.push_back(packet_of(3, 1_words));
  const auto fault = fault_of_run();
  CHECK(fault.has_value() == !frees);
  if (frees) {
    CHECK(stops[0].arrivals.back().cycle == 7_cycles);
  } else {
    CHECK(fault->kind == "port-rule");
    CHECK(fault->part == "links.link_2_to_0");
    CHECK(fault->cycle == 5_cycles);
  }
}

}  // namespace plexus
