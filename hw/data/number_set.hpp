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
/// once they would take more room or are many, one bit per number, in words of 64. A set of
/// scattered numbers keeps the words from the first that is not all zero to the last, or, where
/// these are far from each other, those that are not in a hash table.
///
/// What comes next is mostly near what came last. So the set keeps in hand the run that grew last,
/// or the word of bits that got the last ones, and enters it in the form when another one is taken
/// in hand. A set that is a subcube, and was told so, keeps nothing else.
class NumberSet {
 public:
  /// The set, which is empty, is to hold numbers that come and go one by one and lie far from each
  /// other; mostly `apart` (>= 1, < 2^32), as those of a column of a matrix do: these are kept side
  /// by side.
  void scatter(std::uint64_t apart);
  /// Adds the numbers of `run`. Returns false, and may have added some, if one was there before.
  bool add(Interval interval, std::uint64_t universe) {
    return extend(interval) || add_apart(interval, universe);
  }
  /// Adds the numbers if that is simple: they continue the run in hand, downwards or upwards, or
  /// they are bits of the word in hand. False, and nothing, if not, or if one was there.
  bool extend(Interval interval) {
    if (form_ == Form::kRuns) {
      if (interval.end() == run_.begin && interval.first >= run_.lowest) {
        return run_.begin = interval.first, true;
      }
      if (interval.first == run_.end && interval.end() <= run_.highest) {
        return run_.end = interval.end(), true;
      }
      return false;
    }
    if (form_ != Form::kBits || word_.apart != 1) return false;
    const std::uint64_t offset = interval.first - 64 * word_.index;
    if (offset >= 64 || interval.count - 1 >= 64 - offset) return false;
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - interval.count) << offset;
    if ((word_.bits & mask) != 0) return false;
    return word_.bits |= mask, true;
  }
  /// Adds several intervals, in one pass if they rise: `add` of each.
  bool add(std::span<const Interval> intervals, std::uint64_t universe);
  /// Adds a subcube: at once where both together are one.
  bool add_subcube(Subcube subcube, std::uint64_t universe);
  [[nodiscard]] bool contains(Interval interval) const {
    return (form_ == Form::kRuns && interval.first >= run_.begin && interval.end() <= run_.end) ||
           contains_apart(interval);
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
  /// Holds no number. Not looked for among bits: false.
  [[nodiscard]] bool empty() const { return form_ == Form::kRuns && words_.empty(); }

 private:
  friend class NumberReader;
  enum class Form : std::uint8_t { kRuns, kSubcube, kBits };
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  /// A run, and how far it may grow without touching its neighbours.
  struct Run {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  ///< 0: there is none
    std::uint64_t lowest = kNever;
    std::uint64_t highest = 0;
  };
  /// A word of bits. Number row * apart + column is bit column * 2^32 + row: the number itself
  /// where they are not `apart`.
  struct Word {
    std::uint64_t apart;
    std::uint64_t index;  ///< bits from 64 * index on; kNever: none is in hand
    std::uint64_t bits;
    std::uint64_t
        place;  ///< hashed: of the word in `words_`; else the index of the first one there
  };

  bool add_apart(Interval interval, std::uint64_t universe);
  bool merge(std::span<const Interval> rising, std::uint64_t universe);
  [[nodiscard]] bool contains_apart(Interval interval) const;
  // Runs.
  void settle() const;
  void put_down();
  void limit_form(std::uint64_t universe);
  void toggle(std::uint64_t bound);
  [[nodiscard]] std::size_t first_above(std::uint64_t number) const;
  // Bits.
  void keep_bits(std::uint64_t apart);
  bool add_bits(Interval interval);
  void put_back();
  template <typename Visit>
  bool for_each_word(Interval interval, const Visit& visit) const;
  [[nodiscard]] std::uint64_t bits_of(std::size_t index) const;
  [[nodiscard]] std::size_t place_of(std::uint64_t index) const;
  std::size_t enter(std::uint64_t index);
  bool widen(std::uint64_t index);
  void hash();
  [[nodiscard]] std::vector<Interval> intervals_of_bits() const;

  // First what mostly is looked at alone.
  std::uint32_t recent_ = 0;  ///< runs: place of the one in hand; bits: words that were entered
  std::uint8_t shift_ = 0;    ///< hashed: 64 minus the bits of a slot number; else 0
  Form form_ = Form::kRuns;
  union {
    Run run_{};
    Subcube subcube_;  ///< all that there is
    Word word_;
  };
  /// Begin and end of each run in turn, all rising; where what is in hand belongs it may be behind.
  /// Bits: words one behind the other, or hashed, index + 1 (0: none) and word in turn; the one in
  /// hand may be behind.
  mutable std::vector<std::uint64_t> words_;
};

/// Reads a set that does not change meanwhile, mostly in rising order: goes on where it was.
class NumberReader {
 public:
  explicit NumberReader(const NumberSet& set) : set_{&set} {}
  /// As the set's.
  [[nodiscard]] bool contains(Interval interval) {
    return set_->form_ == NumberSet::Form::kRuns ? contains_from_here(interval)
                                                 : set_->contains(interval);
  }

 private:
  bool contains_from_here(Interval interval);

  const NumberSet* set_;
  std::size_t next_ = 0;  ///< sparse form: place of the bound above what was asked for last
};

}  // namespace plexus
