#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

Timetable phased_alltoall(const FatTreeShape& tree, NodeId leaf, PhaseOrder order,
                          PhaseDispatch dispatch) {
  const std::vector<std::int64_t> starts = phase_starts(alltoall_phases(tree), order);
  Timetable timetable;
  for (unsigned i = 0; i < tree.height(); ++i) {
    const unsigned h = order == PhaseOrder::kAscending ? i + 1 : tree.height() - i;
    for (const Dispatch& packet : phase_timetable(tree, h, leaf, dispatch)) {
      timetable.push_back({starts[h - 1] + packet.step, packet.header});
    }
  }
  return timetable;
}

namespace {

Timetable serial_alltoall(const FatTreeCase& at, NodeId leaf) {
  return phased_alltoall(at.tree, leaf, PhaseOrder::kSerial, at.dispatch);
}

std::int64_t serial_alltoall_steps(const FatTreeShape& tree) {
  return phased_steps(alltoall_phases(tree), PhaseOrder::kSerial);
}

}  // namespace

/// Sec. 5, eq. (1): Q_h + 2h - 1 steps for phase h, the sum over all of them.
Algorithm<FatTreeCase> alltoall_phased() {
  return {.operation = "alltoall",
          .name = "phased",
          .summary = "subtrees exchange what has to turn at their root, level by level",
          .parameters = timed_parameters({dispatch_parameter()}),
          .prepare = settle<FatTreeStyle::kTimed, longest_of_alltoall>,
          .program = timed<serial_alltoall, BlockKind::kPair>,
          .equations = {paper_phases(kEquation1, [](double log) { return log * log; }),
                        table_1_alltoall()},
          .exact = in_steps<serial_alltoall_steps>,
          .blocks = queue_free_blocks()};
}

}  // namespace plexus::fat_tree
