#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/shared-memory/module.hpp"
#include "tests/faults.hpp"
#include "tests/hw/bus/careless.hpp"

using namespace plexus;

namespace {

const LinkTiming kTiming{2_cycles, 2_words};
const BlockSpace kSpace{64, 8_words};  // a block has 4 chunks and takes 2 + 4 = 6 cycles

/// Chunk c of block i in bank i + c.
BankLayout diagonal(BankId banks) {
  return {banks, [banks](BlockId block, std::uint64_t chunk) {
            return static_cast<BankId>((block + chunk) % banks);
          }};
}

/// Processors around a memory; processor v holds block v and runs a program.
struct BanksFixture {
  explicit BanksFixture(NodeId nodes, NodeId slots, BankLayout layout = {},
                        const ConstructionOrder& order = {})
      : machine{"shared_memory", {nodes, slots}, layout, kSpace, kTiming, order} {
    for (NodeId v = 0; v < nodes; ++v) {
      machine.node(v).store(Blocks{Interval{v, 1}, kSpace.whole()});
    }
  }

  void run(const std::function<Program(memory_node&)>& program) {
    machine.load([&](memory_node& self) { return program(self); });
    sc_core::sc_start();
  }
  /// The fault that ends the run.
  Fault fault(const std::function<Program(memory_node&)>& program) {
    return fault_in([&] { run(program); }).value_or(Fault{});
  }

  FreshKernel kernel;
  shared_memory_machine machine;
};

Blocks block(BlockId number) { return Blocks{Interval{number, 1}, kSpace.whole()}; }

/// Everybody writes its own block.
Program write_own(memory_node& self) { co_await self.write(self.pack(self.id())); }

/// Gives every bank to everybody.
class careless_banks final : public bank_arbiter_if {
 public:
  const std::vector<bool>& grant(std::span<const BankRequest> requests) override {
    granted_.assign(requests.size(), true);
    return granted_;
  }

 private:
  std::vector<bool> granted_;
};

}  // namespace

TEST_CASE("chunks are asked for from one of them on and round", "[memory_banks]") {
  BlockList list;
  list.add(5);
  list.add(9);
  const Blocks blocks = list.blocks({0_words, 5_words});  // 3 chunks of 2 words each
  const auto first = GENERATE(0u, 2u, 4u, 7u);
  CAPTURE(first);
  const std::vector<std::pair<BlockId, std::uint64_t>> all{{5, 0}, {5, 1}, {5, 2},
                                                           {9, 0}, {9, 1}, {9, 2}};
  ChunkWalk walk{blocks, 2_words, first};
  for (std::size_t i = 0; i < all.size(); ++i) {
    REQUIRE(walk.left() == all.size() - i);
    const auto& [number, chunk] = all[(first + i) % all.size()];
    CHECK(walk.block(blocks) == number);
    CHECK(walk.chunk() == chunk);
    walk.advance(blocks);
  }
  CHECK(walk.left() == 0);
}

TEST_CASE("slices of several blocks are walked chunk by chunk, each from its own first",
          "[memory_banks]") {
  BlockList list;
  for (const BlockId number : {3U, 4U, 8U}) list.add(number);
  const Blocks blocks =
      list.blocks({5_words, 4_words});  // words 5 .. 8: chunks 2, 3, 4 of two words
  for (const std::uint64_t first : {0U, 1U, 5U, 8U}) {
    ChunkWalk walk{blocks, 2_words, first};
    REQUIRE(walk.left() == 9);
    for (std::uint64_t i = first; i < first + 9; ++i) {
      CAPTURE(first, i);
      CHECK(walk.block(blocks) == std::vector<BlockId>{3, 4, 8}[i % 9 / 3]);
      CHECK(walk.chunk() == 2 + i % 3);
      walk.advance(blocks);
    }
    CHECK(walk.left() == 0);
  }
}

TEST_CASE("banks are asked by rising processor, whoever has begun before", "[memory_banks]") {
  // Node 2 has begun two cycles earlier; both want bank 0, in cycle 6 for the first time together.
  BanksFixture at{3, 3, {1, [](BlockId, std::uint64_t) { return BankId{0}; }}};
  std::vector<std::int64_t> ends(3);
  at.run([&ends](memory_node& self) -> Program {
    return [](memory_node& me, std::int64_t& end) -> Program {
      if (me.id() == 0) co_return;
      if (me.id() == 1) co_await me.wait_until(2_cycles);
      co_await me.write(me.pack(me.id()));
      end = ClockPeriod{}.now().count();
    }(self, ends[self.id()]);
  });
  CHECK(ends == std::vector<std::int64_t>{0, 8, 10});
  CHECK(at.machine.memory.stalls(1) == 0);
  CHECK(at.machine.memory.stalls(2) == 4);
  CHECK(at.machine.memory.bank_stalls(0) == 4);
  CHECK(at.machine.memory.bank_stalls() == 4);
  CHECK(at.machine.memory.figures().busy == 6_cycles + 10_cycles);
}

TEST_CASE("a slice of a block has the chunks that it touches", "[memory_banks]") {
  const Blocks part{Interval{3, 1},
                    {3_words, 4_words}};  // words 3 .. 6 of chunks 0-1, 2-3, 4-5, 6-7
  ChunkWalk walk{part, 2_words, 0};
  CHECK(walk.left() == 3);
  CHECK(walk.chunk() == 1);
}

TEST_CASE("a slot freed in a time step is taken in it, the lowest processor first",
          "[memory_banks]") {
  const ConstructionOrder order =
      GENERATE(ConstructionOrder{}, ConstructionOrder{3, 1, 0, 2}, ConstructionOrder{2, 3, 1, 0});
  const BankLayout layout = GENERATE(BankLayout{}, diagonal(8));
  BanksFixture at{4, 1, layout, order};
  at.run(write_own);
  CHECK(at.machine.completed() == 24_cycles);
  for (NodeId v = 0; v < 4; ++v) CHECK(at.machine.memory.waited(v) == v * 6_cycles);
  CHECK(at.machine.memory.figures().peak_active == 1);
  CHECK(at.machine.memory.figures().peak_waiting == 3);
}

TEST_CASE("whose bank is taken stalls for a cycle", "[memory_banks]") {
  BanksFixture at{
      3, 3, {4, [](BlockId, std::uint64_t chunk) { return static_cast<BankId>(chunk); }}};
  at.run(write_own);
  CHECK(at.machine.completed() == 8_cycles);  // the third is two chunks behind the first
  CHECK(at.machine.memory.bank_stalls() == 3);
  CHECK(at.machine.memory.bank_stalls(0) == 3);  // afterwards they follow each other
  CHECK(at.machine.memory.stalls(0) == 0);
  CHECK(at.machine.memory.stalls(1) == 1);
  CHECK(at.machine.memory.stalls(2) == 2);
}

TEST_CASE("what is written is there at the end of the access", "[memory_banks]") {
  BanksFixture at{2, 2};
  at.run([](memory_node& self) -> Program {
    if (self.id() == 1) co_await self.write(self.pack(1));
    co_await self.step();
    if (self.id() == 0) {
      const Packet packet = co_await self.read(block(1));
      self.store(packet.blocks());
    }
  });
  CHECK(at.machine.memory.contents().contains(block(1)));
  CHECK(at.machine.node(0).memory().contains(block(1)));
  CHECK(at.machine.completed() == 12_cycles);
}

TEST_CASE("a read of what is not there stops the run", "[memory_banks][rule]") {
  BanksFixture at{2, 2};
  const Fault fault = at.fault([](memory_node& self) -> Program {
    if (self.id() == 0) co_await self.read(block(1));
  });
  CHECK(fault.kind == "program");
  CHECK_THAT(fault.message, Catch::Contains("Node 0 reads 1[0+8], which is not in the memory"));
}

TEST_CASE("the memory stops a read of what is still being written", "[memory_banks][rule]") {
  const BankLayout layout = GENERATE(BankLayout{}, diagonal(8));
  BanksFixture at{3, 3, layout};
  const Fault fault = at.fault([](memory_node& self) -> Program {
    if (self.id() == 0) co_await self.write(self.pack(0));  // until cycle 6
    if (self.id() == 1) {
      co_await self.write(self.pack(Blocks{Interval{1, 1}, {0_words, 2_words}}));  // until 3
      co_await self.read(block(0));
    }
  });
  check_rule("shared_memory.memory", fault, "read-while-written", 1, 3_cycles);
}

TEST_CASE("nothing is written by two", "[memory_banks][rule]") {
  BanksFixture at{3, 3};
  at.machine.node(0).store(block(1));
  SECTION("at the same time") {
    const Fault fault = at.fault([](memory_node& self) -> Program {
      if (self.id() < 2) co_await self.write(self.pack(1));
    });
    check_rule("shared_memory.memory", fault, "read-while-written", 1, 0_cycles);
  }
  SECTION("one after the other") {
    const Fault fault = at.fault([](memory_node& self) -> Program {
      if (self.id() == 1) co_await self.step();
      if (self.id() < 2) co_await self.write(self.pack(1));
      if (self.id() != 1) co_await self.step();
    });
    CHECK(fault.kind == "program");
    CHECK_THAT(fault.message, Catch::Contains("nothing is written twice"));
  }
}

TEST_CASE("the memory stops a processor with two accesses", "[memory_banks][rule]") {
  BanksFixture at{2, 2};
  const Fault fault = at.fault([](memory_node& self) -> Program {
    if (self.id() != 1) co_return;
    std::vector<Program> both;
    for (std::int64_t half = 0; half < 2; ++half) {
      both.push_back([](memory_node& me, Words first) -> Program {
        co_await me.write(me.pack(Blocks{Interval{1, 1}, {first, 4_words}}));
      }(self, Words{4 * half}));
    }
    co_await all(self, std::move(both));
  });
  check_rule("shared_memory.memory", fault, "one-access", 1, 0_cycles);
}

TEST_CASE("the memory itself sees a wrong arbiter", "[memory_banks][rule]") {
  SECTION("more grants than slots") {
    BanksFixture at{4, 2};
    careless_arbiter careless;
    at.machine.memory.slot_arbiter(careless);
    check_rule("shared_memory.memory", at.fault(write_own), "k-star", 2, 0_cycles);
  }
  SECTION("a grant that nobody asked for") {
    BanksFixture at{4, 4};
    careless_arbiter careless{{2}};
    at.machine.memory.slot_arbiter(careless);
    const Fault fault = at.fault([](memory_node& self) -> Program {
      if (self.id() == 0) co_await self.write(self.pack(0));
    });
    check_rule("shared_memory.memory", fault, "one-access", 2, 0_cycles);
  }
  SECTION("two chunks of a bank in a cycle") {
    BanksFixture at{3, 3, {1, [](BlockId, std::uint64_t) { return BankId{0}; }}};
    careless_banks careless;
    (*at.machine.memory.banks_arbiter)(careless);
    check_rule("shared_memory.memory", at.fault(write_own), "one-chunk", 1, 2_cycles);
  }
}

TEST_CASE("an arbiter of a memory's slots may take its time, but not for ever",
          "[memory_banks][rule]") {
  BanksFixture at{2, 1};
  late_arbiter never{2, 1, 0};
  at.machine.memory.slot_arbiter(never);
  CHECK(at.fault(write_own).kind == "starvation");
}

TEST_CASE("a memory asks an arbiter that lets somebody wait in the next cycle again",
          "[memory_banks]") {
  const auto ended = [](unsigned period) {
    BanksFixture at{2, 2};
    late_arbiter late{2, 2, period};
    at.machine.memory.slot_arbiter(late);
    CHECK_FALSE(fault_in([&] { at.run(write_own); }));
    return at.machine.memory.figures().last_end;
  };
  CHECK(ended(4) == ended(1) + 3_cycles);
}

TEST_CASE("start-up cycles of all accesses are one event", "[memory_banks]") {
  FreshKernel kernel;
  const LinkTiming slow{1'000'000_cycles, 2_words};
  shared_memory_machine machine{"shared_memory", {2, 2}, diagonal(4), kSpace, slow};
  for (NodeId v = 0; v < 2; ++v) machine.node(v).store(block(v));
  machine.load([&](memory_node& self) { return write_own(self); });
  sc_core::sc_start();
  CHECK(machine.completed() == 1'000'004_cycles);
  CHECK(sc_core::sc_delta_count() < 100);
}

TEST_CASE("a memory takes as many ports as it has processors", "[memory_banks][wiring]") {
  const NodeId ports = GENERATE(1U, 3U);
  struct User final : sc_core::sc_module {
    explicit User(sc_core::sc_module_name name) : sc_module{name} {}
    sc_core::sc_port<memory_if> accesses{"accesses"};
  };
  const FreshKernel kernel;
  memory_banks memory{"memory", 2, 2, {1_cycles, 2_words}, kSpace};
  std::vector<std::unique_ptr<User>> all;
  for (NodeId v = 0; v < ports; ++v) {
    all.push_back(std::make_unique<User>(("user_" + std::to_string(v)).c_str()));
    all.back()->accesses(memory);
  }
  CHECK_THROWS_WITH(sc_core::sc_start(sc_core::SC_ZERO_TIME),
                    Catch::Contains("Memory memory is for 2 processors") &&
                        Catch::Contains(std::to_string(ports) + " ports, user_") &&
                        Catch::Contains(".accesses among them, are bound to it: " +
                                        std::string{ports == 1 ? "bind one" : "make the memory"}));
}

TEST_CASE("a memory answers for its slots and banks", "[memory_banks]") {
  const FreshKernel kernel;
  memory_banks memory{"memory", 2,
                      1,        {1_cycles, 2_words},
                      kSpace,   {2, [](BlockId, std::uint64_t) { return BankId{0}; }}};
  std::vector<std::string> names;
  memory.for_each_light_part([&](const LightPart& part) { names.push_back(part.name); });
  CHECK(names == std::vector<std::string>{"memory.slot_0", "memory.bank_0", "memory.bank_1"});
}

TEST_CASE("an arbiter of banks answers every request", "[memory_banks][rule]") {
  struct Silent final : bank_arbiter_if {
    const std::vector<bool>& grant(std::span<const BankRequest> /*requests*/) override {
      return none;
    }
    std::vector<bool> none;
  } silent;
  BanksFixture at{3, 3, {1, [](BlockId, std::uint64_t) { return BankId{0}; }}};
  (*at.machine.memory.banks_arbiter)(silent);
  CHECK_THAT(at.fault(write_own).message, Catch::Contains("answers 0 of 3 requests"));
}
