#include "hw/time/calendar_queue.hpp"

#include <map>
#include <random>

#include <catch2/catch.hpp>

using namespace plexus;

TEST_CASE("an agenda hands out what is due next, in the order in which it was entered",
          "[agenda]") {
  Agenda<int> agenda;
  agenda.add(5_cycles, 1);
  agenda.add(2_cycles, 2);
  agenda.add(5_cycles, 3);
  agenda.add(9_cycles, 4);
  agenda.add(2_cycles, 5);
  CHECK(agenda.next() == 2_cycles);
  CHECK(agenda.take_next() == std::vector{2, 5});
  CHECK(agenda.next() == 5_cycles);
  CHECK(agenda.take_next() == std::vector{1, 3});
  CHECK(agenda.take_next() == std::vector{4});
  CHECK(agenda.empty());
}

TEST_CASE("what is added while the due items are looked at waits its turn", "[agenda]") {
  Agenda<int> agenda;
  agenda.add(1_cycles, 1);
  agenda.add(1_cycles, 2);
  std::vector<int> seen;
  for (const int item : agenda.take_next()) {
    seen.push_back(item);
    for (int i = 0; i < 100; ++i) agenda.add(Cycles{2 + i}, 10 * item);
  }
  CHECK(seen == std::vector{1, 2});
  CHECK(agenda.next() == 2_cycles);
  CHECK(agenda.take_next() == std::vector{10, 20});
}

TEST_CASE("an agenda agrees with a plain one", "[agenda]") {
  const auto seed = GENERATE(range(1U, 11U));
  const auto horizon = GENERATE(1U, 4U, 50U);
  CAPTURE(seed, horizon);
  std::mt19937 random{seed};
  Agenda<int> agenda;
  std::map<Cycles, std::vector<int>> plain;
  Cycles now{0};
  for (int item = 0; item < 2000; ++item) {
    if (random() % 3 == 0 && !plain.empty()) {
      REQUIRE_FALSE(agenda.empty());
      now = plain.begin()->first;
      REQUIRE(agenda.next() == now);
      REQUIRE(agenda.take_next() == plain.begin()->second);
      plain.erase(plain.begin());
    } else {
      const Cycles due = now + Cycles{1 + static_cast<std::int64_t>(random() % horizon)};
      agenda.add(due, item);
      plain[due].push_back(item);
    }
  }
}
