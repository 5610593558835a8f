#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/kernel/prefetch.hpp"

namespace plexus {

/// A set of the numbers 0 .. universe - 1 in one of two forms: the bounds of its runs, or, once
/// they would take more room or are many, one bit per number.
class NumberSet {
 public:
  /// Adds the numbers of `run`. Returns false, and may have added some, if one was there before.
  bool add(Run run, std::uint64_t universe) {
    if (dense_ && run.count == 1) {
      std::uint64_t& word = words_[static_cast<std::size_t>(run.first / 64)];
      const std::uint64_t before = word;
      word |= std::uint64_t{1} << run.first % 64;
      return word != before;
    }
    if (!dense_ && recent_ < words_.size() && run.count > 0) {  // often continues the latest run,
      std::uint64_t& begin = words_[recent_];                   // downwards
      if (run.end() == begin && (recent_ == 0 || words_[recent_ - 1] < run.first)) {
        return begin = run.first, true;
      }
      std::uint64_t& end = words_[recent_ + 1];  // or upwards
      if (run.first == end && (recent_ + 2 == words_.size() || run.end() < words_[recent_ + 2])) {
        return end = run.end(), true;
      }
    }
    return add_apart(run, universe);
  }
  [[nodiscard]] bool contains(Run run) const;
  /// The numbers as runs in rising order.
  [[nodiscard]] std::vector<Run> runs() const;
  /// Takes the numbers of `run` out; all of them must be there.
  void remove(Run run);
  /// Holds no number. Not looked for in the dense form: false.
  [[nodiscard]] bool empty() const { return words_.empty(); }
  /// Asks for what `add` and `contains` are likely to look at.
  void prefetch_words() const { prefetch(words_.data(), 64); }

 private:
  bool add_apart(Run run, std::uint64_t universe);
  void toggle(std::uint64_t bound);
  void make_dense(std::uint64_t universe);
  [[nodiscard]] std::size_t first_above(std::uint64_t number) const;

  /// Sparse: begin and end of each run in turn, all rising. Dense: bits.
  std::vector<std::uint64_t> words_;
  std::uint32_t recent_ = 0;  ///< begin of the run that grew last, if the set is sparse
  bool dense_ = false;
};

/// A processor's memory: which words of which blocks it holds. No word is stored twice.
class Memory {
 public:
  explicit Memory(BlockSpace space = {}) : space_{space} {}

  /// Stores `blocks`. Returns false if a word of them was there before.
  [[nodiscard]] bool add(const Blocks& blocks) {
    if (const Run* only = blocks.only_run();
        only != nullptr && blocks.slice() == space_.whole() && !partial_) {
      return whole_.add(*only, space_.blocks);
    }
    return add_runs(blocks);
  }
  /// Does the memory hold every word of `blocks`?
  [[nodiscard]] bool contains(const Blocks& blocks) const;
  /// Whole blocks held, as runs in rising order.
  [[nodiscard]] std::vector<Run> whole_blocks() const { return whole_.runs(); }
  /// Parts of blocks of which not all words are here yet, as runs of word numbers
  /// block * words + word.
  [[nodiscard]] std::vector<Run> partial_words() const {
    return partial_ ? partial_->runs() : std::vector<Run>{};
  }
  /// As of a NumberSet.
  void prefetch_words() const { whole_.prefetch_words(); }
  [[nodiscard]] const BlockSpace& space() const { return space_; }

 private:
  bool add_runs(const Blocks& blocks);
  bool add_part(BlockId block, Slice slice);

  BlockSpace space_;
  NumberSet whole_;                     ///< blocks
  std::unique_ptr<NumberSet> partial_;  ///< words of blocks that are not whole yet, if any
};

}  // namespace plexus
