#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "models/fat-tree/shape.hpp"

/// Which branches of a tree are taken when, as a timetable is made block by block.
namespace plexus::fat_tree {

/// In which steps a branch, in one direction, is full.
class BranchUse {
 public:
  /// 64 steps from `step` (>= 0) on, a bit each: 1 where the branch is full.
  [[nodiscard]] std::uint64_t full(std::int64_t step) const {
    const auto word = static_cast<std::size_t>(step / 64);
    const auto bit = static_cast<unsigned>(step % 64);
    const std::uint64_t low = word < full_.size() ? full_[word] >> bit : 0;
    const std::uint64_t high = word + 1 < full_.size() ? full_[word + 1] : 0;
    return bit == 0 ? low : low | high << (64 - bit);
  }
  /// The first step from `first` on in which it is not full.
  [[nodiscard]] std::int64_t first_free(std::int64_t first) {
    if (first != first_) begin_ = first_ = first;  // the next class
    while (const int run = std::countr_one(full(begin_))) begin_ += run;
    return begin_;
  }
  /// One packet more in this step, of at most `capacity`.
  void use(std::int64_t step, std::int64_t capacity) {
    if (capacity > 1) {
      const auto place = static_cast<std::size_t>(step);
      if (place >= counts_.size()) counts_.resize(place + 1);
      if (++counts_[place] < capacity) return;
    }
    const auto word = static_cast<std::size_t>(step / 64);
    if (word >= full_.size()) full_.resize(word + 1);
    full_[word] |= std::uint64_t{1} << step % 64;
  }

 private:
  std::vector<std::uint64_t> full_;
  std::vector<std::uint32_t> counts_;  ///< packets by step, where a branch has several links
  std::int64_t first_ = 0;
  std::int64_t begin_ = 0;  ///< full from first_ to the step before
};

/// All branches of a tree.
class TreeUse {
 public:
  explicit TreeUse(const FatTreeShape& tree) : tree_{tree} {
    for (unsigned j = 1; j <= tree.height(); ++j) {
      up_.emplace_back(tree.branches(j));
      down_.emplace_back(tree.branches(j));
    }
  }

  /// The first step >= 1 in which a block of class h can be dispatched; notes it.
  std::int64_t fit(NodeId source, NodeId destination, unsigned h) {
    const std::int64_t delay = 2 * h - 1;  // a branch down counts by the step of arrival
    std::int64_t step = 1;
    for (unsigned j = 1; j <= h; ++j) {
      step = std::max(step, up(j, source).first_free(1));
      step = std::max(step, down(j, destination).first_free(1 + delay) - delay);
    }
    while (true) {
      std::uint64_t full = 0;
      for (unsigned j = 1; j <= h; ++j) {
        full |= up(j, source).full(step) | down(j, destination).full(step + delay);
      }
      const int taken = std::countr_one(full);
      step += taken;
      if (taken < 64) break;
    }
    for (unsigned j = 1; j <= h; ++j) {
      up(j, source).use(step, tree_.capacity(j));
      down(j, destination).use(step + delay, tree_.capacity(j));
    }
    return step;
  }

 private:
  BranchUse& up(unsigned j, NodeId leaf) { return up_[j - 1][leaf / tree_.power(j - 1)]; }
  BranchUse& down(unsigned j, NodeId leaf) { return down_[j - 1][leaf / tree_.power(j - 1)]; }

  const FatTreeShape& tree_;
  std::vector<std::vector<BranchUse>> up_;
  std::vector<std::vector<BranchUse>> down_;
};

}  // namespace plexus::fat_tree
