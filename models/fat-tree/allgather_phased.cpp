#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

Timetable phased_allgather(const FatTreeShape& tree, NodeId leaf, PhaseOrder order) {
  const std::vector<std::int64_t> starts = phase_starts(allgather_phases(tree), order);
  Timetable timetable;
  for (unsigned i = 0; i < tree.height(); ++i) {
    const unsigned h = order == PhaseOrder::kAscending ? i + 1 : tree.height() - i;
    const std::int64_t N = tree.power(h - 1);
    const std::int64_t y = leaf % N;
    for (NodeId o = 1; o < tree.arity(); ++o) {  // step (o - 1) N + y of the phase is this leaf's
      timetable.push_back(
          {starts[h - 1] + (o - 1) * N + y + 1, TreeHeader::turn().with(tree, h, o)});
    }
  }
  return timetable;
}

namespace {

Timetable serial_allgather(const FatTreeShape& tree, NodeId leaf) {
  return phased_allgather(tree, leaf, PhaseOrder::kSerial);
}

std::int64_t serial_allgather_steps(const FatTreeShape& tree) {
  return phased_steps(allgather_phases(tree), PhaseOrder::kSerial);
}

Timetable pipelined_allgather(const FatTreeCase& at, NodeId leaf) {
  return phased_allgather(at.tree, leaf, at.phase_order);
}

std::int64_t pipelined_allgather_steps(const FatTreeCase& at) {
  return phased_steps(allgather_phases(at.tree), at.phase_order);
}

}  // namespace

/// Our serial form of `phased-pipelined`: phase h lasts (k - 1) k^(h-1) + 2h - 1 steps, all of them
/// n - 1 + H^2.
Algorithm<FatTreeCase> allgather_phased() {
  return {.operation = "allgather",
          .name = "phased",
          .summary = "level by level, each phase when the one before is over",
          .parameters = timed_parameters(),
          .prepare = settle<FatTreeStyle::kTimed, longest_of_allgather>,
          .program = timed<serial_allgather, BlockKind::kOwn>,
          .exact = in_steps<serial_allgather_steps>,
          .blocks = queue_free_blocks({"ft_turn_decode"})};
}

/// Our construction of the algorithm of the paper's reference [3], which Sec. 4.1 only mentions: no
/// queue at all in n + 2 log n - 2 steps.
Algorithm<FatTreeCase> allgather_phased_pipelined() {
  return {.operation = "allgather",
          .name = "phased-pipelined",
          .summary = "level by level, the next phase behind the one before",
          .parameters = timed_parameters({phase_order_parameter()}),
          .prepare = settle<FatTreeStyle::kTimed, longest_of_allgather>,
          .program = timed<pipelined_allgather, BlockKind::kOwn>,
          .equations = {{"n + 2 log n - 2", section("Sec. 4.1"), n_and_two_logs, equal_with_leaves,
                         is_binary}},
          .exact = in_steps<pipelined_allgather_steps>,
          .blocks = queue_free_blocks({"ft_turn_decode"})};
}

}  // namespace plexus::fat_tree
