#include "models/fat-tree/algorithms.hpp"
#include "models/fat-tree/allgather.hpp"
#include "models/fat-tree/schedules.hpp"

namespace plexus {

Timetable allgather_phased(const FatTreeShape& tree, NodeId leaf, PhaseOrder order) {
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

/// Our serial form of `phased-pipelined`: phase h lasts (k - 1) k^(h-1) + 2h - 1 steps, all of them
/// n - 1 + H^2.
FatTreeAlgorithm fat_tree_allgather_phased() {
  return fat_tree_timed_allgather(
      "phased", "level by level, each phase when the one before is over", {},
      [](const FatTreeCase& at, NodeId leaf) {
        return allgather_phased(at.tree, leaf, PhaseOrder::kSerial);
      },
      [](const FatTreeCase& at) {
        return phased_steps(allgather_phases(at.tree), PhaseOrder::kSerial);
      });
}

}  // namespace plexus
