#include "hw/node/processor.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/observe/words.hpp"
#include "tests/hw/small_machine.hpp"

using namespace plexus;

namespace {

constexpr Cycles kHop = LinkTiming{2_cycles, 2_words}.hop(8_words);  // of SmallMachine's blocks
static_assert(kHop == 6_cycles);

Program nothing(processor& /*self*/) { co_return; }

Cycles now() { return ClockPeriod{}.now(); }

/// Hears of what relays pass on; keeps it if it is to.
struct OwnRelay final : sc_core::sc_module, relay_if {
  OwnRelay(sc_core::sc_module_name name, bool keeps) : sc_module{name}, keeps_it{keeps} {}
  bool pass_on(Passage& forwarded) override {
    heard.emplace_back(now(), forwarded.node, forwarded.children);
    kept = &forwarded;
    return !keeps_it && behind->pass_on(forwarded);
  }
  bool keeps_it;
  relay_if* behind = nullptr;
  std::vector<std::tuple<Cycles, NodeId, std::uint64_t>> heard;
  Passage* kept = nullptr;
};

}  // namespace

// ---- sends and receives -------------------------------------------------------------------------

TEST_CASE("a send ends with its hop, a receive when the packet is whole", "[processor]") {
  SmallMachine small{3};
  small.hold(0, 5);
  small.run([](processor& self) -> Program {
    if (self.id() == 0) {
      co_await self.send(kClockwise, self.pack(5));
      CHECK(now() == kHop);
    } else if (self.id() == 1) {
      const Packet packet = co_await self.receive(kCounterclockwise);
      CHECK(now() == kHop);
      CHECK(packet.source() == 0);
      CHECK(packet.words() == 8_words);
      CHECK(packet.blocks() == Blocks{Interval{5, 1}, self.whole()});
      CHECK_FALSE(self.memory().contains(packet.blocks()));
    }
    co_return;
  });
}

TEST_CASE("a posted packet leaves when those before it have left", "[processor]") {
  SmallMachine small{3};
  for (BlockId block = 0; block < 3; ++block) small.hold(0, block);
  const Cycles end = small.run([](processor& self) -> Program {
    if (self.id() == 0) {
      self.post(kClockwise, self.pack(2));
      self.post(kClockwise, self.pack(0));
      co_await self.send(kClockwise, self.pack(1));
      CHECK(now() == 3 * kHop);
    } else if (self.id() == 1) {
      for (const BlockId expected : {2U, 0U, 1U}) {
        const Packet packet = co_await self.receive_into_memory(kCounterclockwise);
        CHECK(packet.blocks().intervals().front().first == expected);
      }
    }
  });
  CHECK(end == 3 * kHop);
  CHECK(small.machine.node(1).memory().whole_blocks() == std::vector<Interval>{{0, 3}});
}

TEST_CASE("what arrives before anyone asks for it waits in order", "[processor]") {
  SmallMachine small{3};
  small.hold(0, 0);
  small.hold(0, 1);
  small.run([](processor& self) -> Program {
    if (self.id() == 0) {
      self.post(kClockwise, self.pack(0));
      self.post(kClockwise, self.pack(1));
      self.post(kCounterclockwise, self.pack(0));
      co_return;
    }
    if (self.id() != 1) co_return;
    co_await self.wait_until(Cycles{3 * kHop});
    const Packet first = co_await self.receive(kCounterclockwise);
    CHECK(first.blocks().intervals().front().first == 0);
    const Packet second = co_await self.receive(kCounterclockwise);
    CHECK(now() == 3 * kHop);
    CHECK(second.blocks().intervals().front().first == 1);
  });
}

TEST_CASE("hops that end in portions take no longer, whatever follows them", "[processor][link]") {
  // Programs go on while the links that they send by are busy yet, with hops that end in the same
  // time step. All pass on what comes; some wait for it to leave, some have packets waiting.
  constexpr NodeId kNodes = 100;
  constexpr int kSteps = 5;
  const auto portion = GENERATE(values<std::size_t>({1, 2, 7, 64, 99, 100, 512}));
  const auto packets = GENERATE(values<int>({1, 2, 3}));   // of a node, on the way at the same time
  const auto waits = GENERATE(values<NodeId>({0, 1, 3}));  // every so many nodes wait; 0: none
  CAPTURE(portion, packets, waits);
  SmallMachine small{kNodes, {std::uint64_t{3} * kNodes, 8_words}};
  small.machine.links.end_in_portions(portion);
  for (NodeId v = 0; v < kNodes; ++v) {
    for (int i = 0; i < 3; ++i) small.hold(v, 3 * v + BlockId(i));
  }
  std::vector<Cycles> arrivals(kNodes * std::size_t(kSteps * packets));
  const Cycles end = small.run([&](processor& self) -> Program {
    for (int i = 0; i < packets; ++i) self.post(kClockwise, self.pack(3 * self.id() + BlockId(i)));
    for (int i = 0; i < kSteps * packets; ++i) {
      Packet packet = co_await self.receive_into_memory(kCounterclockwise);
      CHECK(packet.blocks().intervals().front().first % 3 == BlockId(i % packets));
      arrivals[self.id() + kNodes * std::size_t(i)] = now();
      if (i >= (kSteps - 1) * packets) continue;
      const Cycles sends = now();
      if (waits != 0 && self.id() % waits == 0) {
        co_await self.send(kClockwise, std::move(packet));
        if (packets == 1) CHECK(now() == sends + kHop);
      } else {
        self.post(kClockwise, std::move(packet));
      }
    }
  });
  CHECK(small.machine.links.figures().transfers == std::uint64_t(kSteps * packets) * kNodes);
  CHECK(small.machine.links.figures().peak_active == kNodes);
  for (NodeId v = 0; v < kNodes; ++v) {
    Words held{0};
    for (const Interval& run : small.machine.node(v).memory().whole_blocks()) {
      held += run.count * 1_words;
    }
    REQUIRE(held.count() == 3 + kSteps * packets);
  }
  if (packets > 1 && waits != 0) return;  // who waits takes what comes meanwhile late
  CHECK(end == kSteps * packets * kHop);
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    CHECK(arrivals[i] == (std::int64_t(i / kNodes) + 1) * kHop);
  }
}

TEST_CASE("what waits behind a packet that follows another leaves too", "[processor][link]") {
  constexpr NodeId kNodes = 5;
  const auto portion = GENERATE(values<std::size_t>({1, 2, 512}));
  const bool waits = GENERATE(true, false);
  CAPTURE(portion, waits);
  SmallMachine small{kNodes};
  small.machine.links.end_in_portions(portion);
  for (NodeId v = 0; v < kNodes; ++v) small.hold(v, v);
  NodeId ended = 0;
  const Cycles end = small.run([&](processor& self) -> Program {
    self.post(kClockwise, self.pack(self.id()));
    static_cast<void>(co_await self.receive(kCounterclockwise));
    self.post(kClockwise, self.pack(self.id()));  // most links are busy yet
    if (waits) {
      co_await self.send(kClockwise, self.pack(self.id()));
      CHECK(now() == 3 * kHop);
    } else {
      self.post(kClockwise, self.pack(self.id()));
    }
    for (int i = 0; i < 2; ++i) static_cast<void>(co_await self.receive(kCounterclockwise));
    ++ended;
  });
  CHECK(end == 3 * kHop);
  CHECK(ended == kNodes);
  CHECK(small.machine.links.figures().transfers == 3 * kNodes);
}

TEST_CASE("who waits for a send hears of its end though another packet is next", "[processor]") {
  constexpr NodeId kNodes = 5;
  const auto portion = GENERATE(values<std::size_t>({1, 2, 512}));
  CAPTURE(portion);
  SmallMachine small{kNodes};
  small.machine.links.end_in_portions(portion);
  for (NodeId v = 0; v < kNodes; ++v) small.hold(v, v);
  NodeId ended = 0;
  const auto passes_on = [](processor& self) -> Program {
    self.post(kClockwise, co_await self.receive(kCounterclockwise));
    static_cast<void>(co_await self.receive(kCounterclockwise));
    CHECK(now() == 2 * kHop);
  };
  const auto sends = [](processor& self) -> Program {
    co_await self.send(kClockwise, self.pack(self.id()));
    CHECK(now() == kHop);
  };
  small.run([&](processor& self) -> Program {
    std::vector<Program> programs;
    programs.push_back(passes_on(self));
    programs.push_back(sends(self));
    co_await All{self, std::move(programs)};
    ++ended;
  });
  CHECK(ended == kNodes);
}

TEST_CASE("a send ends with its own hop, whatever waits behind it", "[processor]") {
  SmallMachine small{3};
  for (BlockId block = 0; block < 3; ++block) small.hold(0, block);
  bool ended = false;
  small.run([&ended](processor& self) -> Program {
    if (self.id() != 0) co_return;
    const auto later = [](processor& me) -> Program {
      me.post(kClockwise, me.pack(1));
      me.post(kClockwise, me.pack(2));
      co_return;
    };
    const auto first = [](processor& me, bool& done) -> Program {
      co_await me.send(kClockwise, me.pack(0));
      CHECK(now() == kHop);
      done = true;
    };
    std::vector<Program> both_at_once;
    both_at_once.push_back(first(self, ended));
    both_at_once.push_back(later(self));
    co_await All{self, std::move(both_at_once)};
  });
  CHECK(ended);
  CHECK(small.machine.completed() == 3 * kHop);
}

TEST_CASE("another relay hears of what is to be passed on and can do it in its own time",
          "[processor][relay_node]") {
  const bool keeps = GENERATE(true, false);
  SmallMachine small{4};
  small.hold(0, 5);
  OwnRelay own{"own", keeps};
  own.behind = &small.machine.relays.relay.in_front(own);
  Cycles arrival{0};
  const std::function<Program(processor&)> program = [&](processor& self) -> Program {
    if (self.id() == 0) co_await self.send(kClockwise, self.pack(5));
    if (self.id() == 1) {
      Packet packet = co_await self.receive(kCounterclockwise);
      co_await pass_on(self, kCounterclockwise, 1U << kClockwise, packet);
    }
    if (self.id() == 2) {
      co_await self.receive_into_memory(kCounterclockwise);
      arrival = now();
    }
    if (self.id() == 3 && keeps) {  // in the place of the relay
      co_await self.wait_until(20_cycles);
      CHECK(arrival == 0_cycles);
      own.kept->post(kClockwise, Packet{*own.kept->packet});
      own.kept->passed();
    }
  };
  small.machine.load(program);
  sc_core::sc_start();
  CHECK(arrival == (keeps ? 20_cycles : kHop) + kHop);
  CHECK(small.machine.waiting_text().empty());
  CHECK(own.heard == decltype(own.heard){{kHop, 1, 1U << kClockwise}});
}

TEST_CASE("both ends when the slower of two actions has ended", "[processor]") {
  SmallMachine small{3};
  small.hold(0, 0);
  small.hold(1, 1);
  small.run([](processor& self) -> Program {
    if (self.id() == 2) co_return;
    if (self.id() == 1) co_await self.send(kClockwise, self.pack(1));  // one hop late
    const unsigned channel = self.id() == 0 ? kClockwise : kCounterclockwise;
    const Packet packet =
        co_await both(self.send(channel, self.pack(self.id())), self.receive_into_memory(channel));
    CHECK(packet.source() == 1 - self.id());
    CHECK(now() == 2 * kHop);
  });
}

TEST_CASE("the first of two actions to end is enough, the other one is cancelled", "[processor]") {
  SmallMachine small{3};
  small.hold(1, 1);
  small.run([](processor& self) -> Program {
    if (self.id() == 1) {
      co_await self.wait_until(3_cycles);
      co_await self.send(kCounterclockwise, self.pack(1));
    }
    if (self.id() != 0) co_return;
    std::optional<Wait> wait;  // all of them in the same place, as an alarm knows them
    const auto wait_for = [&](Cycles cycle) -> Wait& { return wait.emplace(self, cycle); };
    Receive missed = self.receive(kClockwise);
    Ended which = co_await any(wait_for(1_cycles), missed);
    CHECK((which.first && !which.second));
    CHECK(now() == 1_cycles);
    Receive again = self.receive(kClockwise);
    which = co_await any(again, wait_for(2_cycles));
    CHECK((!which.first && which.second));
    CHECK(now() == 2_cycles);
    Receive packet = self.receive(kClockwise);
    which = co_await any(packet, wait_for(50_cycles));
    CHECK((which.first && !which.second));
    CHECK(now() == 3_cycles + kHop);
    CHECK(packet.result().source() == 1);
    Wait& last = wait_for(60_cycles);
    co_await last;
    CHECK(now() == 60_cycles);
  });
}

TEST_CASE("several programs of a processor run at the same time", "[processor]") {
  SmallMachine small{4};
  small.hold(0, 0);
  small.run([](processor& self) -> Program {
    const auto send = [&self](unsigned channel, int times) -> Program {
      for (int i = 0; i < times; ++i) co_await self.send(channel, self.pack(0));
    };
    if (self.id() != 0) co_return;
    std::vector<Program> programs;
    programs.push_back(send(kClockwise, 3));
    programs.push_back(send(kCounterclockwise, 1));
    programs.push_back(nothing(self));
    co_await all(self, std::move(programs));
    CHECK(now() == 3 * kHop);
    co_await all(self, {});
    CHECK(now() == 3 * kHop);
  });
}

TEST_CASE("a program calls a program and goes on where that ends", "[processor]") {
  SmallMachine small{3};
  small.hold(0, 0);
  small.run([](processor& self) -> Program {
    const auto hop = [](processor& node) -> Program {
      co_await node.send(kClockwise, node.pack(0));
    };
    if (self.id() != 0) co_return;
    co_await nothing(self);
    CHECK(now() == 0_cycles);
    co_await hop(self);
    co_await hop(self);
    CHECK(now() == 2 * kHop);
  });
}

TEST_CASE("an empty packet is not sent and takes no time", "[processor]") {
  SmallMachine small{3};
  small.run([](processor& self) -> Program {
    self.post(kClockwise, Packet{});
    co_await self.send(kClockwise, Packet{});
    CHECK(now() == 0_cycles);
  });
  CHECK(small.machine.links.figures().transfers == 0);
}

TEST_CASE("a packet that is passed on keeps its number, every new one has its own", "[processor]") {
  SmallMachine small{3};
  small.hold(0, 0);
  small.hold(0, 1);
  std::vector<PacketId> seen;
  small.run([&seen](processor& self) -> Program {
    if (self.id() == 0) {
      self.post(kClockwise, self.pack(0));
      self.post(kClockwise, self.pack(1));
    } else {
      for (int i = 0; i < 2; ++i) {
        Packet packet = co_await self.receive_into_memory(kCounterclockwise);
        seen.push_back(packet.id());
        if (self.id() == 1) self.post(kClockwise, std::move(packet));
      }
    }
  });
  REQUIRE(seen.size() == 4);
  CHECK(std::set<PacketId>{seen.begin(), seen.end()}.size() == 2);
}

// ---- rules --------------------------------------------------------------------------------------

TEST_CASE("a node cannot send what it does not hold", "[processor][fault]") {
  SmallMachine small{3};
  const auto fault = small.fault([](processor& self) -> Program {
    if (self.id() == 1) self.post(kClockwise, self.pack(7));
    co_return;
  });
  REQUIRE(fault);
  CHECK(fault->kind == "program");
  CHECK(fault->part == "ring.node_1");
  CHECK(fault->message == "Node 1 sends 7[0+8] but does not hold all of it.");
}

TEST_CASE("a word that a node holds already may not come again", "[processor][fault]") {
  SmallMachine small{3};
  small.hold(0, 4);
  const auto fault = small.fault([](processor& self) -> Program {
    if (self.id() == 0) {
      self.post(kClockwise, self.pack(Blocks{Interval{4, 1}, {0_words, 4_words}}));
      self.post(kClockwise, self.pack(Blocks{Interval{4, 1}, {3_words, 5_words}}));  // word 3 again
    } else if (self.id() == 1) {
      co_await self.receive_into_memory(kCounterclockwise);
      co_await self.receive_into_memory(kCounterclockwise);
    }
  });
  REQUIRE(fault);
  CHECK(fault->kind == "program");
  CHECK(fault->part == "ring.node_1");
  CHECK(fault->cycle == 4_cycles + 5_cycles);
  CHECK_THAT(fault->message, Catch::Contains("4[3+5]"));
}

TEST_CASE("nobody sends or receives where no link is", "[processor][fault]") {
  const bool sends = GENERATE(true, false);
  SmallMachine small{3};
  small.hold(2, 0);
  const auto fault = small.fault([sends](processor& self) -> Program {
    if (self.id() != 2) co_return;
    if (sends) co_await self.send(2, self.pack(0));
    if (!sends) co_await self.receive(2);
  });
  REQUIRE(fault);
  CHECK(fault->kind == "port-rule");
  CHECK(fault->part == "ring.node_2");
  CHECK_THAT(fault->message, Catch::Contains("channel 2, which no link joins"));
}

TEST_CASE("a channel hands a packet to one receive at a time", "[processor][fault]") {
  SmallMachine small{3};
  const auto fault = small.fault([](processor& self) -> Program {
    const auto receive = [](processor& node) -> Program { co_await node.receive(kClockwise); };
    if (self.id() != 0) co_return;
    std::vector<Program> programs;
    programs.push_back(receive(self));
    programs.push_back(receive(self));
    co_await all(self, std::move(programs));
  });
  REQUIRE(fault);
  CHECK(fault->kind == "program");
  CHECK_THAT(fault->message, Catch::Contains("receives twice at once at channel 0"));
}

TEST_CASE("what a program throws ends the run", "[processor][fault]") {
  const bool nested = GENERATE(true, false);
  SmallMachine small{3};
  const auto fault = small.fault([nested](processor& self) -> Program {
    const auto fail = [](processor&) -> Program {
      throw std::runtime_error{"no such block"};
      co_return;
    };
    if (self.id() != 1) co_return;
    if (nested) co_await fail(self);
    throw std::runtime_error{"no such block"};
  });
  REQUIRE(fault);
  CHECK(fault->kind == "program");
  CHECK(fault->part == "ring.node_1");
  CHECK_THAT(fault->message, Catch::Contains("node 1") && Catch::Contains("no such block"));
}

TEST_CASE("every port rule is enforced, and named with node, packet and cycle",
          "[processor][fault]") {
  struct Case {
    PortRule rule;
    bool reads_both;           ///< node 0 reads both neighbours at once
    bool both_ways;            ///< nodes 0 and 1 send to each other
    bool reads_while_writing;  ///< node 0 reads one neighbour and writes the other
    bool writes_both;          ///< node 0 writes both neighbours
  };
  // Which of these a rule allows.
  const auto expected = GENERATE(values<Case>({{PortRule::kRingStrict, false, false, true, true},
                                               {PortRule::kAllHalf, true, false, true, true},
                                               {PortRule::kAllFull, true, true, true, true},
                                               {PortRule::kUniform, true, false, false, true},
                                               {PortRule::kOneInOneOut, false, false, true, false},
                                               {PortRule::kOnePort, false, false, false, false}}));
  CAPTURE(std::string{to_string(expected.rule)});
  struct Hop {
    NodeId from;
    unsigned channel;
  };
  const auto faults = [&](const std::vector<Hop>& hops) {
    SmallMachine small{4, {64, 8_words}, {2_cycles, 2_words}, expected.rule};
    for (NodeId v = 0; v < 4; ++v) small.hold(v, v);
    const auto fault = small.fault([&](processor& self) -> Program {
      co_await self.step();
      for (const Hop& hop : hops) {
        if (hop.from == self.id()) self.post(hop.channel, self.pack(self.id()));
      }
    });
    if (!fault) return false;
    CHECK(fault->kind == "port-rule");
    CHECK(fault->cycle == 0_cycles);
    CHECK_THAT(fault->part, Catch::StartsWith("ring.links.link_"));
    CHECK_THAT(fault->message, Catch::Contains(std::string{to_string(expected.rule)}) &&
                                   Catch::Contains("packet") && Catch::Contains("Node"));
    return true;
  };
  CHECK(faults({{1, kCounterclockwise}, {3, kClockwise}}) != expected.reads_both);
  CHECK(faults({{0, kClockwise}, {1, kCounterclockwise}}) != expected.both_ways);
  CHECK(faults({{3, kClockwise}, {0, kClockwise}}) != expected.reads_while_writing);
  CHECK(faults({{0, kClockwise}, {0, kCounterclockwise}}) != expected.writes_both);
}

TEST_CASE("a transfer that begins when another ends does not break a rule", "[processor]") {
  SmallMachine small{3, {64, 8_words}, {2_cycles, 2_words}, PortRule::kOnePort};
  small.hold(0, 0);
  CHECK_FALSE(small.fault([](processor& self) -> Program {
    if (self.id() == 0) {
      co_await self.send(kClockwise, self.pack(0));
    } else {
      Packet packet = co_await self.receive(kCounterclockwise);
      if (self.id() == 1) co_await self.send(kClockwise, std::move(packet));
    }
  }));
}

TEST_CASE("a run that lasts longer than the kernel can count is stopped", "[processor][fault]") {
  const Cycles startup{1'000'000'000'000};
  SmallMachine small{3, {1, 1_words}, {startup, 1_words}};
  small.hold(0, 0);
  const auto fault = small.fault([](processor& self) -> Program {
    for (int i = 0; self.id() == 0 && i < 2000; ++i) co_await self.send(kClockwise, self.pack(0));
  });
  REQUIRE(fault);
  CHECK(fault->kind == "limit");
  CHECK(fault->cycle == 1844 * (startup + 1_cycles));  // 2^64 ps are 1.8447e15 cycles
}

// ---- waiting ------------------------------------------------------------------------------------

TEST_CASE("a machine tells who waits for what", "[processor][deadlock]") {
  SmallMachine small{4};
  small.hold(1, 1);
  small.run([](processor& self) -> Program {
    if (self.id() == 0) co_return;
    if (self.id() == 3) co_await self.step();
    co_await self.receive(self.id() == 1 ? kClockwise : kCounterclockwise);
  });
  CHECK(small.machine.first_waiting() == "ring.node_1");
  CHECK(small.machine.waiting_text() ==
        "Waiting: ring.node_1 for a packet on ring.links.link_2_to_1; "
        "ring.node_2 for a packet on ring.links.link_1_to_2; "
        "ring.node_3 for the end of a lock step.");
}

TEST_CASE("a listener hears what a program waits for, however often it has waited so before",
          "[processor][trace]") {
  struct Waits final : trace_sink_if {
    void record(const TraceRow& row) override {
      if (row.kind != TraceKind::kWait) return;
      const node& self = ring->node(row.source);
      REQUIRE((row.waits != nullptr) == !self.done());
      if (row.waits == nullptr) return;
      REQUIRE(*row.waits == self.waits());
      CHECK(row.part == self.name());
      CHECK(row.cycle == now());
      said[row.source].insert(in_words(*row.waits));
    }
    [[nodiscard]] bool wants_waits() const override { return true; }
    direct_machine* ring = nullptr;
    std::map<NodeId, std::set<std::string>> said;
  } waits;
  SmallMachine small{3};
  waits.ring = &small.machine;
  small.machine.listen(waits);
  for (NodeId v = 0; v < 3; ++v) small.hold(v, v);
  small.run([](processor& self) -> Program {
    const auto packet = [&self] { return self.pack(self.id()); };
    for (int round = 0; round < 3; ++round) {
      co_await both(self.send(kClockwise, packet()), self.receive(kCounterclockwise));
      co_await self.send(kClockwise, packet());
      co_await self.receive(kCounterclockwise);
      self.note_wait(WaitFor::kScheduleRow);
      co_await self.compute(Cycles{self.id()});
      self.note_wait(WaitFor::kNothing);
      co_await self.step();
      co_await both(self.send(kCounterclockwise, packet()), self.receive(kClockwise));
      co_await self.compute(1_cycles);
    }
  });
  CHECK(small.machine.waiting_text().empty());
  CHECK(waits.said[0].size() >= 4);
  CHECK(waits.said[1].size() >= 5);
}

TEST_CASE("a machine names the first of many that wait", "[processor][deadlock]") {
  SmallMachine small{100};
  small.run([](processor& self) -> Program { co_await self.receive(kClockwise); });
  CHECK_THAT(small.machine.waiting_text(), Catch::EndsWith("; and 92 others."));
}

TEST_CASE("a machine whose programs have ended waits for nothing", "[processor][deadlock]") {
  SmallMachine small{3};
  small.run(nothing);
  CHECK(small.machine.waiting_text().empty());
}
