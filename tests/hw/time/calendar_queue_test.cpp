#include "hw/time/calendar_queue.hpp"

#include <map>
#include <random>

#include <catch2/catch.hpp>

using namespace plexus;

TEST_CASE("a calendar queue hands out what is due next, in the order in which it was entered",
          "[calendar]") {
  CalendarQueue<int> calendar;
  calendar.add(5_cycles, 1);
  calendar.add(2_cycles, 2);
  calendar.add(5_cycles, 3);
  calendar.add(9_cycles, 4);
  calendar.add(2_cycles, 5);
  CHECK(calendar.next() == 2_cycles);
  CHECK(calendar.take_next() == std::vector{2, 5});
  CHECK(calendar.next() == 5_cycles);
  CHECK(calendar.take_next() == std::vector{1, 3});
  CHECK(calendar.take_next() == std::vector{4});
  CHECK(calendar.empty());
}

TEST_CASE("what is added while the due items are looked at waits its turn", "[calendar queue]") {
  CalendarQueue<int> calendar;
  calendar.add(1_cycles, 1);
  calendar.add(1_cycles, 2);
  std::vector<int> seen;
  for (const int item : calendar.take_next()) {
    seen.push_back(item);
    for (int i = 0; i < 100; ++i) calendar.add(Cycles{2 + i}, 10 * item);
  }
  CHECK(seen == std::vector{1, 2});
  CHECK(calendar.next() == 2_cycles);
  CHECK(calendar.take_next() == std::vector{10, 20});
}

TEST_CASE("a calendar queue agrees with a plain one", "[calendar queue]") {
  const auto seed = GENERATE(range(1U, 11U));
  const auto horizon = GENERATE(1U, 4U, 50U);
  CAPTURE(seed, horizon);
  std::mt19937 random{seed};
  CalendarQueue<int> calendar;
  std::map<Cycles, std::vector<int>> plain;
  Cycles now{0};
  for (int item = 0; item < 2000; ++item) {
    if (random() % 3 == 0 && !plain.empty()) {
      REQUIRE_FALSE(calendar.empty());
      now = plain.begin()->first;
      REQUIRE(calendar.next() == now);
      REQUIRE(calendar.take_next() == plain.begin()->second);
      plain.erase(plain.begin());
    } else {
      const Cycles due = now + Cycles{1 + static_cast<std::int64_t>(random() % horizon)};
      calendar.add(due, item);
      plain[due].push_back(item);
    }
  }
}
