#include "models/fat-tree/machine.hpp"

#include "models/fat-tree/algorithms.hpp"
#include "models/fat-tree/channel_traffic.hpp"
#include "models/fat-tree/traffic.hpp"
#include "models/traffic/series.hpp"

namespace plexus {

namespace {

MachineKind<FatTreeCase> fat_tree_kind() {
  MachineKind<FatTreeCase> kind;
  kind.name = "fat-tree";
  kind.read = [](const Values& values) { return FatTreeCase{values}; };
  kind.build = [](const FatTreeCase& at, const Operation& operation,
                  const ConstructionOrder& order) {
    NodeContext context;
    context.space = operation.space;
    return std::make_unique<fat_tree>("fat_tree", at.tree, at.hardware, context, order);
  };
  kind.memory = [](const FatTreeCase& at) {
    constexpr double kPorts = 1600;  // of a leaf or a router, to its branches
    const double parts = at.nodes() + at.tree.routers();
    return memory_of(parts, 4.0 * at.nodes()) + kPorts * parts;
  };
  kind.declared = fat_tree_statistics();
  kind.layout = [](const FatTreeCase& at) { return layout(at.tree); };
  kind.beyond_paper = [](const FatTreeCase& at) { return at.beyond_paper(); };
  return kind;
}

}  // namespace

void add_fat_tree(Catalogue& catalogue) {
  const MachineList<FatTreeCase> add{catalogue, fat_tree_kind()};
  add(fat_tree_move_direct());
  add(fat_tree_broadcast_replicate());
  add(fat_tree_broadcast_multicast());
  add(fat_tree_scatter_farthest_first());
  add(fat_tree_scatter_nearest_first());
  add(fat_tree_scatter_random());
  add(fat_tree_scatter_explicit());
  add(fat_tree_gather_timed());
  add(fat_tree_gather_greedy());
  add(fat_tree_allgather_flooding());
  add(fat_tree_allgather_phased());
  add(fat_tree_allgather_phased_pipelined());
  add(fat_tree_allgather_queue_free_optimal());
  add(fat_tree_alltoall_consecutive_scatter());
  add(fat_tree_alltoall_concurrent_scatter());
  add(fat_tree_alltoall_phased());
  add(fat_tree_alltoall_phased_pipelined());
  add(fat_tree_alltoall_interleaved_exponential());
  add(fat_tree_alltoall_first_fit());
  add(fat_tree_alltoall_greedy());
  add(fat_tree_topology());
  add(fat_tree_traffic());
  add_channel_switching(catalogue.algorithms.back());
  add_traffic_series(catalogue, "fat-tree", [](machine& top) {
    auto* const channels = dynamic_cast<direct_traffic*>(&top);
    return channels != nullptr ? channels->watch_queues() : watch_fat_tree_queues(top);
  });
}

}  // namespace plexus
