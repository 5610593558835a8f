#include "hw/dispatcher.hpp"

#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/hw/small_machine.hpp"

using namespace plexus;

TEST_CASE("all programs begin in the first instant, in the order of construction", "[dispatcher]") {
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

TEST_CASE("a program that another one sets going runs in the same instant", "[dispatcher]") {
  SmallMachine small{3};
  std::vector<int> story;
  small.run([&](processor& self) -> Program {
    // The parts of node 0 end at once, so its program goes on while that of node 1 is still due.
    const auto part = [&story](int number) -> Program {
      story.push_back(number);
      co_return;
    };
    if (self.id() == 0) {
      std::vector<Program> parts;
      parts.push_back(part(1));
      parts.push_back(part(2));
      co_await all(self, std::move(parts));
      story.push_back(3);
    }
    co_await self.step();
    story.push_back(10 + static_cast<int>(self.id()));
    CHECK(ClockPeriod{}.now() == 0_cycles);
  });
  CHECK(story == std::vector<int>{1, 2, 3, 10, 11, 12});
}
