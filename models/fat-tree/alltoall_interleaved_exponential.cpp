#include <cmath>

#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

namespace {

/// Class of the packets that all leaves send in step 1, 2, .., n - 1. Since t + 2h keeps the parity
/// of t, odd and even steps cannot meet; a rising order is free of meetings; the last two odd
/// entries are placed by hand.
std::vector<unsigned> classes_by_step(const FatTreeShape& tree) {
  const unsigned L = tree.height();
  std::vector<unsigned> odd;
  for (unsigned h = 1; h < L; ++h) {
    odd.insert(odd.end(), tree.leaves_of_class(h) - (h == L - 2 ? 1 : 0), h);
  }
  odd.push_back(L);
  odd.push_back(L - 2);
  std::vector<unsigned> classes;
  for (NodeId step = 1; step < tree.nodes(); ++step) {
    classes.push_back(step % 2 == 0 ? L : odd[(step - 1) / 2]);
  }
  return classes;
}

}  // namespace

bool suits_interleaved_exponential(const FatTreeShape& tree) {
  if (tree.arity() != 2 || tree.nodes() < 8) return false;
  for (unsigned h = 1; h <= tree.height(); ++h) {
    if (tree.capacity(h) < tree.power(h - 1)) return false;
  }
  return true;
}

Timetable interleaved_exponential(const FatTreeShape& tree, NodeId leaf) {
  std::vector<NodeId> next;  // by class: the next unused number of 2^(h-1) .. 2^h - 1
  for (unsigned h = 0; h <= tree.height(); ++h) next.push_back(h == 0 ? 0 : tree.power(h - 1));
  Timetable timetable;
  for (const unsigned h : classes_by_step(tree)) {
    const auto step = static_cast<std::int64_t>(timetable.size()) + 1;
    timetable.push_back({step, TreeHeader::unicast(leaf ^ next[h]++)});
  }
  return timetable;
}

namespace {

void prepare_interleaved(FatTreeCase& at) {
  if (!suits_interleaved_exponential(at.tree)) {
    throw Refusal{RefusalClass::kSize,
                  "--algorithm interleaved-exponential needs --arity 2, at least 8 --nodes and "
                  "--capacities of at least 2^(j-1) on every level j, as exponential ones are: "
                  "choose such a tree, or another --algorithm."};
  }
  at.settle(FatTreeStyle::kTimed, longest_of_alltoall(at));
}

std::int64_t interleaved_steps(const FatTreeShape& tree) {
  return tree.nodes() + 2 * std::int64_t{tree.height()} - 3;
}

double lemma_3(const FatTreeCase& at) {
  const double log = log_n(at);
  return at.equation_in_cycles(at.nodes() + 2 * log - 2 * std::log2(log) - 2);
}

}  // namespace

/// Refutes the conjecture at the end of Sec. 5.1 (F6): n + 2 log n - 3 steps, which is the bound.
Algorithm<FatTreeCase> alltoall_interleaved_exponential() {
  return {
      .operation = "alltoall",
      .name = "interleaved-exponential",
      .summary = "the largest class in every other step: below the conjecture",
      .parameters = timed_parameters(),
      .prepare = prepare_interleaved,
      .program = timed<interleaved_exponential, BlockKind::kPair>,
      .equations = {{"n + 2 log n - 2", section("Sec. 5.1, the conjecture"), n_and_two_logs,
                     [](const FatTreeCase&) { return Relation::kAtMost; }},
                    {"Lemma 3", section("Sec. 5.1"), lemma_3,
                     [](const FatTreeCase& at) { return at_least_if(at.tree.is_exponential()); }},
                    table_1_alltoall()},
      .exact = in_steps<interleaved_steps>,
      .blocks = queue_free_blocks()};
}

}  // namespace plexus::fat_tree
