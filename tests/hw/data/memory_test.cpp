#include "hw/data/memory.hpp"

#include <random>
#include <set>

#include <catch2/catch.hpp>

using namespace plexus;

namespace {

Blocks part(BlockId block, std::int64_t first, std::int64_t count) {
  return {Interval{block, 1}, Slice{Words{first}, Words{count}}};
}

/// A set the plain way.
using Numbers = std::set<std::uint64_t>;

bool disjoint(const Numbers& numbers, Interval interval) {
  const auto next = numbers.lower_bound(interval.first);
  return next == numbers.end() || *next >= interval.end();
}

Numbers numbers_of(const std::vector<Interval>& runs) {
  Numbers numbers;
  for (const Interval& interval : runs) {
    for (std::uint64_t n = interval.first; n < interval.end(); ++n) numbers.insert(n);
  }
  return numbers;
}

}  // namespace

TEST_CASE("a number set agrees with a plain one, sparse, dense and scattered", "[memory]") {
  const auto apart = GENERATE(0U, 1U, 7U, 100U);  // 0: not scattered
  const auto universe =
      GENERATE(std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{64}, std::uint64_t{65},
               std::uint64_t{1000}, std::uint64_t{5000}, std::uint64_t{100'000'000});
  const auto longest = GENERATE(1U, 3U, 70U);
  const auto seed = GENERATE(1U, 2U, 3U);
  CAPTURE(apart, universe, longest, seed);
  std::mt19937_64 random{seed};
  NumberSet set;
  if (apart > 0) set.scatter(apart);
  Numbers plain;
  for (int i = 0; i < 600; ++i) {
    Interval interval{random() % universe, random() % longest + 1};
    interval.count = std::min(interval.count, universe - interval.first);
    const bool fresh = disjoint(plain, interval);
    REQUIRE(set.contains(interval) ==
            (numbers_of({interval}).size() ==
             static_cast<std::size_t>(std::distance(plain.lower_bound(interval.first),
                                                    plain.lower_bound(interval.end())))));
    if (fresh) {
      REQUIRE(set.add(interval, universe));
      plain.merge(numbers_of({interval}));
    } else if (set.contains(interval) && i % 3 == 0) {
      set.remove(interval);
      plain.erase(plain.lower_bound(interval.first), plain.lower_bound(interval.end()));
    }
  }
  CHECK(numbers_of(set.intervals()) == plain);
  const std::vector<Interval> runs = set.intervals();
  for (std::size_t i = 1; i < runs.size(); ++i) {
    CHECK(runs[i - 1].end() < runs[i].first);  // rising, and joined where they touch
  }
}

TEST_CASE("a number set tells when a number was there before", "[memory]") {
  const auto others = GENERATE(0U, 100U);  // none, or enough to make it dense
  NumberSet set;
  for (std::uint64_t i = 0; i < others; ++i) REQUIRE(set.add({200 + 2 * i, 1}, 400));
  REQUIRE(set.add({10, 5}, 400));
  CHECK_FALSE(set.add({14, 1}, 400));
  CHECK_FALSE(set.add({8, 3}, 400));
}

TEST_CASE("a set of bits sees an overlap in every one of its words", "[memory]") {
  for (const std::uint64_t apart : {0U, 1U, 13U}) {
    for (const std::uint64_t there : {64U, 130U, 200U, 319U}) {
      NumberSet set;
      if (apart > 0) set.scatter(apart);
      for (std::uint64_t n = 500; n < 600; n += 2) REQUIRE(set.add(Interval{n, 1}, 1000));
      REQUIRE(set.add(Interval{there, 1}, 1000));
      CAPTURE(apart, there);
      CHECK_FALSE(set.add(Interval{60, 260}, 1000));  // the words 0 .. 4, one of which has it
    }
  }
}

TEST_CASE("a memory stores no word twice", "[memory]") {
  Memory memory{{8, 10_words}};
  CHECK(memory.add(part(3, 0, 10)));
  CHECK_FALSE(memory.add(part(3, 0, 10)));
  CHECK_FALSE(memory.add(part(3, 4, 1)));
  CHECK(memory.add(part(4, 2, 5)));
  CHECK_FALSE(memory.add(part(4, 6, 2)));
  CHECK_FALSE(memory.add(part(4, 0, 10)));
}

TEST_CASE("a block is whole when its last word is there", "[memory]") {
  const auto words = GENERATE(1, 2, 7, 64, 65);
  const auto seed = GENERATE(1U, 2U, 3U);
  CAPTURE(words, seed);
  std::vector<std::int64_t> order(static_cast<std::size_t>(words));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
  std::shuffle(order.begin(), order.end(), std::mt19937{seed});
  Memory memory{{3, Words{words}}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    CHECK_FALSE(memory.contains(part(1, 0, words)));
    CHECK_FALSE(memory.contains(part(1, order[i], 1)));
    REQUIRE(memory.add(part(1, order[i], 1)));
    CHECK(memory.contains(part(1, order[i], 1)));
  }
  CHECK(memory.whole_blocks() == std::vector<Interval>{{1, 1}});
  CHECK(memory.partial_words().empty());
  CHECK(memory.contains(part(1, 0, words)));
}

TEST_CASE("parts of a block show as runs of words", "[memory]") {
  Memory memory{{4, 10_words}};
  REQUIRE(memory.add(part(2, 3, 4)));
  CHECK(memory.whole_blocks().empty());
  CHECK(memory.partial_words() == std::vector<Interval>{{23, 4}});
}

TEST_CASE("a whole block of which some words go is kept word by word", "[memory]") {
  Memory memory{{64, 64_words}};
  std::vector<Interval> kept;
  for (BlockId block = 40; block < 44; ++block) {  // one run less than are kept as bits
    REQUIRE(memory.add(part(block, 2, 5)));
    kept.push_back({64 * block + 2, 5});
  }
  REQUIRE(memory.add(part(60, 0, 64)));
  REQUIRE(memory.forget(part(60, 10, 3)));
  kept.push_back({64 * 60, 10});
  kept.push_back({64 * 60 + 13, 51});
  CHECK(memory.partial_words() == kept);
}

TEST_CASE("a block is taken apart however far it lies behind the others", "[memory]") {
  constexpr BlockId kBlocks = 4000;
  constexpr std::int64_t kWords = 4000;
  Memory memory{{kBlocks, Words{kWords}}};
  for (BlockId block = 0; block < 5; ++block) REQUIRE(memory.add(part(block, 2, 5)));
  constexpr BlockId kLast = kBlocks - 1;
  REQUIRE(memory.add(part(kLast, 0, kWords)));
  REQUIRE(memory.forget(part(kLast, 10, 3)));
  const std::vector<Interval> kept = memory.partial_words();
  REQUIRE(kept.size() == 7);
  CHECK(kept[5] == Interval{kLast * kWords, 10});
  CHECK(kept[6] == Interval{kLast * kWords + 13, kWords - 13});
}

TEST_CASE("a memory agrees with a plain set of words", "[memory]") {
  const auto seed = GENERATE(range(1U, 11U));
  const auto words = GENERATE(1, 3, 8);
  CAPTURE(seed, words);
  const std::uint64_t blocks = 20;
  const auto block_words = static_cast<std::uint64_t>(words);
  std::mt19937_64 random{seed};
  Memory memory{{blocks, Words{words}, seed % 2 == 0}};
  Numbers plain;  // block * words + word
  for (int i = 0; i < 200; ++i) {
    const Interval interval{random() % blocks, random() % 3 + 1};
    if (interval.end() > blocks) continue;
    Slice slice{0_words, Words{words}};
    if (random() % 2 == 0) {
      slice.first = Words{std::int64_t(random() % block_words)};
      slice.count = Words{std::int64_t(random() % std::uint64_t(words - slice.first.count()) + 1)};
    }
    Numbers asked;
    for (std::uint64_t block = interval.first; block < interval.end(); ++block) {
      for (std::int64_t word = 0; word < slice.count.count(); ++word) {
        asked.insert(block * block_words + std::uint64_t((slice.first + Words{word}).count()));
      }
    }
    const Blocks data{interval, slice};
    const auto there = std::ranges::count_if(asked, [&](auto n) { return plain.contains(n); });
    REQUIRE(memory.contains(data) == (there == std::ssize(asked)));
    if (there == std::ssize(asked) && random() % 2 == 0) {
      REQUIRE(memory.forget(data));
      for (const std::uint64_t word : asked) plain.erase(word);
      continue;
    }
    if (there > 0) {
      REQUIRE(memory.gain(data) == Words{there});
    } else {
      REQUIRE(memory.add(data));
    }
    plain.merge(asked);
  }
  Numbers held = numbers_of(memory.partial_words());
  for (const std::uint64_t block : numbers_of(memory.whole_blocks())) {
    for (std::uint64_t word = 0; word < block_words; ++word) {
      held.insert(block * block_words + word);
    }
  }
  CHECK(held == plain);
}

TEST_CASE("a number set takes many intervals at once", "[memory]") {
  const auto universe = GENERATE(std::uint64_t{200}, std::uint64_t{100000});
  const auto seed = GENERATE(1U, 2U, 3U, 4U);
  CAPTURE(universe, seed);
  std::mt19937_64 random{seed};
  NumberSet set;
  Numbers plain;
  for (int packet = 0; packet < 60; ++packet) {
    std::vector<Interval> intervals;
    std::uint64_t from = 0;
    const std::uint64_t most = packet % 2 == 0 ? 3 : 30;
    while (intervals.size() < most && from < universe) {
      const Interval next{from + random() % (universe / most), random() % 5 + 1};
      from = next.end();
      if (next.end() <= universe && disjoint(plain, next)) intervals.push_back(next);
    }
    if (packet % 5 == 0) std::ranges::reverse(intervals);  // they need not rise
    REQUIRE((intervals.empty() || !set.contains(intervals)));
    REQUIRE(set.add(intervals, universe));
    REQUIRE(set.contains(intervals));
    if (!intervals.empty()) {
      NumberSet copy = set;
      CHECK_FALSE(copy.add(std::vector{intervals.back()}, universe));
    }
    plain.merge(numbers_of(intervals));
  }
  CHECK(numbers_of(set.intervals()) == plain);
  CHECK_FALSE(set.contains(Interval{universe + 1000, 1}));
}

TEST_CASE("a number set agrees with a plain one where numbers come near each other", "[memory]") {
  const auto universe = GENERATE(std::uint64_t{100}, std::uint64_t{5000}, std::uint64_t{1000000});
  const auto spread = GENERATE(3U, 40U, 200U);
  const auto seed = GENERATE(1U, 2U, 3U, 4U);
  CAPTURE(universe, spread, seed);
  std::mt19937_64 random{seed};
  NumberSet set;
  Numbers plain;
  std::uint64_t near = universe / 2;
  for (int i = 0; i < 1500; ++i) {
    if (i % 100 == 0) near = random() % universe;
    Interval interval{(near + random() % spread) % universe, random() % (i % 3 == 0 ? 5 : 1) + 1};
    interval.count = std::min(interval.count, universe - interval.first);
    const auto there = static_cast<std::size_t>(
        std::distance(plain.lower_bound(interval.first), plain.lower_bound(interval.end())));
    REQUIRE(set.contains(interval) == (there == interval.count));
    if (there == 0) {
      REQUIRE(set.add(interval, universe));
      plain.merge(numbers_of({interval}));
    } else if (there == interval.count && i % 7 == 0) {
      set.remove(interval);
      plain.erase(plain.lower_bound(interval.first), plain.lower_bound(interval.end()));
    } else if (i % 5 == 0) {
      NumberSet copy = set;
      REQUIRE_FALSE(copy.add(interval, universe));
    }
    if (i % 300 == 0) REQUIRE(numbers_of(set.intervals()) == plain);
  }
  CHECK(numbers_of(set.intervals()) == plain);
}

TEST_CASE("a subcube is the numbers that differ in the bits of its mask", "[blocks][memory]") {
  const auto mask = GENERATE(range(std::uint64_t{0}, std::uint64_t{64}, std::uint64_t{1}));
  const std::uint64_t base = 0b1010101 & ~mask;
  const Subcube subcube{base, mask};
  Numbers plain;
  for (std::uint64_t n = 0; n < 128; ++n) {
    if (((n ^ base) & ~mask) == 0) plain.insert(n);
    CHECK(subcube.contains({n, 0}) == (((n ^ base) & ~mask) == 0));
  }
  CHECK(subcube.count() == plain.size());
  CHECK(numbers_of(subcube.intervals()) == plain);
  const Blocks blocks{subcube, {2_words, 3_words}};
  CHECK(blocks == Blocks{subcube.intervals(), {2_words, 3_words}});
  CHECK(blocks.count() == plain.size());
  CHECK(blocks.only_interval() == nullptr);
  const Blocks copy = blocks;
  CHECK(*copy.subcube() == subcube);
  CHECK_FALSE(Blocks{subcube.intervals(), {}}.subcube());
}

TEST_CASE("a number set of subcubes agrees with a plain one", "[memory]") {
  const auto seed = GENERATE(range(1U, 31U));
  CAPTURE(seed);
  constexpr std::uint64_t kUniverse = 64;
  std::mt19937_64 random{seed};
  NumberSet set;
  Numbers plain;
  for (int i = 0; i < 60; ++i) {
    std::uint64_t mask = random() % kUniverse & random() % kUniverse;
    if (random() % 2 == 0 && set.as_subcube()) mask = set.as_subcube()->mask;
    const Subcube subcube{random() % kUniverse & ~mask, mask};
    const Numbers asked = numbers_of(subcube.intervals());
    const auto there = std::ranges::count_if(asked, [&](auto n) { return plain.contains(n); });
    REQUIRE(set.contains_subcube(subcube) == (there == std::ssize(asked)));
    REQUIRE(set.contains({subcube.base, 1}) == plain.contains(subcube.base));
    if (there == 0) {
      REQUIRE(set.add_subcube(subcube, kUniverse));
      plain.merge(Numbers{asked});
    } else if (i % 3 == 0) {
      NumberSet copy = set;
      REQUIRE_FALSE(copy.add_subcube(subcube, kUniverse));
      set = NumberSet{};  // begins again
      plain.clear();
    }
    REQUIRE(numbers_of(set.intervals()) == plain);
    REQUIRE(set.empty() == plain.empty());
  }
}

TEST_CASE("a run of a power of two of numbers that begins at a multiple is a subcube", "[memory]") {
  const auto subcube_of = [](std::initializer_list<Interval> runs) {
    NumberSet set;
    for (const Interval& run : runs) REQUIRE(set.add({run}, 1000));
    return set.as_subcube();
  };
  CHECK(subcube_of({{8, 4}}) == Subcube{8, 3});
  CHECK(subcube_of({{5, 1}}) == Subcube{5, 0});
  CHECK(subcube_of({{0, 16}}) == Subcube{0, 15});
  CHECK(subcube_of({{8, 2}, {10, 2}}) == Subcube{8, 3});
  CHECK_FALSE(subcube_of({}));
  CHECK_FALSE(subcube_of({{8, 3}}));
  CHECK_FALSE(subcube_of({{6, 4}}));
  CHECK_FALSE(subcube_of({{8, 4}, {16, 4}}));
  CHECK_FALSE(subcube_of({{8, 4}, {16, 4}, {24, 4}}));
}

TEST_CASE("a block is whole when the last slice of it meets the others", "[memory]") {
  Memory memory{BlockSpace{4, 2_words}};
  const Slice low{0_words, 1_words};
  const Slice high{1_words, 1_words};
  REQUIRE(memory.add(Blocks{Subcube{0, 0}, low}));
  REQUIRE(memory.add(Blocks{Subcube{1, 0}, high}));
  CHECK(memory.whole_blocks().empty());
  REQUIRE(memory.add(Blocks{Subcube{1, 0}, low}));  // over a bit over which the other one does not
  CHECK(memory.whole_blocks() == std::vector<Interval>{{1, 1}});
  CHECK(memory.contains(Blocks{Interval{1, 1}, {0_words, 2_words}}));
  CHECK_FALSE(memory.contains(Blocks{Interval{0, 1}, {0_words, 2_words}}));
  REQUIRE_FALSE(memory.add(Blocks{Subcube{1, 0}, low}));
}

TEST_CASE("a memory takes slices of subcubes as it takes them block by block", "[memory]") {
  const auto seed = GENERATE(range(1U, 41U));
  CAPTURE(seed);
  constexpr int kBits = 4;
  constexpr std::uint64_t kBlocks = 1U << kBits;
  std::mt19937_64 random{seed};
  const BlockSpace space{kBlocks, 8_words};
  const std::vector<Slice> slices{{0_words, 2_words}, {2_words, 3_words}, {5_words, 3_words}};
  Memory memory{space};
  Memory plain{space};
  const BlockId own = random() % kBlocks;
  const bool holds_own = seed % 4 != 0;
  std::vector<Blocks> all;
  if (holds_own) all.emplace_back(Interval{own, 1}, space.whole());
  for (const Blocks& blocks : all) {
    REQUIRE(memory.add(blocks));
    REQUIRE(plain.add(blocks));
  }
  // Slice j grows over bits j, j + 1, .. in turn, sometimes with something else between.
  for (int step = 0; step < kBits; ++step) {
    for (std::size_t j = 0; j < slices.size(); ++j) {
      std::uint64_t mask = 0;
      for (int i = 0; i < step; ++i) mask |= 1U << (static_cast<int>(j) + i) % kBits;
      const std::uint64_t across = 1U << (static_cast<int>(j) + step) % kBits;
      const Blocks came{Subcube{(own ^ across) & ~mask, mask}, slices[j]};
      REQUIRE_FALSE(memory.contains(came));
      REQUIRE(memory.add(came));
      REQUIRE(plain.add(Blocks{came.intervals(), slices[j]}));
      REQUIRE(memory.contains(came));
      if (holds_own) {
        REQUIRE(memory.contains(Blocks{Subcube{own & ~mask & ~across, mask | across}, slices[j]}));
      }
      all.push_back(came);
      Memory looked_at{space};
      for (const Blocks& before : all) REQUIRE(looked_at.add(before));
      REQUIRE(looked_at.whole_blocks() == plain.whole_blocks());
      REQUIRE(looked_at.partial_words() == plain.partial_words());
      Memory twice{space};
      for (const Blocks& before : all) REQUIRE(twice.add(before));
      REQUIRE_FALSE(twice.add(came));
      if (seed % 5 == 0 && random() % 3 == 0) {
        const Blocks gone{Interval{came.intervals().front().first, 1}, slices[j]};
        REQUIRE(memory.forget(gone));
        REQUIRE(plain.forget(gone));
        REQUIRE_FALSE(memory.contains(came));
        REQUIRE(memory.add(gone));
        REQUIRE(plain.add(gone));
      }
    }
  }
  if (holds_own) CHECK(memory.contains(Blocks{Interval{0, kBlocks}, space.whole()}));
  CHECK(memory.whole_blocks() == plain.whole_blocks());
  CHECK(memory.partial_words() == plain.partial_words());
}
