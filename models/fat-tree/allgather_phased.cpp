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

}  // namespace plexus
