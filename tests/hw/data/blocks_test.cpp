#include "hw/data/blocks.hpp"

#include <random>
#include <sstream>
#include <stdexcept>

#include <catch2/catch.hpp>

using namespace plexus;

namespace {

const Slice kSlice{2_words, 16_words};

std::string text_of(const Blocks& blocks) {
  std::ostringstream text;
  text << blocks;
  return text.str();
}

Blocks blocks_of(const std::vector<BlockId>& numbers, Slice slice) {
  BlockList list;
  for (const BlockId number : numbers) list.add(number);
  return list.blocks(slice);
}

}  // namespace

TEST_CASE("runs that follow each other are joined", "[blocks]") {
  const std::vector<Interval> runs{{3, 2}, {5, 1}, {9, 4}, {0, 0}, {13, 1}};
  const Blocks blocks{runs, kSlice};
  REQUIRE(blocks.intervals().size() == 2);
  CHECK(blocks.intervals()[0] == Interval{3, 3});
  CHECK(blocks.intervals()[1] == Interval{9, 5});
  CHECK(blocks.count() == 8);
  CHECK(blocks.words() == 8 * 16_words);
}

TEST_CASE("blocks are equal however they were put together", "[blocks]") {
  CHECK(Blocks{Interval{4, 3}, kSlice} == blocks_of({4, 5, 6}, kSlice));
  CHECK(Blocks{std::vector<Interval>{{4, 1}, {5, 2}}, kSlice} == blocks_of({4, 5, 6}, kSlice));
  CHECK_FALSE(blocks_of({4, 5, 6}, kSlice) == blocks_of({4, 5, 6}, {2_words, 15_words}));
}

TEST_CASE("the order of blocks is kept: it is the order of operands", "[blocks]") {
  const Blocks blocks = blocks_of({7, 3, 4, 1}, kSlice);
  REQUIRE(blocks.intervals().size() == 3);
  CHECK(blocks.intervals()[1] == Interval{3, 2});
  CHECK_FALSE(blocks == blocks_of({1, 3, 4, 7}, kSlice));
}

TEST_CASE("no blocks are empty and cost no words", "[blocks]") {
  for (const Blocks& none : {Blocks{}, Blocks{Interval{5, 0}, kSlice}, blocks_of({}, kSlice)}) {
    CHECK(none.empty());
    CHECK(none.intervals().empty());
    CHECK(none.count() == 0);
    CHECK(none.words() == 0_words);
  }
}

TEST_CASE("blocks are written as people write them", "[blocks]") {
  CHECK(text_of(blocks_of({0, 1, 2, 9}, {0_words, 16_words})) == "0-2 9[0+16]");
  CHECK(text_of(blocks_of({3}, {4_words, 1_words})) == "3[4+1]");
}

TEST_CASE("what is written of blocks can be read again", "[blocks]") {
  const auto seed = GENERATE(range(1U, 21U));
  CAPTURE(seed);
  std::mt19937_64 random{seed};
  std::vector<BlockId> numbers(random() % 12 + 1);
  for (BlockId& number : numbers) number = random() % (seed % 2 == 0 ? 16 : 1'000'000'000'000);
  const Blocks blocks = blocks_of(numbers, {Words{std::int64_t(random() % 99)}, 7_words});
  CHECK(parse_blocks(text_of(blocks)) == blocks);
}

TEST_CASE("a text that names no blocks is refused", "[blocks]") {
  const std::string text =
      GENERATE("3", "3[0+", "3[0-4]", "[", "a[0+4]", "3-1[0+4]", "-1[0+4]", "3[0+4] and more",
               "3[-1+4]", "0-18446744073709551614[0+4]", "0-18446744073709551615[0+4]",
               "9999999999999999[0+4]", "0-[0+4]", "3[9999999999999999+4]");
  CAPTURE(text);
  CHECK_THROWS_AS(parse_blocks(text), std::invalid_argument);
}
