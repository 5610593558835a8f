#include "hw/node/executor.hpp"

#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/hw/small_machine.hpp"

using namespace plexus;

TEST_CASE("all programs begin in the first time step, in the order of construction", "[executor]") {
  const NodeId nodes = 40;  // more than it looks ahead
  SmallMachine small{nodes};
  std::vector<NodeId> begun;
  small.run([&](processor& self) -> Program {
    begun.push_back(self.id());
    CHECK(ClockPeriod{}.now() == 0_cycles);
    co_return;
  });
  std::vector<NodeId> all(nodes);
  std::iota(all.begin(), all.end(), NodeId{0});
  CHECK(begun == all);
}

TEST_CASE("a program that becomes due under way runs last, in the same time step", "[executor]") {
  SmallMachine small{3};
  std::vector<NodeId> story;
  small.run([&](processor& self) -> Program {
    const auto part = [&self]() -> Program { co_await self.step(); };
    if (self.id() == 0) {  // its part is resumed first, and with its end sets the program going
      std::vector<Program> parts;
      parts.push_back(part());
      co_await all(self, std::move(parts));
    } else {
      co_await self.step();
    }
    story.push_back(self.id());
    CHECK(ClockPeriod{}.now() == 0_cycles);
  });
  CHECK(story == std::vector<NodeId>{1, 2, 0});
}
