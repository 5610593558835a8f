#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/fast/line_pool.hpp"

namespace plexus {

/// A set of the numbers 0 .. universe - 1 in one of two forms: the bounds of its intervals, or,
/// once they would take more room or are many, one bit per number. A set of scattered numbers, or
/// of many short intervals among a great many numbers, keeps the words of bits that are not all
/// zero in a hash table.
///
/// What comes next is mostly near what came last. So the set keeps in hand either the run that grew
/// last or the word of 64 numbers that got the last ones, and enters it in the form when another
/// one is taken in hand. A set that is a subcube, and was told so, keeps nothing else.
class NumberSet {
 public:
  /// The set, which is empty, is to hold numbers that come and go one by one and lie far from each
  /// other; mostly `apart` (>= 1, < 2^32), as those of a column of a matrix do: these are kept side
  /// by side.
  void scatter(std::uint64_t apart);
  /// Adds the numbers of `run`. Returns false, and may have added some, if one was there before.
  bool add(Interval interval, std::uint64_t universe) {
    return extend(interval) || extend_dense(interval) || add_apart(interval, universe);
  }
  /// Adds the numbers if that is simple: they continue the run in hand, downwards or upwards, or
  /// they are bits of the word in hand. False, and nothing, if not, or if one was there.
  bool extend(Interval interval) {
    if (in_hand_ != InHand::kRun) {
      if (in_hand_ != InHand::kWord) return false;
      if (interval.count == 1) return set_bit(word_.bits, interval.first - word_.first);
      return in_word_at(word_.first, interval) && set_bits(word_.bits, interval);
    }
    if (interval.end() == run_.begin && interval.first >= run_.lowest) {
      return run_.begin = interval.first, true;
    }
    if (interval.first == run_.end && interval.end() <= run_.highest) {
      return run_.end = interval.end(), true;
    }
    return false;
  }
  /// Adds several intervals, in one pass if they rise: `add` of each.
  bool add(std::span<const Interval> intervals, std::uint64_t universe);
  /// Adds a subcube: at once where both together are one.
  bool add_subcube(Subcube subcube, std::uint64_t universe);
  [[nodiscard]] bool contains(Interval interval) const {
    if (in_hand_ != InHand::kRun) return contains_apart(interval);
    if (interval.first >= run_.begin && interval.end() <= run_.end) return true;
    if (dense_ && in_one_word(interval)) {
      return has_bits(words_[static_cast<std::size_t>(interval.first / 64)], interval);
    }
    return contains_apart(interval);
  }
  /// All of them.
  [[nodiscard]] bool contains(std::span<const Interval> intervals) const;
  [[nodiscard]] bool contains_subcube(Subcube subcube) const;
  /// The set, if it is known to be one subcube.
  [[nodiscard]] std::optional<Subcube> as_subcube() const;
  /// The numbers as intervals in rising order.
  [[nodiscard]] std::vector<Interval> intervals() const;
  /// Those of `interval` that are not here, as intervals in rising order.
  [[nodiscard]] std::vector<Interval> missing(Interval interval) const;
  /// Takes the numbers of `run` out; all of them must be there.
  void remove(Interval interval);
  /// Holds no number. Not looked for in the dense form: false.
  [[nodiscard]] bool empty() const { return words_.empty() && in_hand_ != InHand::kSubcube; }

 private:
  friend class NumberReader;
  enum class InHand : std::uint8_t { kRun, kWord, kSubcube, kPlaces };
  /// A run, and how far it may grow without touching its neighbours.
  struct Run {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  ///< 0: there is none
    std::uint64_t lowest = kNever;
    std::uint64_t highest = 0;
  };
  struct Word {
    std::uint64_t first;  ///< number of bit 0
    std::uint64_t bits;
  };

  /// A word of bits of the table, for places: row * apart + column is kept at column * 2^32 + row.
  struct Places {
    std::uint64_t apart;
    std::uint64_t index;  ///< of the word; kNever: none is in hand
    std::uint64_t bits;
    std::size_t slot;  ///< of the word in the table, which does not grow meanwhile
  };

  [[nodiscard]] bool is_sparse() const { return !dense_ && !hashed_; }
  // Are the numbers of an interval that is not empty all in the word whose first one is `first`?
  [[nodiscard]] static bool in_word_at(std::uint64_t first, Interval interval) {
    const std::uint64_t offset = interval.first - first;
    return offset < 64 && interval.count - 1 < 64 - offset;
  }
  // Dense: are they in one word that is here?
  [[nodiscard]] bool in_one_word(Interval interval) const {
    return interval.first / 64 < words_.size() && in_word_at(interval.first & ~63ULL, interval);
  }
  [[nodiscard]] static std::uint64_t mask_of(Interval interval) {
    return ~std::uint64_t{0} >> (64 - interval.count) << interval.first % 64;
  }
  [[nodiscard]] static bool has_bits(std::uint64_t word, Interval interval) {
    return (~word & mask_of(interval)) == 0;
  }
  static bool set_bit(std::uint64_t& word, std::uint64_t place) {
    const std::uint64_t bit = std::uint64_t{1} << place % 64;
    if (place >= 64 || (word & bit) != 0) return false;
    word |= bit;
    return true;
  }
  static bool set_bits(std::uint64_t& word, Interval interval) {
    const std::uint64_t mask = mask_of(interval);
    if ((word & mask) != 0) return false;
    word |= mask;
    return true;
  }
  // Dense, and nothing in hand: as `extend`.
  bool extend_dense(Interval interval) {
    return in_hand_ == InHand::kRun && dense_ && in_one_word(interval) &&
           set_bits(words_[static_cast<std::size_t>(interval.first / 64)], interval);
  }
  bool add_apart(Interval interval, std::uint64_t universe);
  bool merge(std::span<const Interval> rising, std::uint64_t universe);
  [[nodiscard]] bool contains_apart(Interval interval) const;
  void settle() const;
  void take_run(std::size_t place);
  [[nodiscard]] bool near_run(Interval interval) const;
  void take_word(std::uint64_t first);
  void put_down();
  [[nodiscard]] std::uint64_t bits_at(std::uint64_t first) const;
  void limit_form(std::uint64_t universe);
  void toggle(std::uint64_t bound) const;
  void make_dense(std::uint64_t universe);
  void scatter_short_runs();
  [[nodiscard]] std::size_t first_above(std::uint64_t number) const;
  bool add_hashed(Interval interval);
  void put_back();
  template <typename Visit>
  bool for_each_hashed(Interval interval, const Visit& visit) const;
  [[nodiscard]] std::size_t first_slot(std::uint64_t index) const {
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
    return static_cast<std::size_t>((index + 1) * kSpread >> shift_);
  }
  [[nodiscard]] std::size_t slot_of(std::uint64_t index) const;
  std::size_t slot_for(std::uint64_t index);
  void grow_table();

  // First what mostly is looked at alone.
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  std::uint32_t recent_ = 0;  ///< sparse: place of the run in hand; hashed: indices in the table
  std::uint8_t shift_ = 0;    ///< hashed: 64 minus the bits of a slot number
  InHand in_hand_ = InHand::kRun;
  bool dense_ = false;
  bool hashed_ = false;
  union {
    Run run_{};        ///< sparse; there is none in the other forms
    Word word_;        ///< sparse or dense
    Subcube subcube_;  ///< sparse; then it is all that there is
    Places places_;    ///< hashed
  };
  /// Sparse: begin and end of each run in turn, all rising; where what is in hand belongs it may be
  /// behind. Dense: bits, likewise. Hashed: index + 1 of a word of bits (0: none) and that word, in
  /// turn; the one in hand may be behind.
  mutable std::vector<std::uint64_t> words_;
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

}  // namespace plexus
