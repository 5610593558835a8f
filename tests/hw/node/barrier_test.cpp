#include "hw/node/barrier.hpp"

#include <vector>

#include <catch2/catch.hpp>

#include "tests/hw/small_machine.hpp"

using namespace plexus;

namespace {

Cycles now() { return ClockPeriod{}.now(); }

/// Works for `hops` hops: sends so many blocks.
Program work(processor& self, NodeId hops) {
  for (NodeId i = 0; i < hops; ++i) co_await self.send(kClockwise, self.pack(self.id()));
}

/// A ring with words that take a cycle per hop and node; node v holds block v.
SmallMachine& with_own_blocks(SmallMachine& small) {
  for (NodeId v = 0; v < small.machine.size(); ++v) small.hold(v, v);
  return small;
}

const BlockSpace kSpace{64, 1_words};
const LinkTiming kTiming{0_cycles, 1_words};

}  // namespace

TEST_CASE("a lock step lasts as long as its slowest program", "[barrier]") {
  const auto nodes = GENERATE(NodeId{3}, NodeId{5});
  SmallMachine small{nodes, kSpace, kTiming};
  with_own_blocks(small).run([nodes](processor& self) -> Program {
    for (NodeId step = 0; step < 4; ++step) {
      CHECK(now() == step * Cycles{nodes});
      co_await work(self, self.id() + 1);  // the last node works for `nodes` cycles
      co_await self.step();
    }
  });
  CHECK(small.machine.steps.steps() == 4);
}

TEST_CASE("a lock step in which nothing happens takes no cycle", "[barrier]") {
  SmallMachine small{3};
  small.run([](processor& self) -> Program {
    for (int step = 0; step < 100; ++step) co_await self.step();
    CHECK(now() == 0_cycles);
  });
  CHECK(small.machine.steps.steps() == 100);
}

TEST_CASE("no program is waited for once it has ended", "[barrier]") {
  SmallMachine small{4, kSpace, kTiming};
  with_own_blocks(small).run([](processor& self) -> Program {
    co_await work(self, 2 * self.id());
    for (NodeId step = 0; step < self.id(); ++step) co_await self.step();
    if (self.id() == 3) CHECK(now() == 6_cycles);
  });
  CHECK(small.machine.waiting_text().empty());
}

TEST_CASE("a program sleeps through the steps it has no part in", "[barrier]") {
  SmallMachine small{3, kSpace, kTiming};
  with_own_blocks(small).run([](processor& self) -> Program {
    if (self.id() == 0) {  // works in every step
      for (int step = 0; step < 6; ++step) {
        co_await work(self, 1);
        co_await self.step();
      }
    } else {  // sleeps through 1, 2, 3 and works in 4
      co_await self.step(4);
      CHECK(now() == 4_cycles);
      co_await work(self, 5);
      co_await self.step();
      CHECK(now() == 9_cycles);
    }
  });
  CHECK(small.machine.steps.steps() == 6);
}

TEST_CASE("steps in which all sleep pass at once", "[barrier]") {
  SmallMachine small{3};
  small.run([](processor& self) -> Program {
    co_await self.step(self.id() == 0 ? 1'000'000'000 : 2'000'000'000);
    co_await self.step(self.id() == 0 ? 1'000'000'000 : 0);
    CHECK(now() == 0_cycles);
  });
  CHECK(small.machine.waiting_text().empty());
}

TEST_CASE("no steps at all are no wait", "[barrier]") {
  SmallMachine small{3};
  small.run([](processor& self) -> Program { co_await self.step(0); });
  CHECK(small.machine.steps.steps() == 0);
}

TEST_CASE("steps go on as one for programs that sleep differently", "[barrier]") {
  // Node v takes part in every (v + 1)-th step alone; all meet in steps that 6 divides.
  SmallMachine small{3};
  std::vector<std::vector<std::uint64_t>> seen(3);
  small.run([&](processor& self) -> Program {
    const std::uint64_t stride = self.id() + 1;
    for (std::uint64_t step = 0; step < 12; step += stride) {
      seen[self.id()].push_back(small.machine.steps.steps());
      co_await self.step(stride);
    }
  });
  for (NodeId v = 0; v < 3; ++v) {
    for (std::size_t i = 0; i < seen[v].size(); ++i) CHECK(seen[v][i] == i * (v + 1));
  }
}
