#include <algorithm>
#include <memory>

#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

Numbering numbering_of_rcp_tree(const ReconfigurableCase& at) {
  return at.numbering.value_or(at.shape().is_power() ? Numbering::kRcp : Numbering::kFit);
}

/// The tree with the number of every link in the schedule: steps one after another.
struct NumberedTree {
  explicit NumberedTree(const ReconfigurableCase& at)
      : tree{at.shape(), numbering_of_rcp_tree(at)} {}

  /// Blocks of the nodes below the link with place `place` in step `l`.
  [[nodiscard]] Blocks below(const ReconfigurableCase& at, int l, std::size_t place) const {
    std::vector<NodeId> nodes = tree.below(l, tree.step(l)[place]);
    for (NodeId& node : nodes) node = at.renamed(node);
    std::ranges::sort(nodes);
    return whole_blocks(nodes, at.words);
  }

  RcpTree tree;
};

}  // namespace

/// 5.1: in step l a holder sends to each child all blocks of the nodes below that child.
Plan plan_scatter(const ReconfigurableCase& at) {
  const auto numbered = std::make_shared<const NumberedTree>(at);
  Plan plan;
  for (int l = 0; l < numbered->tree.steps(); ++l) {
    if (numbering_of_rcp_tree(at) == Numbering::kRcp) plan.rcp_steps.push_back(l);
    plan.schedule.begin_phase();
    for (const TreeLink& link : numbered->tree.step(l)) {
      plan.schedule.add({{at.renamed(link.parent), link.index},
                         {at.renamed(link.child), 0},
                         link.below * at.words,
                         0_words});
    }
  }
  plan.moves = true;
  plan.blocks = [at, numbered](const Sending& sent) {
    return numbered->below(at, static_cast<int>(sent.phase), sent.place);
  };
  return plan;
}

/// The dual of 5.1: the tree backwards, last step first; a child sends all that it has collected.
Plan plan_gather(const ReconfigurableCase& at) {
  const auto numbered = std::make_shared<const NumberedTree>(at);
  Plan plan;
  const int h = numbered->tree.steps();
  for (int l = h - 1; l >= 0; --l) {
    if (numbering_of_rcp_tree(at) == Numbering::kRcp) plan.rcp_steps.push_back(l);
    plan.schedule.begin_phase();
    for (const TreeLink& link : numbered->tree.step(l)) {
      plan.schedule.add({{at.renamed(link.parent), link.index},
                         {at.renamed(link.child), 0},
                         0_words,
                         link.below * at.words});
    }
  }
  plan.moves = true;
  plan.blocks = [at, numbered, h](const Sending& sent) {
    return numbered->below(at, h - 1 - static_cast<int>(sent.phase), sent.place);
  };
  return plan;
}

PhaseCosts costs_scatter(const ReconfigurableCase& at) {
  const ReconfigurableShape shape = at.shape();
  const Numbering numbering = numbering_of_rcp_tree(at);
  const int h = shape.steps();
  const std::int64_t L = at.words.count();
  const std::int64_t N = shape.nodes;
  PhaseCosts costs;
  if (shape.is_power()) {  // (k r^l, L N / r^(l+1)), whatever the numbering
    for (int l = 0; l < h; ++l) {
      costs.push_back({shape.ports * shape.power(l), Words{L * (N / shape.power(l + 1))}});
    }
    return costs;
  }
  if (numbering == Numbering::kRadix) {
    for (int l = 0; l < h; ++l) {
      const std::int64_t reached = shape.power(l);
      costs.push_back({std::min(N, reached * shape.radix()) - reached,
                       Words{L * ceil_ratio(N - reached, reached * shape.radix())}});
    }
    return costs;
  }
  const RcpTree tree{shape, numbering};
  for (int l = 0; l < h; ++l) {
    PhaseCost cost{static_cast<std::int64_t>(tree.step(l).size()), 0_words};
    if (numbering == Numbering::kFit) {
      const std::int64_t longest =
          l == 0 ? ceil_ratio(N - shape.power(h - 1), shape.ports) : shape.power(h - 1 - l);
      cost.words = Words{L * longest};
    } else {
      for (const TreeLink& link : tree.step(l)) {
        cost.words = std::max(cost.words, link.below * at.words);
      }
    }
    costs.push_back(cost);
  }
  return costs;
}

PhaseCosts costs_gather(const ReconfigurableCase& at) {
  PhaseCosts costs = costs_scatter(at);
  std::ranges::reverse(costs);
  return costs;
}

}  // namespace plexus

namespace plexus::reconfigurable {

namespace {

/// (3): h beta + (N - 1)/k L tau, and (2) for the links.
double printed_rcp_tree(const ReconfigurableCase& at) {
  if (at.nodes == 1) return 0;
  return tree_setting(at) + h(at) * beta(at) + (N(at) - 1) / k(at) * L(at) * tau(at);
}

/// Other sizes than (k+1)^h have messages of unequal length.
Relation where_parts_are_even(const ReconfigurableCase& at) {
  return equal_if(at.shape().is_power() && fills_cycles(at, at.words.count()));
}

std::vector<Parameter> parameters_rcp_tree(const char* root) {
  return joined({reconfigurable_parameters(),
                 {reconfigurable_root_parameter(root), numbering_parameter(Numbering::kFit)}});
}

}  // namespace

Algorithm<ReconfigurableCase> scatter_rcp_tree() {
  return playing(
      {.operation = "scatter",
       .name = "rcp-tree",
       .summary = "every holder sends each child the blocks of all nodes below it",
       .is_default = true,
       .parameters = parameters_rcp_tree("node that has all blocks"),
       .prepare = [](ReconfigurableCase& at) { work_out(at, plan_scatter, costs_scatter); },
       .data = scatter_data,
       .equations = {{.label = "(2) + (3)",
                      .place = section("5.1"),
                      .formula = printed_rcp_tree,
                      .relation = where_parts_are_even}},
       .lower_bound = exchange_bound,
       .blocks = {"rcp_addr"}});
}

Algorithm<ReconfigurableCase> gather_rcp_tree() {
  return playing(
      {.operation = "gather",
       .name = "rcp-tree",
       .summary = "the scatter backwards: every child sends all that it has collected",
       .is_default = true,
       .parameters = parameters_rcp_tree("node that gets all blocks"),
       .prepare = [](ReconfigurableCase& at) { work_out(at, plan_gather, costs_gather); },
       .data = gather_data,
       .lower_bound = exchange_bound,
       .blocks = {"rcp_addr"}});
}

}  // namespace plexus::reconfigurable
