#pragma once

#include <cstdint>
#include <memory>
#include <span>
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
    return extend(interval) || add_apart(interval, universe);
  }
  /// Adds the numbers if that is simple: they continue the latest run, downwards or upwards, as
  /// what comes often does, or they are bits of one word. False, and nothing, if not, or if one was
  /// there.
  bool extend(Interval interval) {
    if (interval.end() == latest_begin_ && interval.first >= lowest_) {
      return latest_begin_ = interval.first, true;
    }
    if (interval.first == latest_end_ && interval.end() <= highest_) {
      return latest_end_ = interval.end(), true;
    }
    if (!dense_ || !in_one_word(interval)) return false;
    std::uint64_t& word = words_[static_cast<std::size_t>(interval.first / 64)];
    const std::uint64_t mask = mask_of(interval);
    if ((word & mask) != 0) return false;
    word |= mask;
    return true;
  }
  /// Adds several intervals, in one pass if they rise: `add` of each.
  bool add(std::span<const Interval> intervals, std::uint64_t universe);
  [[nodiscard]] bool contains(Interval interval) const {
    if (interval.first >= latest_begin_ && interval.end() <= latest_end_) return true;
    if (dense_ && in_one_word(interval)) {
      const std::uint64_t mask = mask_of(interval);
      return (words_[static_cast<std::size_t>(interval.first / 64)] & mask) == mask;
    }
    return contains_apart(interval);
  }
  /// All of them.
  [[nodiscard]] bool contains(std::span<const Interval> intervals) const;
  /// The numbers as intervals in rising order.
  [[nodiscard]] std::vector<Interval> intervals() const;
  /// Those of `interval` that are not here, as intervals in rising order.
  [[nodiscard]] std::vector<Interval> missing(Interval interval) const;
  /// Takes the numbers of `run` out; all of them must be there.
  void remove(Interval interval);
  /// Holds no number. Not looked for in the dense form: false.
  [[nodiscard]] bool empty() const { return words_.empty(); }
  /// Asks for what `add` and `contains` are likely to look at, beside the set itself.
  void prefetch_words() const {
    if (dense_) prefetch(words_.data(), 64);
  }
  /// Asks for what they will look at for `number`.
  void prefetch_word(std::uint64_t number) const {
    if (hashed_) prefetch(&words_[2 * first_slot(number / 64)], 16);
  }

 private:
  friend class NumberReader;
  [[nodiscard]] bool is_sparse() const { return !dense_ && !hashed_; }
  // Dense: are the bits of an interval that is not empty in one word that is here?
  [[nodiscard]] bool in_one_word(Interval interval) const {
    return interval.first % 64 + interval.count <= 64 && interval.count > 0 &&
           interval.first / 64 < words_.size();
  }
  [[nodiscard]] static std::uint64_t mask_of(Interval interval) {
    return ~std::uint64_t{0} >> (64 - interval.count) << interval.first % 64;
  }
  bool add_apart(Interval interval, std::uint64_t universe);
  bool merge(std::span<const Interval> rising, std::uint64_t universe);
  [[nodiscard]] bool contains_apart(Interval interval) const;
  /// Brings `words_` up to date with the latest run.
  void settle() const {
    if (latest_end_ == 0) return;
    words_[recent_] = latest_begin_;
    words_[recent_ + 1] = latest_end_;
  }
  void open(std::size_t place);
  void close();
  void limit_form(std::uint64_t universe);
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

  // Sparse: of the run that grew last, the bounds and how far it may grow without touching its
  // neighbours; first, as mostly nothing else is looked at. There is none in the other forms.
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  std::uint64_t latest_begin_ = 0;
  std::uint64_t latest_end_ = 0;  ///< 0: there is none
  std::uint64_t lowest_ = kNever;
  std::uint64_t highest_ = 0;
  /// Sparse: begin and end of each run in turn, all rising; the latest one's may be behind. Dense:
  /// bits. Hashed: index + 1 of a word of bits (0: none) and that word, in turn.
  mutable std::vector<std::uint64_t> words_;
  std::uint32_t recent_ = 0;  ///< sparse: place of the latest run; hashed: indices in the table
  std::uint8_t shift_ = 0;    ///< hashed: 64 minus the bits of a slot number
  bool dense_ = false;
  bool hashed_ = false;
};

/// Reads a set that does not change meanwhile, mostly in rising order: goes on where it was.
class NumberReader {
 public:
  explicit NumberReader(const NumberSet& set) : set_{&set} {}
  /// As the set's.
  [[nodiscard]] bool contains(Interval interval) {
    return set_->is_sparse() ? contains_from_here(interval) : set_->contains(interval);
  }

 private:
  bool contains_from_here(Interval interval);

  const NumberSet* set_;
  std::size_t next_ = 0;  ///< sparse form: place of the bound above what was asked for last
};

/// A processor's memory: which words of which blocks it holds. No word is stored twice.
class Memory {
 public:
  explicit Memory(BlockSpace space = {}) : space_{space} {
    if (space.scattered) whole_.scatter();
  }

  /// Stores `blocks` if they are whole and one run next to the latest one, or in one word of bits;
  /// false, and nothing, if they are not, or there already.
  [[nodiscard]] bool extend(const Blocks& blocks) {
    const Interval* only = blocks.only_interval();
    return only != nullptr && blocks.slice() == space_.whole() && !partial_ && whole_.extend(*only);
  }
  /// Stores `blocks`. Returns false if a word of them was there before.
  [[nodiscard]] bool add(const Blocks& blocks) {
    if (blocks.slice() != space_.whole() || partial_) return add_parts(blocks);
    if (const Interval* only = blocks.only_interval()) return whole_.add(*only, space_.blocks);
    return whole_.add(blocks.intervals(), space_.blocks);
  }
  /// Stores what of `blocks` is not here yet. Returns the words that were here already.
  Words gain(const Blocks& blocks);
  /// Takes `blocks` out. Returns false, and may have taken some, unless all of them were here.
  [[nodiscard]] bool forget(const Blocks& blocks);
  /// Does the memory hold every word of `blocks`?
  [[nodiscard]] bool contains(const Blocks& blocks) const {
    if (const Interval* only = blocks.only_interval()) {
      if (whole_.contains(*only)) return true;
    } else if (whole_.contains(blocks.intervals())) {
      return true;
    }
    return contains_parts(blocks);
  }
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
  bool add_parts(const Blocks& blocks);
  [[nodiscard]] bool contains_parts(const Blocks& blocks) const;
  bool add_part(BlockId block, Slice slice);
  bool make_whole(BlockId block);
  void take_apart(BlockId block);
  [[nodiscard]] Interval words_of(BlockId block, Slice slice) const {
    return {block * static_cast<std::uint64_t>(space_.words.count()) +
                static_cast<std::uint64_t>(slice.first.count()),
            static_cast<std::uint64_t>(slice.count.count())};
  }

  NumberSet whole_;  ///< blocks; first, as mostly nothing else is looked at
  BlockSpace space_;
  std::unique_ptr<NumberSet> partial_;  ///< words of blocks that are not whole yet, if any
};

}  // namespace plexus
