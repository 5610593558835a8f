#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

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

/// Calls visit(word index, mask) for the 64-bit words that hold the bits of `interval`, until it
/// returns false; true if it never did.
template <typename Visit>
bool for_each_mask(Interval interval, const Visit& visit) {
  for (std::uint64_t bit = interval.first; bit < interval.end();) {
    const std::uint64_t offset = bit % 64;
    const std::uint64_t length = std::min<std::uint64_t>(64 - offset, interval.end() - bit);
    const std::uint64_t ones = ~std::uint64_t{0} >> (64 - length);
    if (!visit(static_cast<std::size_t>(bit / 64), ones << offset)) return false;
    bit += length;
  }
  return true;
}

/// `0-7 9`: each run, with a space between them.
void print_runs(std::ostream& out, std::span<const Interval> runs);

/// The numbers that agree with `base` in all bits but those of `mask`, in which they take every
/// value: those of the nodes of a subcube. `base` has none of the bits of `mask`.
struct Subcube {
  std::uint64_t base;
  std::uint64_t mask;

  [[nodiscard]] constexpr std::uint64_t count() const {
    return std::uint64_t{1} << std::popcount(mask);
  }
  [[nodiscard]] constexpr bool contains(Subcube part) const {
    return (part.mask & ~mask) == 0 && ((base ^ part.base) & ~mask) == 0;
  }
  [[nodiscard]] constexpr bool meets(Subcube other) const {
    return ((base ^ other.base) & ~(mask | other.mask)) == 0;
  }
  /// As intervals, in rising order.
  [[nodiscard]] std::vector<Interval> intervals() const;
  friend constexpr bool operator==(const Subcube&, const Subcube&) = default;
};

/// Has `number` one bit that is set? Without counting them, which is a call where the computer's
/// oldest relatives have no instruction for it.
[[nodiscard]] constexpr bool is_power_of_two(std::uint64_t number) {
  return number != 0 && (number & (number - 1)) == 0;
}

/// The subcube that both are together, if they have nothing in common and are one.
[[nodiscard]] constexpr std::optional<Subcube> joined(Subcube a, Subcube b) {
  const std::uint64_t across = a.base ^ b.base;
  if (a.mask != b.mask || !is_power_of_two(across)) return std::nullopt;
  return Subcube{a.base & b.base, a.mask | across};
}

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
  /// Nodes hold blocks that come and go singly, mostly so far from each other; 0: blocks in runs.
  std::uint64_t apart = 0;

  [[nodiscard]] constexpr Slice whole() const { return {0_words, words}; }
  friend constexpr bool operator==(const BlockSpace&, const BlockSpace&) = default;
};

/// What a packet carries: some blocks, and of each of them the same slice of words. The order of
/// the blocks is kept: it is the order of the operands where packets are combined.
class Blocks {
 public:
  Blocks() = default;
  /// The blocks of one run; of each the words of `slice`.
  Blocks(Interval interval, Slice slice) : only_{interval}, slice_{slice} {}
  /// Several intervals; intervals that follow each other are joined.
  Blocks(std::span<const Interval> intervals, Slice slice);
  /// The blocks of a subcube, of numbers below 2^62, in rising order: however many they are, this
  /// costs the same.
  Blocks(Subcube subcube, Slice slice)
      : only_{subcube.base, kRegular | subcube.mask}, slice_{slice} {}

  Blocks(const Blocks& other) : only_{other.only_}, slice_{other.slice_} {
    if (several()) ++many().owners;
  }
  Blocks(Blocks&& other) noexcept
      : only_{std::exchange(other.only_, Interval{})}, slice_{other.slice_} {}
  Blocks& operator=(Blocks other) noexcept {
    std::swap(only_, other.only_);
    slice_ = other.slice_;
    return *this;
  }
  ~Blocks() {
    if (several()) drop();
  }

  [[nodiscard]] std::span<const Interval> intervals() const {
    return is_run() ? std::span{&only_, only_.count != 0 ? 1U : 0U} : all_intervals();
  }
  /// The run, if there is one alone; null if there are several, or a subcube.
  [[nodiscard]] const Interval* only_interval() const { return is_run() ? &only_ : nullptr; }
  /// The subcube that they were made of; none if they were not.
  [[nodiscard]] std::optional<Subcube> subcube() const {
    if (is_run()) return std::nullopt;
    if (several()) return many().subcube;
    return Subcube{only_.first, only_.count & ~kRegular};
  }
  [[nodiscard]] const Slice& slice() const { return slice_; }
  [[nodiscard]] bool empty() const { return only_.count == 0; }
  [[nodiscard]] std::uint64_t count() const { return is_run() ? only_.count : count_all(); }
  /// Words of data in all: blocks times words of the slice.
  [[nodiscard]] Words words() const { return count() * slice_.count; }

  friend bool operator==(const Blocks& a, const Blocks& b);
  /// `3` or `0-7 9`, and the slice in brackets: `3[0+16]` are words 0 .. 15 of block 3.
  friend std::ostream& operator<<(std::ostream& out, const Blocks& blocks);

 private:
  friend class BlockList;
  /// Several intervals, which copies share.
  struct Many {
    std::vector<Interval> intervals;
    std::optional<Subcube> subcube;  ///< that they are those of
    std::uint64_t owners = 1;
  };
  static constexpr std::uint64_t kRegular = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kSeveral = ~std::uint64_t{0};

  /// Of intervals that are joined already.
  static Blocks of_joined(const std::vector<Interval>& joined, Slice slice);
  [[nodiscard]] bool is_run() const { return only_.count < kRegular; }
  [[nodiscard]] bool several() const { return only_.count == kSeveral; }
  [[nodiscard]] std::uint64_t count_all() const;
  [[nodiscard]] std::span<const Interval> all_intervals() const;
  [[nodiscard]] Many& many() const { return *reinterpret_cast<Many*>(only_.first); }
  void hold(Many* many) const { only_ = {reinterpret_cast<std::uintptr_t>(many), kSeveral}; }
  void drop();

  /// The run; or, marked by what a count cannot be, what stands in its place: `kSeveral` and where
  /// the intervals are; `kRegular` and the mask of a subcube, whose base comes first, until
  /// somebody asks for its intervals.
  mutable Interval only_;
  Slice slice_;
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
