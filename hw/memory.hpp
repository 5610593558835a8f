#pragma once

#include <cstdint>
#include <vector>

#include "hw/blocks.hpp"

namespace plexus {

/// A set of the numbers 0 .. universe - 1, in the smaller of two forms: a sorted list of runs, or,
/// once the list would be larger, one bit per number.
class NumberSet {
 public:
  /// Adds the numbers of `run`. Returns false, and may have added some, if one was there before.
  bool add(Run run, std::uint64_t universe) {
    // The usual case: the new numbers continue the run that grew last, up or down.
    if (recent_ < runs_.size() && run.count > 0) {
      Interval& near = runs_[recent_];
      if (run.end() == near.begin && (recent_ == 0 || runs_[recent_ - 1].end < run.first)) {
        return near.begin = run.first, true;
      }
      if (run.first == near.end &&
          (recent_ + 1 == runs_.size() || run.end() < runs_[recent_ + 1].begin)) {
        return near.end = run.end(), true;
      }
    }
    return add_apart(run, universe);
  }
  [[nodiscard]] bool contains(Run run) const;
  /// The numbers as runs in rising order.
  [[nodiscard]] std::vector<Run> runs() const;
  /// Takes the numbers of `run` out; all of them must be there.
  void remove(Run run);
  [[nodiscard]] bool empty() const { return runs_.empty() && bits_.empty(); }

 private:
  struct Interval {
    std::uint64_t begin;
    std::uint64_t end;
  };

  bool add_apart(Run run, std::uint64_t universe);
  bool insert(std::size_t position, Run run);
  void make_dense(std::uint64_t universe);
  [[nodiscard]] std::size_t first_after(std::uint64_t number) const;

  std::vector<Interval> runs_;       ///< sorted, disjoint, not touching
  std::vector<std::uint64_t> bits_;  ///< not empty: the dense form is in use
  std::size_t recent_ = 0;           ///< run that grew last: the next one often joins it
};

/// A processor's memory: which words of which blocks it holds. No word is stored twice.
class Memory {
 public:
  explicit Memory(BlockSpace space = {}) : space_{space} {}

  /// Stores `blocks`. Returns false if a word of them was there before.
  [[nodiscard]] bool add(const Blocks& blocks) {
    if (const Run* only = blocks.only_run();
        only != nullptr && blocks.slice() == space_.whole() && partial_.empty()) {
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
  [[nodiscard]] std::vector<Run> partial_words() const { return partial_.runs(); }
  [[nodiscard]] const BlockSpace& space() const { return space_; }

 private:
  bool add_runs(const Blocks& blocks);
  bool add_part(BlockId block, Slice slice);

  BlockSpace space_;
  NumberSet whole_;    ///< blocks
  NumberSet partial_;  ///< words of blocks that are not whole yet
};

}  // namespace plexus
