#include <algorithm>

#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

/// 5.2.1: in every step each reached node sends the whole message to its k children.
Plan plan_broadcast_naive(const ReconfigurableCase& at, Detail detail) {
  Plan plan{detail};
  const Numbering numbering = at.numbering.value_or(Numbering::kRcp);
  const RcpTree tree{at.shape(), numbering};
  for (int l = 0; l < tree.steps(); ++l) {
    if (numbering == Numbering::kRcp) plan.rcp_steps.push_back(l);
    plan.begin_phase();
    plan.links(std::ssize(tree.step(l)), at.words, [&] {
      for (const TreeLink& link : tree.step(l)) {
        plan.schedule.add({{at.renamed(link.parent), link.index},
                           {at.renamed(link.child), 0},
                           at.words,
                           0_words});
      }
    });
  }
  plan.blocks = [words = at.words](const Sending&) { return run_of_blocks(0, 1, words); };
  plan.same_for_all = true;
  return plan;
}

}  // namespace plexus

namespace plexus::reconfigurable {

namespace {

/// h (beta + L tau), and (1) for the links.
double printed_rcp_naive(const ReconfigurableCase& at) {
  return tree_setting(at) + h(at) * (beta(at) + L(at) * tau(at));
}

}  // namespace

Algorithm<ReconfigurableCase> broadcast_rcp_naive() {
  return {.operation = "broadcast",
          .name = "rcp-naive",
          .summary = "the whole message down the tree, every reached node to its children",
          .parameters = joined({reconfigurable_parameters(),
                                {reconfigurable_root_parameter("node that has the message"),
                                 numbering_parameter(Numbering::kRcp)}}),
          .prepare = plan_with<plan_broadcast_naive>,
          .programs = play_plan,
          .equations = {{"(4)", section("5.2.1"), printed_rcp_naive, where_cycles_are_full}},
          .exact = exact_count,
          .blocks = {"rcp_addr"}};
}

}  // namespace plexus::reconfigurable
