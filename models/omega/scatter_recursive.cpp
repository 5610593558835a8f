#include "models/omega/play.hpp"
#include "models/omega/scatter_tree.hpp"

namespace plexus {

SwitchPlan scatter_plan(NodeId nodes, NodeId root, Words words) {
  const std::uint32_t n = power_of_two_bits("scatter", nodes);
  SwitchPlan plan;
  for (std::uint32_t step = 1; step <= n; ++step) {
    add_step(plan, scatter_routes(root, step), (NodeId{1} << (n - step)) * words);
  }
  return plan;
}

namespace omega {

namespace {

/// In step j the blocks of the receiver's subtree.
PayloadRule blocks_below_scatter_recursive(const SwitchCase& at) {
  return [k = at.nodes(), root = at.root, words = at.words](std::size_t step,
                                                            const SwitchMessage& message) {
    const auto j = static_cast<std::uint32_t>(step) + 1;
    return scattered_blocks(k, root, j, message.destination ^ root, words);
  };
}

}  // namespace

Algorithm<SwitchCase> scatter_recursive() {
  return {.operation = "scatter",
          .name = "recursive",
          .summary = "half of the blocks go across in each pass",
          .is_default = true,
          .parameters = switch_parameters().with_root("processor that has all blocks"),
          .prepare = counted_by(plan_of<scatter_plan>, "scatter"),
          .programs = playing(plan_of<scatter_plan>, blocks_below_scatter_recursive),
          .equations = {recursive_halving()},
          .exact = counted_cycles};
}

}  // namespace omega
}  // namespace plexus
