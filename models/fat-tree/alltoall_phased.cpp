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

}  // namespace plexus
