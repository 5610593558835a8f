#include <algorithm>
#include <memory>

#include "models/catalogue/memory_limit.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"
#include "models/fat-tree/tree_use.hpp"

namespace plexus::fat_tree {

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
  require_memory(double{sizeof(Dispatch)} * at.nodes() * at.nodes());  // before they are filled
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
/// (k - 1) n^2 / k^2 + 2H - 1, a quarter less than eq. (2) for large n (F9).
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
          .blocks = queue_free_blocks()};
}

}  // namespace plexus::fat_tree
