#include "models/fat-tree/machine.hpp"

#include <utility>

#include "models/catalogue/json.hpp"
#include "models/fat-tree/bounds.hpp"

namespace plexus {

namespace {

const Statistic kSteps{"steps", "steps", "cycles / cycles_per_step; half duplex: half-steps"};
const Statistic kCyclesPerStep{"cycles_per_step", "cycles", "of a hop, where all take as many"};

void note_steps(const FatTreeCase& at, const fat_tree_machine& top, Statistics& statistics) {
  const auto step = at.cycles_per_step();
  const bool counts = step && (!at.words.varied || at.hardware.rules.slot);
  statistics.set(kSteps, counts ? Json(top.completed().count() / step->count()) : Json());
  statistics.set(kCyclesPerStep, step ? Json(step->count()) : Json());
}

/// A bound in steps, which `of` finds.
template <auto of>
std::optional<Cycles> bound(const FatTreeCase& at) {
  return at.bound_in_cycles(of(at.tree));
}

std::optional<Cycles> bound_move(const FatTreeCase& at) {
  return at.bound_in_cycles(2 * at.tree.class_of(at.source, at.destination));
}

std::int64_t bound_broadcast(const FatTreeShape& tree) { return 2 * tree.height(); }

}  // namespace

MachineKind<FatTreeCase> fat_tree_kind() {
  std::vector<Statistic> declared = fat_tree_statistics();
  declared.insert(declared.end(), {kSteps, kCyclesPerStep});
  return {
      .name = "fat-tree",
      .read = fat_tree_case,
      .build =
          [](const FatTreeCase& at, const Operation& operation, const ConstructionOrder& order) {
            NodeContext context;
            context.space = operation.space;
            return std::make_unique<fat_tree_machine>("fat_tree", at.tree, at.hardware, context,
                                                      order);
          },
      .memory =
          [](const FatTreeCase& at) {
            constexpr double kPorts = 1600;  // of a leaf or a router, to its branches
            const double parts = at.nodes() + at.tree.routers();
            return memory_of(parts, 4.0 * at.nodes()) + kPorts * parts;
          },
      .declared = declared,
      .layout = [](const FatTreeCase& at) { return layout(at.tree); },
      .lower_bounds = {{"move", bound_move},
                       {"broadcast", bound<bound_broadcast>},
                       {"scatter", bound<fat_tree::bound_scatter>},
                       {"gather", bound<fat_tree::bound_scatter>},
                       {"allgather", bound<fat_tree::bound_scatter>},
                       {"alltoall", bound<fat_tree::bound_alltoall>}},
      .beyond_paper = [](const FatTreeCase& at) { return at.beyond_paper(); },
      .statistics = note_steps,
      .check = [](const FatTreeCase&, const Operation&,
                  const fat_tree_machine& top) { return top.left_inside(); }};
}

void add_fat_tree(Catalogue& catalogue) {
  const MachineList<FatTreeCase> add{catalogue, fat_tree_kind()};
  PLEXUS_ADD_ALGORITHMS(fat_tree, PLEXUS_FAT_TREE_ALGORITHMS)
  add_fat_tree_traffic(catalogue);
}

}  // namespace plexus
