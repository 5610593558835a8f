#include <utility>

#include "models/omega/play.hpp"
#include "models/omega/scatter_tree.hpp"

namespace plexus {

SwitchPlan gather_plan(NodeId nodes, NodeId root, Words words) {
  const std::uint32_t n = power_of_two_bits("gather", nodes);
  SwitchPlan plan;
  for (std::uint32_t step = n; step >= 1; --step) {
    std::vector<SwitchRoute> routes = scatter_routes(root, step);
    for (SwitchRoute& route : routes) std::swap(route.source, route.destination);
    add_step(plan, std::move(routes), (NodeId{1} << (n - step)) * words);
  }
  return plan;
}

namespace omega {

namespace {

/// The scatter's steps backwards: the blocks of the sender's subtree.
PayloadRule blocks_below_gather_recursive(const SwitchCase& at) {
  const std::uint32_t n = power_of_two_bits("gather", at.nodes());
  return [n, k = at.nodes(), root = at.root, words = at.words](std::size_t step,
                                                               const SwitchMessage& message) {
    const std::uint32_t j = n - static_cast<std::uint32_t>(step);
    return scattered_blocks(k, root, j, message.source ^ root, words);
  };
}

}  // namespace

Algorithm<SwitchCase> gather_recursive() {
  return {.operation = "gather",
          .name = "recursive",
          .summary = "the scatter backwards",
          .is_default = true,
          .parameters = switch_parameters().with_root("processor that gets all blocks"),
          .prepare = counted_by(plan_of<gather_plan>, "gather"),
          .programs = playing(plan_of<gather_plan>, blocks_below_gather_recursive),
          .equations = {recursive_halving()},
          .exact = counted_cycles};
}

}  // namespace omega
}  // namespace plexus
