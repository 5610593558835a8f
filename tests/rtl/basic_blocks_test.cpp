/// The blocks that others are made of, by themselves, against what their files say in words.
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/rtl/block_bench.hpp"

namespace plexus::basic_blocks_test {

TEST_CASE("a queue gives back what has entered it, in order, and never more than fits",
          "[rtl][fifo]") {
  const unsigned depth = GENERATE(1u, 2u, 3u);
  block_bench queue{"rtl/basic", "fifo", {{"Width", 8}, {"Depth", depth}}};
  std::mt19937 random{5};
  std::deque<std::uint64_t> waiting;
  for (int cycle = 0; cycle < 2000; ++cycle) {
    // In stretches it fills up, and in others it runs empty.
    const bool offers = random() % 4 < (cycle / 50 % 2 == 0 ? 3 : 1);
    const bool takes = random() % 4 < (cycle / 50 % 2 == 0 ? 1 : 3);
    const std::uint64_t word = random() % 256;
    queue.set("valid_i", offers);
    queue.set("data_i", word);
    queue.set("ready_i", takes);
    queue.settle();
    CAPTURE(depth, cycle, waiting.size());
    const bool has_place = waiting.size() < depth;
    REQUIRE(queue.get("count_o") == waiting.size());
    REQUIRE(queue.get("ready_o") == (has_place ? 1 : 0));
    REQUIRE(queue.get("valid_o") == (waiting.empty() ? 0 : 1));
    if (!waiting.empty()) REQUIRE(queue.get("data_o") == waiting.front());
    if (takes && !waiting.empty()) waiting.pop_front();
    if (offers && has_place) waiting.push_back(word);
    queue.edge();
  }
  CHECK(queue.errors() == "");
}

TEST_CASE("a sender's credits are the places that are free", "[rtl][credit_counter]") {
  constexpr unsigned kDepth = 3;
  block_bench credits{"rtl/basic", "credit_counter", {{"Depth", kDepth}}};
  std::mt19937 random{7};
  unsigned left = kDepth;
  for (int cycle = 0; cycle < 1000; ++cycle) {
    const bool takes = left > 0 && random() % 2 == 0;
    const bool gives = (left < kDepth || takes) && random() % 2 == 0;
    credits.set("take_i", takes);
    credits.set("give_i", gives);
    credits.settle();
    CAPTURE(cycle, takes, gives);
    REQUIRE(credits.get("left_o") == left);
    left += gives ? 1 : 0;
    left -= takes ? 1 : 0;
    credits.edge();
  }
  CHECK(credits.errors() == "");
}

namespace {

/// Who wins, as the pins are described.
std::optional<unsigned> winner(unsigned arbitration, const std::vector<unsigned>& asking,
                               const std::vector<unsigned>& ages, unsigned last, unsigned skip) {
  if (asking.empty()) return {};
  if (arbitration == 0) {
    for (const unsigned one : asking) {
      if (one > last) return one;
    }
  } else if (arbitration == 2) {
    unsigned oldest = asking.front();
    for (const unsigned one : asking) {
      if (((ages[one] - ages[oldest]) & 15U) >= 8) oldest = one;
    }
    return oldest;
  } else if (arbitration == 3) {
    return asking[skip];
  }
  return asking.front();
}

}  // namespace

TEST_CASE("an arbiter grants one of those that ask, by each of its rules", "[rtl][arbiter]") {
  const unsigned inputs = GENERATE(2u, 3u, 4u);
  block_bench block{"rtl/basic", "arbiter", {{"Inputs", inputs}, {"AgeWidth", 4}}};
  std::mt19937 random{11};
  for (int round = 0; round < 4000; ++round) {
    const auto arbitration = static_cast<unsigned>(random() % 4);
    const auto asks = static_cast<unsigned>(random() % (1U << inputs));
    const auto last = static_cast<unsigned>(random() % inputs);
    const auto now = static_cast<unsigned>(random() % 16);
    std::vector<unsigned> asking;
    std::vector<unsigned> ages;  // less than half of all that there are apart
    for (unsigned i = 0; i < inputs; ++i) {
      ages.push_back((now + static_cast<unsigned>(random() % 8)) % 16);
      block.set_field("age_i", i, 4, ages.back());
      if ((asks >> i & 1) != 0) asking.push_back(i);
    }
    // Fewer are passed over than ask.
    const std::size_t among = asking.empty() ? 1 : asking.size();
    const auto skip = static_cast<unsigned>(random() % among);
    block.set("arbitration_i", arbitration);
    block.set("req_i", asks);
    block.set("last_i", last);
    block.set("skip_i", skip);
    block.settle();
    const auto wins = winner(arbitration, asking, ages, last, skip);
    CAPTURE(inputs, arbitration, asks, last, skip, now);
    REQUIRE(block.get("grant_o") == (wins ? 1U << *wins : 0U));
    if (wins) REQUIRE(block.get("winner_o") == *wins);
  }
  CHECK(block.errors() == "");
}

}  // namespace plexus::basic_blocks_test
