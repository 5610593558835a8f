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

/// The steps of the tree in the order `step_of(phase)`, their messages down or up the links.
template <typename StepOf>
Plan along_tree(const ReconfigurableCase& at, Detail detail, bool down, StepOf step_of) {
  const auto numbered = std::make_shared<const NumberedTree>(at);
  const int h = numbered->tree.steps();
  Plan plan{detail};
  for (int phase = 0; phase < h; ++phase) {
    const int l = step_of(phase, h);
    if (numbering_of_rcp_tree(at) == Numbering::kRcp) plan.rcp_steps.push_back(l);
    plan.begin_phase();
    for (const TreeLink& link : numbered->tree.step(l)) {
      const Words below = link.below * at.words;
      plan.links(1, below, [&] {
        plan.schedule.add({{at.renamed(link.parent), link.index},
                           {at.renamed(link.child), 0},
                           down ? below : 0_words,
                           down ? 0_words : below});
      });
    }
  }
  plan.moves = true;
  plan.blocks = [at, numbered, h, step_of](const Sending& sent) {
    return numbered->below(at, step_of(static_cast<int>(sent.phase), h), sent.place);
  };
  return plan;
}

}  // namespace

/// 5.1: in step l a holder sends to each child all blocks of the nodes below that child.
Plan plan_scatter(const ReconfigurableCase& at, Detail detail) {
  return along_tree(at, detail, true, [](int phase, int /*h*/) { return phase; });
}

/// The dual of 5.1: the tree backwards, last step first; a child sends all that it has collected.
Plan plan_gather(const ReconfigurableCase& at, Detail detail) {
  return along_tree(at, detail, false, [](int phase, int h) { return h - 1 - phase; });
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
  return {.operation = "scatter",
          .name = "rcp-tree",
          .summary = "every holder sends each child the blocks of all nodes below it",
          .is_default = true,
          .parameters = parameters_rcp_tree("node that has all blocks"),
          .prepare = plan_with<plan_scatter>,
          .programs = play_plan,
          .equations = {{"(2) + (3)", section("5.1"), printed_rcp_tree, where_parts_are_even}},
          .exact = exact_count,
          .blocks = {"rcp_addr"}};
}

Algorithm<ReconfigurableCase> gather_rcp_tree() {
  return {.operation = "gather",
          .name = "rcp-tree",
          .summary = "the scatter backwards: every child sends all that it has collected",
          .is_default = true,
          .parameters = parameters_rcp_tree("node that gets all blocks"),
          .prepare = plan_with<plan_gather>,
          .programs = play_plan,
          .exact = exact_count,
          .blocks = {"rcp_addr"}};
}

}  // namespace plexus::reconfigurable
