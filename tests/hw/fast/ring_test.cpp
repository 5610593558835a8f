#include "hw/fast/ring.hpp"

#include <deque>
#include <random>

#include <catch2/catch.hpp>

using namespace plexus;

TEST_CASE("a queue hands out what came first, however it is filled", "[ring-queue]") {
  const auto seed = GENERATE(range(1U, 11U));
  CAPTURE(seed);
  std::mt19937 random{seed};
  Ring<int> queue;
  std::deque<int> plain;
  for (int i = 0; i < 3000; ++i) {
    REQUIRE(queue.empty() == plain.empty());
    if (!plain.empty()) REQUIRE(queue.front() == plain.front());
    const bool fills = random() % 100 < (i / 500 % 2 == 0 ? 60U : 40U);
    if (fills || plain.empty()) {
      queue.push_back(i);
      plain.push_back(i);
    } else {
      queue.pop_front();
      plain.pop_front();
    }
  }
}
