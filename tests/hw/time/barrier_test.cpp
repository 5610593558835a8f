#include "hw/time/barrier.hpp"

#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
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

namespace {

/// Says how long steps last, and ends them when they are over.
class Pace final : public sc_core::sc_module, private step_owner_if {
 public:
  Pace(sc_core::sc_module_name name, barrier& of) : sc_module{name}, steps{&of} {
    HW_PROCESSES(Pace);
    SC_METHOD(end);
    sensitive << over_;
    dont_initialize();
    of.last_as(*this);
  }
  void take(Arrival& arrival, std::uint64_t count) { steps->arrive(arrival, count, this); }

  barrier* steps;
  Arrival* woken = nullptr;  ///< at the end of the next step
  std::vector<std::uint64_t> begun;

 private:
  void steps_begin(std::uint64_t count) override {
    begun.push_back(count);
    over_.notify(ClockPeriod{}.time(static_cast<std::int64_t>(count) * 5_cycles));
  }
  void end() {
    if (woken != nullptr) steps->wake(*std::exchange(woken, nullptr));
    steps->end();
  }

  sc_core::sc_event over_{"over"};
};

/// Comes once, and goes when it is over.
struct Guest final : Arrival {
  explicit Guest(barrier& of) : steps{&of} { of.join(); }
  void over(std::uint64_t count) override {
    gone_by = count;
    ended = now();
    steps->leave();
  }
  barrier* steps;
  std::uint64_t gone_by = 0;
  Cycles ended{-1};
};

}  // namespace

TEST_CASE("steps with an owner last until it ends them, those in which nobody has a part at once",
          "[barrier]") {
  const FreshKernel kernel;
  barrier steps{"steps"};
  Pace pace{"pace", steps};
  Guest first{steps};
  Guest second{steps};
  Guest third{steps};
  pace.take(first, 1);
  pace.take(second, 4);
  pace.take(third, 9);
  CHECK(second.until() == 4);
  sc_core::sc_start();
  CHECK(pace.begun == std::vector<std::uint64_t>{1, 3, 5});
  CHECK(first.ended == 5_cycles);
  CHECK(second.ended == 20_cycles);
  CHECK(third.ended == 45_cycles);
  CHECK(third.gone_by == 9);
  CHECK(steps.steps() == 9);
}

TEST_CASE("who is woken has seen fewer steps, and nobody waits for it any more", "[barrier]") {
  const FreshKernel kernel;
  barrier steps{"steps"};
  Pace pace{"pace", steps};
  Guest first{steps};
  Guest sleeper{steps};
  Guest other{steps};
  pace.take(first, 2);
  pace.take(sleeper, 7);
  pace.take(other, 9);
  pace.woken = &sleeper;
  sc_core::sc_start();
  CHECK(sleeper.gone_by == 2);
  CHECK(sleeper.ended == 10_cycles);
  CHECK(other.gone_by == 9);
  CHECK(pace.begun == std::vector<std::uint64_t>{2, 7});
}
