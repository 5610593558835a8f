#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "models/catalogue/memory_limit.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

namespace {

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

/// Bytes of TreeUse: a bit per step and direction of every branch, a count where it has several
/// links.
double bytes_of_use(const FatTreeShape& tree) {
  const auto steps = static_cast<double>(bound_alltoall(tree));
  double bits = 0;
  for (unsigned j = 1; j <= tree.height(); ++j) {
    bits += 2.0 * tree.branches(j) * steps * (tree.capacity(j) > 1 ? 33 : 1);
  }
  return bits / 8;
}

}  // namespace

std::vector<Timetable> first_fit(const FatTreeShape& tree) {
  TreeUse use{tree};
  std::vector<Timetable> timetables(tree.nodes());
  for (unsigned h = tree.height(); h >= 1; --h) {
    const NodeId N = tree.power(h - 1);
    for (NodeId o = 1; o < tree.arity(); ++o) {
      for (NodeId r = 0; r < N; ++r) {
        for (NodeId v = 0; v < N; ++v) {  // q = (o - 1) N^2 + r N + v, as in `general`
          const NodeId from = tree.reverse_digits(v, h - 1);
          const NodeId to = tree.reverse_digits((v + r) % N, h - 1);
          for (NodeId subtree = 0; subtree < tree.nodes(); subtree += tree.power(h)) {
            for (NodeId u = 0; u < tree.arity(); ++u) {
              const NodeId source = subtree + u * N + from;
              const NodeId destination = subtree + (u + o) % tree.arity() * N + to;
              timetables[source].push_back(
                  {use.fit(source, destination, h), TreeHeader::unicast(destination)});
            }
          }
        }
      }
    }
  }
  for (Timetable& timetable : timetables) std::ranges::sort(timetable, {}, &Dispatch::step);
  return timetables;
}

namespace {

void prepare_first_fit(FatTreeCase& at) {
  at.settle(FatTreeStyle::kTimed, longest_of_alltoall(at));
  require_memory(bytes_of_use(at.tree) + 20.0 * at.nodes() * at.nodes());
  at.timetables = std::make_shared<const std::vector<Timetable>>(first_fit(at.tree));
}

const Timetable& fitted(const FatTreeCase& at, NodeId leaf) { return (*at.timetables)[leaf]; }

std::int64_t fitted_steps(const FatTreeCase& at) {
  std::int64_t steps = 0;
  for (NodeId leaf = 0; leaf < at.nodes(); ++leaf) {
    steps = std::max(steps, last_arrival(at.tree, leaf, fitted(at, leaf)));
  }
  return steps;
}

}  // namespace

/// A timetable that software makes and the queue-free hardware plays: every block in the first step
/// in which its whole way is free. For constant capacities it meets the bound,
/// (k - 1) n^2 / k^2 + 2H - 1, a quarter less than eq. (2) for large n (E17).
Algorithm<FatTreeCase> alltoall_first_fit() {
  return {.operation = "alltoall",
          .name = "first-fit",
          .summary = "every block in the first step in which its way is free",
          .is_default = true,
          .parameters = timed_parameters(),
          .prepare = prepare_first_fit,
          .program = timed<fitted, BlockKind::kPair>,
          .equations = {table_1_alltoall()},
          .exact = in_steps<fitted_steps>,
          .memory =
              [](const FatTreeCase& at) {
                return memory_of_pairs<FatTreeStyle::kTimed>(at) + bytes_of_use(at.tree);
              },
          .blocks = queue_free_blocks()};
}

}  // namespace plexus::fat_tree
