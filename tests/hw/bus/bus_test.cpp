#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/bus/module.hpp"
#include "tests/faults.hpp"
#include "tests/hw/bus/careless.hpp"

using namespace plexus;

namespace {

const LinkTiming kBusTiming{2_cycles, 2_words};
const BlockSpace kBusSpace{64, 8_words};  // a block takes 2 + 4 = 6 cycles

/// Processors on a bus, each of which holds all blocks that it is told to and runs a program.
struct Fixture {
  Fixture(NodeId nodes, NodeId channels, const ConstructionOrder& order = {})
      : machine{"bus", nodes, channels, kBusSpace, kBusTiming, order} {}

  void hold(NodeId node, BlockId block) {
    machine.node(node).store(Blocks{Interval{block, 1}, kBusSpace.whole()});
  }
  /// Processor v has block v.
  void hold_own() {
    for (NodeId v = 0; v < machine.size(); ++v) hold(v, v);
  }
  void run(const std::function<Program(bus_node&)>& program) {
    machine.load([&](bus_node& self) { return program(self); });
    sc_core::sc_start();
  }
  /// The fault that ends the run.
  Fault fault(const std::function<Program(bus_node&)>& program) {
    return fault_in([&] { run(program); }).value_or(Fault{});
  }

  FreshKernel kernel;
  bus_machine machine;
};

/// Reads packets from the bus that must come from 0, 1, ..
Program expect_from_0_on(bus_node& self, NodeId packets) {
  for (NodeId from = 0; from < packets; ++from) {
    const Packet packet = co_await self.read();
    CHECK(packet.source() == from);
  }
}

}  // namespace

TEST_CASE("a broadcast takes as long as a move: one transfer", "[bus]") {
  const auto readers = GENERATE(1u, 2u, 4u);
  CAPTURE(readers);
  Fixture at{5, 1};
  at.hold(0, 7);
  at.run([&](bus_node& self) -> Program {
    return [](bus_node& me, NodeId last) -> Program {
      std::vector<NodeId> all;
      for (NodeId v = 1; v <= last; ++v) all.push_back(v);
      if (me.id() == 0) co_await me.write(NodeSet{all}, me.pack(7));
      if (me.id() > 0 && me.id() <= last) co_await me.read_into_memory();
    }(self, readers);
  });
  CHECK(at.machine.completed() == kBusTiming.hop(kBusSpace.words));
  CHECK(at.machine.wires.figures().words == 8_words);
  CHECK(at.machine.waiting_text().empty());
  for (NodeId v = 1; v <= readers; ++v) {
    CHECK(at.machine.node(v).memory().contains(Blocks{Interval{7, 1}, kBusSpace.whole()}));
  }
}

TEST_CASE("what the bus brings before anyone asks for it waits in order", "[bus]") {
  Fixture at{3, 1};
  for (BlockId block = 0; block < 3; ++block) at.hold(0, block);
  at.run([](bus_node& self) -> Program {
    return [](bus_node& me) -> Program {
      if (me.id() == 0) {
        for (const BlockId block : {2U, 0U, 1U}) co_await me.write(NodeSet::one(1), me.pack(block));
      }
      if (me.id() != 1) co_return;
      co_await me.wait_until(Cycles{10 * kBusTiming.hop(kBusSpace.words).count()});
      for (const BlockId expected : {2U, 0U, 1U}) {
        const Packet packet = co_await me.read();
        CHECK(packet.blocks().intervals().front().first == expected);
      }
    }(self);
  });
  CHECK(at.machine.waiting_text().empty());
}

TEST_CASE("a channel freed in a time step is taken in it, the lowest processor first", "[bus]") {
  const ConstructionOrder order =
      GENERATE(ConstructionOrder{}, ConstructionOrder{3, 1, 0, 2}, ConstructionOrder{2, 3, 1, 0});
  Fixture at{4, 1, order};
  at.hold_own();
  at.run([](bus_node& self) -> Program {
    if (self.id() > 0) {
      co_await self.write(NodeSet::one(0), self.pack(self.id()));
    } else {
      for (NodeId from = 1; from < 4; ++from) {
        const Packet packet = co_await self.read_into_memory();
        CHECK(packet.source() == from);
      }
    }
  });
  CHECK(at.machine.completed() == 18_cycles);
  CHECK(at.machine.wires.waited(1) == 0_cycles);
  CHECK(at.machine.wires.waited(2) == 6_cycles);
  CHECK(at.machine.wires.waited(3) == 12_cycles);
  CHECK(at.machine.wires.figures().peak_waiting == 2);
}

TEST_CASE("a request that cannot be granted lets the next pass", "[bus]") {
  Fixture at{5, 2};
  at.hold_own();
  at.run([](bus_node& self) -> Program {
    switch (self.id()) {
      case 0:
        co_await self.write(NodeSet::one(4), self.pack(0));
        break;
      case 1:
        co_await self.write(NodeSet::one(4), self.pack(1));
        break;  // 4 is busy
      case 2:
        co_await self.write(NodeSet::one(3), self.pack(2));
        break;
      case 3:
        co_await self.read();
        break;
      default:
        co_await expect_from_0_on(self, 2);
    }
  });
  CHECK(at.machine.completed() == 12_cycles);
  CHECK(at.machine.wires.figures().peak_active == 2);
  CHECK(at.machine.wires.waited(2) == 0_cycles);
}

TEST_CASE("what is asked for after a lock step counts in the same time step", "[bus]") {
  Fixture at{3, 1};
  at.hold_own();
  at.run([](bus_node& self) -> Program {
    if (self.id() == 0) {  // comes last, and is served first all the same
      co_await self.step();
      co_await self.write(NodeSet::one(2), self.pack(0));
    } else if (self.id() == 1) {
      std::vector<Program> both;
      both.push_back([](bus_node& me) -> Program { co_await me.step(); }(self));
      both.push_back(
          [](bus_node& me) -> Program { co_await me.write(NodeSet::one(2), me.pack(1)); }(self));
      co_await all(self, std::move(both));
    } else {
      co_await self.step();
      co_await expect_from_0_on(self, 2);
    }
  });
  CHECK(at.machine.completed() == 12_cycles);
}

TEST_CASE("a processor may ask while it reads: it waits until it is free", "[bus]") {
  Fixture at{3, 3};
  at.hold_own();
  at.run([](bus_node& self) -> Program {
    if (self.id() == 0) co_await self.write(NodeSet::one(1), self.pack(0));
    if (self.id() == 1) co_await self.write(NodeSet::one(2), self.pack(1));
    if (self.id() == 2) co_await self.read();
  });
  CHECK(at.machine.completed() == 12_cycles);
}

TEST_CASE("the bus stops a program that writes to itself or to nobody there", "[bus][rule]") {
  SECTION("itself") {
    Fixture at{3, 1};
    at.hold_own();
    const Fault fault = at.fault([](bus_node& self) -> Program {
      const NodeSet readers{{0, 1}};
      if (self.id() == 1) co_await self.write(readers, self.pack(1));
    });
    check_rule("bus.wires", fault, "own-reader", 1, 0_cycles);
  }
  SECTION("nobody") {
    Fixture at{3, 1};
    at.hold_own();
    const Fault fault = at.fault([](bus_node& self) -> Program {
      if (self.id() == 1) co_await self.write(NodeSet::one(3), self.pack(1));
    });
    check_rule("bus.wires", fault, "own-reader", 1, 0_cycles);
  }
}

TEST_CASE("the bus stops a processor that asks twice at once", "[bus][rule]") {
  Fixture at{3, 3};
  at.hold_own();
  const Fault fault = at.fault([](bus_node& self) -> Program {
    if (self.id() != 2) co_return;
    std::vector<Program> both;
    for (NodeId to = 0; to < 2; ++to) {
      both.push_back([](bus_node& me, NodeId reader) -> Program {
        co_await me.write(NodeSet::one(reader), me.pack(2));
      }(self, to));
    }
    co_await all(self, std::move(both));
  });
  check_rule("bus.wires", fault, "one-request", 2, 0_cycles);
}

TEST_CASE("the bus stops a schedule with more transactions than channels", "[bus][rule]") {
  Fixture at{6, 2};
  at.hold_own();
  const Fault fault = at.fault([](bus_node& self) -> Program {
    for (int round = 0; round < 2; ++round) {  // two pairs fit, three do not
      const NodeId pairs = round == 0 ? 2 : 3;
      if (self.id() < pairs) {
        co_await self.write_now(NodeSet::one(self.id() + 3), self.pack(self.id()));
      } else if (self.id() >= 3 && self.id() < 3 + pairs) {
        co_await self.read();
      }
      co_await self.step();
    }
  });
  check_rule("bus.wires", fault, "k-star", 2, 6_cycles);
}

TEST_CASE("the bus stops a schedule that needs a processor twice", "[bus][rule]") {
  SECTION("as reader of two") {
    Fixture at{4, 4};
    at.hold_own();
    const Fault fault = at.fault([](bus_node& self) -> Program {
      const NodeSet readers{{2, 3}};
      if (self.id() < 2) co_await self.write_now(readers, self.pack(self.id()));
    });
    check_rule("bus.wires", fault, "one-transaction", 2, 0_cycles);
    CHECK_THAT(fault.message, Catch::Contains("node 0"));
  }
  SECTION("as writer while it reads") {
    Fixture at{4, 4};
    at.hold_own();
    const Fault fault = at.fault([](bus_node& self) -> Program {
      if (self.id() == 0) co_await self.write(NodeSet::one(1), self.pack(0));
      if (self.id() == 1) co_await self.write_now(NodeSet::one(2), self.pack(1));
    });
    check_rule("bus.wires", fault, "one-transaction", 1, 0_cycles);
  }
}

TEST_CASE("a bus knows its processors, and has some", "[bus][rule]") {
  const FreshKernel kernel;
  bus wires{"wires", 2, 1, LinkTiming{}};
  struct Asks final : BusTransfer {
    Asks() : BusTransfer{9, NodeSet::one(0), Packet{1, 9, 0, 1_words, {}}} {}
    void ended() override {}
  } transfer;
  struct Reads final : BusArrival {
    Reads() : BusArrival{2} {}
    void ended() override {}
  } arrival;
  bus_tx_if& writer = wires;
  bus_rx_if& reader = wires;
  CHECK_THROWS_AS(writer.ask(transfer), sc_core::sc_report);
  CHECK_THROWS_AS(reader.ask(arrival), sc_core::sc_report);
  CHECK_THROWS_WITH((bus{"none", 0, 0, LinkTiming{}}), Catch::Contains("0 processors and 0"));
  CHECK_THROWS_AS((bus{"slow", 2, 1, LinkTiming{0_cycles, 0_words}}), std::invalid_argument);
}

TEST_CASE("the bus itself sees a wrong arbiter", "[bus][rule]") {
  const auto writes = [](bus_node& self) -> Program {
    if (self.id() < 2) co_await self.write(NodeSet::one(self.id() + 2), self.pack(self.id()));
  };
  SECTION("more grants than channels") {
    Fixture at{4, 1};
    careless_arbiter careless;
    at.machine.wires.arbiter(careless);
    at.hold_own();
    check_rule("bus.wires", at.fault(writes), "k-star", 1, 0_cycles);
  }
  SECTION("a processor in two transactions") {
    Fixture at{4, 4};
    careless_arbiter careless;
    at.machine.wires.arbiter(careless);
    at.hold_own();
    const Fault fault = at.fault([](bus_node& self) -> Program {
      if (self.id() < 2) co_await self.write(NodeSet::one(3), self.pack(self.id()));
    });
    check_rule("bus.wires", fault, "one-transaction", 3, 0_cycles);
  }
  SECTION("a grant that nobody asked for") {
    Fixture at{4, 4};
    careless_arbiter careless{{3}};
    at.machine.wires.arbiter(careless);
    at.hold_own();
    check_rule("bus.wires", at.fault(writes), "one-request", 3, 0_cycles);
  }
}

TEST_CASE("an arbiter of a bus may take its time, but not for ever", "[bus][rule]") {
  const auto writes = [](bus_node& self) -> Program {
    if (self.id() < 2) co_await self.write(NodeSet::one(self.id() + 2), self.pack(self.id()));
  };
  const auto [period, cycles] = GENERATE(table<unsigned, std::int64_t>({{1, 6}, {2, 7}, {5, 10}}));
  {
    Fixture at{4, 2};
    late_arbiter late{4, 2, period};
    at.machine.wires.arbiter(late);
    at.hold_own();
    at.run(writes);
    CHECK(at.machine.completed() == Cycles{cycles});
  }
  Fixture at{4, 2};
  late_arbiter never{4, 2, 0};
  at.machine.wires.arbiter(never);
  at.hold_own();
  const Fault fault = at.fault(writes);
  CHECK(fault.kind == "starvation");
  CHECK_THAT(fault.message, Catch::Contains("though 2 wait, node 0 first"));
}

TEST_CASE("an arbiter of a bus names those that it grants by rising number", "[bus][rule]") {
  Fixture at{4, 2};
  late_arbiter falling{4, 2, 1, true};
  at.machine.wires.arbiter(falling);
  at.hold_own();
  const Fault fault = at.fault([](bus_node& self) -> Program {
    if (self.id() < 2) co_await self.write(NodeSet::one(self.id() + 2), self.pack(self.id()));
  });
  CHECK(fault.kind == "program");
  CHECK_THAT(fault.message, Catch::Contains("It grants to nodes 1, 0: name them by rising number"));
}

TEST_CASE("who waits for the bus says so", "[bus]") {
  Fixture at{2, 1};
  at.hold_own();
  at.run([](bus_node& self) -> Program {
    if (self.id() == 0) co_await self.read();
  });
  CHECK(at.machine.waiting_text() == "Waiting: bus.node_0 for a packet on the bus.");
}

TEST_CASE("programs sleep through the lock steps of others", "[barrier]") {
  Fixture at{3, 1};
  at.hold_own();
  at.run([](bus_node& self) -> Program {
    if (self.id() == 0) {  // works in steps 0, 1, 2
      for (int step = 0; step < 3; ++step) {
        co_await self.write(NodeSet::one(2), self.pack(0));
        co_await self.step();
      }
    } else if (self.id() == 1) {  // works in step 3
      co_await self.step(3);
      co_await self.write_now(NodeSet::one(2), self.pack(1));
    } else {
      co_await self.step(1000);  // nobody works in the last ones
    }
  });
  CHECK(at.machine.completed() == 24_cycles);
  CHECK(at.machine.steps.steps() == 1000);
  CHECK(at.machine.waiting_text().empty());
}

TEST_CASE("a bus takes as many taps as it has processors", "[bus][wiring]") {
  const NodeId taps = GENERATE(2U, 4U);
  struct Tap final : sc_core::sc_module {
    explicit Tap(sc_core::sc_module_name name) : sc_module{name} {}
    sc_core::sc_port<bus_tx_if> writes{"writes"};
    sc_core::sc_port<bus_rx_if> reads{"reads"};
  };
  const FreshKernel kernel;
  bus wires{"wires", 3, 1, kBusTiming};
  std::vector<std::unique_ptr<Tap>> all;
  for (NodeId v = 0; v < taps; ++v) {
    all.push_back(std::make_unique<Tap>(("tap_" + std::to_string(v)).c_str()));
    all.back()->writes(wires);
    all.back()->reads(wires);
  }
  CHECK_THROWS_WITH(sc_core::sc_start(sc_core::SC_ZERO_TIME),
                    Catch::Contains("Bus wires is for 3 processors") &&
                        Catch::Contains(std::to_string(taps) + " ports, tap_") &&
                        Catch::Contains(".writes among them, are bound to write it: " +
                                        std::string{taps == 2 ? "bind one" : "make the bus"}));
}

TEST_CASE("a node without a bus is told by its port", "[bus][wiring]") {
  const FreshKernel kernel;
  struct Tap final : sc_core::sc_module {
    explicit Tap(sc_core::sc_module_name name) : sc_module{name} {}
    sc_core::sc_port<bus_tx_if> writes{"writes"};
  } tap{"tap"};
  CHECK_THROWS_WITH(sc_core::sc_start(sc_core::SC_ZERO_TIME), Catch::Contains("tap.writes"));
}

TEST_CASE("a bus answers for its channels", "[bus]") {
  const FreshKernel kernel;
  bus wires{"wires", 3, 2, kBusTiming};
  std::vector<std::string> names;
  wires.for_each_light_part([&](const LightPart& part) { names.push_back(part.name); });
  CHECK(names == std::vector<std::string>{"wires.channel_0", "wires.channel_1"});
}

namespace {

/// An ordinary module at a tap: writes once, or reads once.
struct Tap final : sc_core::sc_module {
  Tap(sc_core::sc_module_name name, NodeId number, NodeSet to)
      : sc_module{name}, write{number, std::move(to)}, read{number} {
    SC_HAS_PROCESS(Tap);
    SC_METHOD(begin);
  }
  struct Write final : BusTransfer {
    Write(NodeId number, NodeSet to)
        : BusTransfer{number, std::move(to), {1, number, 0, 8_words, {}}} {}
    void started() override { started_at = ClockPeriod{}.now(); }
    void ended() override { ended_at = ClockPeriod{}.now(); }
    Cycles started_at{-1}, ended_at{-1};
  };
  struct Read final : BusArrival {
    explicit Read(NodeId number) : BusArrival{number} {}
    void ended() override {
      CHECK(packet.words() == 8_words);
      arrived_at = ClockPeriod{}.now();
    }
    Cycles arrived_at{-1};
  };
  sc_core::sc_port<bus_tx_if> out{"out"};
  sc_core::sc_port<bus_rx_if> in{"in"};
  Write write;
  Read read;

 private:
  void begin() {
    if (!write.readers.empty()) return out->ask(write);
    CHECK(!in->ask(read));
  }
};

/// A bus of one's own: what is asked for goes to a bin, in a cycle.
struct Bin final : sc_core::sc_module, bus_tx_if, bus_rx_if {
  explicit Bin(sc_core::sc_module_name name) : sc_module{name} {
    SC_HAS_PROCESS(Bin);
    SC_METHOD(finish);
    sensitive << over;
    dont_initialize();
  }
  [[nodiscard]] NodeId processors() const override { return 2; }
  void ask(BusTransfer& transfer) override {
    asked = &transfer;
    transfer.started();
    over.notify(ClockPeriod{}.time(1_cycles));
  }
  bool ask(BusArrival&) override { return false; }
  void finish() { asked->ended(); }
  BusTransfer* asked = nullptr;
  sc_core::sc_event over{"over"};
};

}  // namespace

TEST_CASE("ordinary modules write and read a bus", "[hw][bus]") {
  const FreshKernel kernel;
  bus wires{"wires", 2, 1, kBusTiming};
  Tap writer{"writer", 0, NodeSet::one(1)};
  Tap reader{"reader", 1, {}};
  for (Tap* const tap : {&writer, &reader}) {
    tap->out(wires);
    tap->in(wires);
  }
  sc_core::sc_start();
  CHECK(writer.write.started_at == 0_cycles);
  CHECK(writer.write.ended_at == 6_cycles);  // 2 + 8 / 2
  CHECK(reader.read.arrived_at == 6_cycles);
}

TEST_CASE("an ordinary module is a bus", "[hw][bus]") {
  const FreshKernel kernel;
  Bin bin{"bin"};
  Tap writer{"writer", 0, NodeSet::one(1)};
  writer.out(bin);
  writer.in(bin);
  sc_core::sc_start();
  CHECK(writer.write.started_at == 0_cycles);
  CHECK(writer.write.ended_at == 1_cycles);
}

TEST_CASE("what modules ask for within some delta cycles of a time step is decided together",
          "[hw][bus]") {
  struct Reader final : sc_core::sc_module, bus_reader_if {
    explicit Reader(sc_core::sc_module_name name) : sc_module{name} {}
    void coming(NodeId /*reader*/) override {}
    void arrived(NodeId /*reader*/, const Packet& /*packet*/) override {}
  };
  const FreshKernel kernel;
  bus wires{"wires", 3, 1, kBusTiming};
  Reader reader{"reader"};
  wires.reader(reader);
  sc_core::sc_start(ClockPeriod{}.time(1_cycles));
  for (const Cycles now : {1_cycles, 21_cycles}) {
    CAPTURE(now);
    Tap::Write second{1, NodeSet::one(2)};
    Tap::Write first{0, NodeSet::one(2)};
    wires.ask(second);
    for (unsigned delta = 0; delta < bus::kDeltas; ++delta) {
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
    }
    wires.ask(first);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    CHECK(first.started_at == now);
    sc_core::sc_start(ClockPeriod{}.time(20_cycles));
    CHECK(second.started_at == now + 6_cycles);
  }
}
