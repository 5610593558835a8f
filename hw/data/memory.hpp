#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/kernel/prefetch.hpp"

namespace plexus {

/// A set of the numbers 0 .. universe - 1 in one of two forms: the bounds of its intervals, or,
/// once they would take more room or are many, one bit per number. A set of scattered numbers keeps
/// the words of bits that are not all zero in a hash table.
class NumberSet {
 public:
  /// The set, which is empty, is to hold numbers far from each other that come and go one by one.
  void scatter();
  /// Adds the numbers of `run`. Returns false, and may have added some, if one was there before.
  bool add(Interval interval, std::uint64_t universe) {
    if (dense_ && interval.count == 1) {
      std::uint64_t& word = words_[static_cast<std::size_t>(interval.first / 64)];
      const std::uint64_t before = word;
      word |= std::uint64_t{1} << interval.first % 64;
      return word != before;
    }
    if (hashed_) return add_hashed(interval);
    if (!dense_ && recent_ < words_.size() &&
        interval.count > 0) {                  // often continues the latest run,
      std::uint64_t& begin = words_[recent_];  // downwards
      if (interval.end() == begin && (recent_ == 0 || words_[recent_ - 1] < interval.first)) {
        return begin = interval.first, true;
      }
      std::uint64_t& end = words_[recent_ + 1];  // or upwards
      if (interval.first == end &&
          (recent_ + 2 == words_.size() || interval.end() < words_[recent_ + 2])) {
        return end = interval.end(), true;
      }
    }
    return add_apart(interval, universe);
  }
  [[nodiscard]] bool contains(Interval interval) const;
  /// The numbers as intervals in rising order.
  [[nodiscard]] std::vector<Interval> intervals() const;
  /// Those of `interval` that are not here, as intervals in rising order.
  [[nodiscard]] std::vector<Interval> missing(Interval interval) const;
  /// Takes the numbers of `run` out; all of them must be there.
  void remove(Interval interval);
  /// Holds no number. Not looked for in the dense form: false.
  [[nodiscard]] bool empty() const { return words_.empty(); }
  /// Asks for what `add` and `contains` are likely to look at.
  void prefetch_words() const { prefetch(words_.data(), 64); }
  /// Asks for what they will look at for `number`.
  void prefetch_word(std::uint64_t number) const {
    if (hashed_) prefetch(&words_[2 * first_slot(number / 64)], 16);
  }

 private:
  bool add_apart(Interval interval, std::uint64_t universe);
  void toggle(std::uint64_t bound);
  void make_dense(std::uint64_t universe);
  [[nodiscard]] std::size_t first_above(std::uint64_t number) const;
  bool add_hashed(Interval interval);
  [[nodiscard]] std::size_t first_slot(std::uint64_t index) const {
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
    return static_cast<std::size_t>((index + 1) * kSpread >> shift_);
  }
  [[nodiscard]] std::size_t slot_of(std::uint64_t index) const;
  std::uint64_t& hashed_word(std::uint64_t index);
  void grow_table();

  /// Sparse: begin and end of each run in turn, all rising. Dense: bits. Hashed: index + 1 of a
  /// word of bits (0: none) and that word, in turn.
  std::vector<std::uint64_t> words_;
  std::uint32_t recent_ = 0;  ///< sparse: begin of the run that grew last; hashed: indices in it
  std::uint8_t shift_ = 0;    ///< hashed: 64 minus the bits of a slot number
  bool dense_ = false;
  bool hashed_ = false;
};

/// A processor's memory: which words of which blocks it holds. No word is stored twice.
class Memory {
 public:
  explicit Memory(BlockSpace space = {}) : space_{space} {
    if (space.scattered) whole_.scatter();
  }

  /// Stores `blocks`. Returns false if a word of them was there before.
  [[nodiscard]] bool add(const Blocks& blocks) {
    if (const Interval* only = blocks.only_interval();
        only != nullptr && blocks.slice() == space_.whole() && !partial_) {
      return whole_.add(*only, space_.blocks);
    }
    return add_intervals(blocks);
  }
  /// Stores what of `blocks` is not here yet. Returns the words that were here already.
  Words gain(const Blocks& blocks);
  /// Takes `blocks` out. Returns false, and may have taken some, unless all of them were here.
  [[nodiscard]] bool forget(const Blocks& blocks);
  /// Does the memory hold every word of `blocks`?
  [[nodiscard]] bool contains(const Blocks& blocks) const;
  /// Whole blocks held, as intervals in rising order.
  [[nodiscard]] std::vector<Interval> whole_blocks() const { return whole_.intervals(); }
  /// Parts of blocks of which not all words are here yet, as intervals of word numbers
  /// block * words + word.
  [[nodiscard]] std::vector<Interval> partial_words() const {
    return partial_ ? partial_->intervals() : std::vector<Interval>{};
  }
  /// As of a NumberSet.
  void prefetch_words() const { whole_.prefetch_words(); }
  void prefetch_block(BlockId block) const { whole_.prefetch_word(block); }
  [[nodiscard]] const BlockSpace& space() const { return space_; }

 private:
  bool add_intervals(const Blocks& blocks);
  bool add_part(BlockId block, Slice slice);
  void take_apart(BlockId block);
  [[nodiscard]] Interval words_of(BlockId block, Slice slice) const {
    return {block * static_cast<std::uint64_t>(space_.words.count()) +
                static_cast<std::uint64_t>(slice.first.count()),
            static_cast<std::uint64_t>(slice.count.count())};
  }

  BlockSpace space_;
  NumberSet whole_;                     ///< blocks
  std::unique_ptr<NumberSet> partial_;  ///< words of blocks that are not whole yet, if any
};

}  // namespace plexus
