#include "models/fat-tree/scatter.hpp"

#include "models/fat-tree/programs.hpp"

namespace plexus {

FatTreeAlgorithm fat_tree_scatter(const std::string& name, const std::string& summary,
                                  const std::vector<Parameter>& own,
                                  std::vector<NodeId> (*order)(const FatTreeCase&)) {
  FatTreeAlgorithm algorithm = fat_tree_algorithm(
      "scatter", name, summary, FatTreeKnobs::kQueueDriven, joined({{root_parameter()}, own}));
  algorithm.prepare = [order](FatTreeCase& at) {
    at.order = order(at);
    at.settle(FatTreeStyle::kQueueDriven, longest_from(at.words, at.root, at.order));
  };
  algorithm.data = [](const FatTreeCase& at) {
    return scatter_operation(at.nodes(), at.root, stored_words(at));
  };
  algorithm.program = [](terminal& self, const FatTreeCase& at) {
    if (self.id() != at.root) return receive(self, 1);
    return release(self, at, at.order, 0, 0);
  };
  algorithm.exact = [](const FatTreeCase& at) -> std::optional<Cycles> {
    if (at.hardware.wide) return std::nullopt;
    return at.in_cycles(scatter_steps(at.tree, at.root, at.order));
  };
  algorithm.lower_bound = scatter_bound_in_cycles;
  return algorithm;
}

}  // namespace plexus
