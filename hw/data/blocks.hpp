#pragma once

#include <compare>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "hw/data/shared.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Number of a block of data: what the operation moves, as a tag. Which block it is (of which
/// processor, for which one) is the operation's business.
using BlockId = std::uint64_t;

/// Consecutive numbers first, first + 1, .., first + count - 1.
struct Interval {
  std::uint64_t first = 0;
  std::uint64_t count = 0;

  [[nodiscard]] constexpr std::uint64_t end() const { return first + count; }
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

/// Which words of a block: `count` words from word `first` on.
struct Slice {
  Words first{0};
  Words count{0};

  friend constexpr bool operator==(const Slice&, const Slice&) = default;
};

/// All the data of one operation: `blocks` blocks of `words` words each.
struct BlockSpace {
  std::uint64_t blocks = 1;
  Words words{1};
  bool scattered = false;  ///< nodes hold blocks far from each other, which come and go singly

  [[nodiscard]] constexpr Slice whole() const { return {0_words, words}; }
  friend constexpr bool operator==(const BlockSpace&, const BlockSpace&) = default;
};

/// What a packet carries: some blocks, and of each of them the same slice of words. The order of
/// the blocks is kept: it is the order of the operands where packets are combined.
class Blocks {
 public:
  Blocks() = default;
  /// The blocks of one run; of each the words of `slice`.
  Blocks(Interval interval, Slice slice) : head_{interval}, slice_{slice} {}
  /// Several intervals; intervals that follow each other are joined.
  Blocks(std::span<const Interval> intervals, Slice slice);

  [[nodiscard]] std::span<const Interval> intervals() const {
    return tail_ ? std::span<const Interval>{*tail_}
                 : std::span<const Interval>{&head_, head_.count ? 1U : 0U};
  }
  /// The run, if there is one alone; null if there are several.
  [[nodiscard]] const Interval* only_interval() const { return tail_ ? nullptr : &head_; }
  [[nodiscard]] const Slice& slice() const { return slice_; }
  [[nodiscard]] bool empty() const { return !tail_ && head_.count == 0; }
  [[nodiscard]] std::uint64_t count() const { return tail_ ? count_tail() : head_.count; }
  /// Words of data in all: blocks times words of the slice.
  [[nodiscard]] Words words() const { return count() * slice_.count; }

  friend bool operator==(const Blocks& a, const Blocks& b);
  /// `3` or `0-7 9`, and the slice in brackets: `3[0+16]` are words 0 .. 15 of block 3.
  friend std::ostream& operator<<(std::ostream& out, const Blocks& blocks);

 private:
  friend class BlockList;
  /// Of intervals that are joined already.
  static Blocks of_joined(const std::vector<Interval>& joined, Slice slice);
  [[nodiscard]] std::uint64_t count_tail() const;

  Interval head_;
  Slice slice_;
  Shared<std::vector<Interval>> tail_;  ///< all the intervals, where there are several
};

/// Collects blocks one by one or run by run, in the order in which they are to travel.
class BlockList {
 public:
  void add(BlockId block) { add(Interval{block, 1}); }
  void add(Interval interval) {
    if (interval.count == 0) return;
    if (!runs_.empty() && runs_.back().end() == interval.first) {
      runs_.back().count += interval.count;
    } else {
      runs_.push_back(interval);
    }
  }
  [[nodiscard]] Blocks blocks(Slice slice) const { return Blocks::of_joined(runs_, slice); }
  [[nodiscard]] const std::vector<Interval>& intervals() const { return runs_; }

 private:
  std::vector<Interval> runs_;
};

/// The inverse of the output operator: reads what a trace wrote.
/// Throws std::invalid_argument where `text` is none.
Blocks parse_blocks(const std::string& text);

}  // namespace plexus
