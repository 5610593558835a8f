#include "models/fat-tree/alltoall.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus {

Timetable alltoall_phased(const FatTreeShape& tree, NodeId leaf, PhaseOrder order,
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

/// Sec. 5, eq. (1): Q_h + 2h - 1 steps for phase h, the sum over all of them.
FatTreeAlgorithm fat_tree_alltoall_phased() {
  FatTreeAlgorithm algorithm = fat_tree_timed_alltoall(
      "phased", "subtrees exchange what has to turn at their root, level by level",
      {dispatch_parameter()},
      [](const FatTreeCase& at, NodeId leaf) {
        return alltoall_phased(at.tree, leaf, PhaseOrder::kSerial, at.dispatch);
      },
      [](const FatTreeCase& at) {
        return phased_steps(alltoall_phases(at.tree), PhaseOrder::kSerial);
      });
  algorithm.equations = {paper_phases(kEquation1, [](double log) { return log * log; }),
                         table_1_alltoall()};
  return algorithm;
}

}  // namespace plexus
