#include <algorithm>
#include <memory>

#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// Words of every message of phase i.
using WordsOfPhase = Words (*)(const ReconfigurableCase&, int i);

Words words_of_allgather(const ReconfigurableCase& at, int i) {
  return at.shape().power(i) * at.words;
}
Words words_of_alltoall(const ReconfigurableCase& at, int /*i*/) {
  return at.shape().nodes / at.shape().radix() * at.words;
}

/// The cliques of digit 0 .. h - 1, one phase each, in which every node has k links.
Plan cliques_of_all_digits(const ReconfigurableCase& at, Detail detail, const CliqueLabels& names,
                           WordsOfPhase words) {
  Plan plan{detail};
  const ReconfigurableShape shape = at.shape();
  for (int i = 0; i < shape.steps(); ++i) {
    const Words both = words(at, i);
    plan.begin_phase();
    plan.links(shape.nodes * shape.ports / 2, both, [&] {
      for (const CliqueLink& link : cliques(shape, names, shape.nodes, i)) {
        plan.schedule.add({{link.a, link.a_port}, {link.b, link.b_port}, both, both});
      }
    });
  }
  return plan;
}

std::shared_ptr<const CliqueLabels> labels_of(const ReconfigurableCase& at) {
  return std::make_shared<const CliqueLabels>(at.shape(), at.numbering.value_or(Numbering::kRcp));
}

}  // namespace

/// 5.3: before phase i a node holds the blocks of all nodes that agree with it in the digits i ..
/// h - 1; it sends all of them to its k partners.
Plan plan_allgather_clique(const ReconfigurableCase& at, Detail detail) {
  const auto names = labels_of(at);
  Plan plan = cliques_of_all_digits(at, detail, *names, words_of_allgather);
  plan.same_for_all = true;
  plan.blocks = [at, names](const Sending& sent) {
    const std::int64_t group = at.shape().power(static_cast<int>(sent.phase));
    const std::int64_t first = names->label(sent.from.node) / group * group;
    if (!names->renames()) return run_of_blocks(first, group, at.words);
    std::vector<NodeId> nodes;
    for (std::int64_t i = 0; i < group; ++i) nodes.push_back(names->node(first + i));
    std::ranges::sort(nodes);
    return whole_blocks(nodes, at.words);
  };
  return plan;
}

/// 5.4: before phase i a node holds the blocks from sources that agree with it in the digits i .. h
/// - 1 to destinations that agree with it in the digits 0 .. i - 1; each goes to the partner whose
/// digit i is that of its destination.
Plan plan_alltoall_clique(const ReconfigurableCase& at, Detail detail) {
  const auto names = labels_of(at);
  Plan plan = cliques_of_all_digits(at, detail, *names, words_of_alltoall);
  plan.moves = true;
  for (NodeId v = 0; v < at.nodes; ++v) plan.labels.push_back(names->label(v));
  return plan;
}

}  // namespace plexus

namespace plexus::reconfigurable {

namespace {

std::vector<Parameter> clique_parameters() {
  return joined({reconfigurable_parameters(), {clique_numbering_parameter(Numbering::kRcp)}});
}

/// (16): h beta + ((k+1)^h - 1)/k L tau, and (15) for the links.
double printed_allgather(const ReconfigurableCase& at) {
  if (at.nodes == 1) return 0;
  return clique_setting(at) + h(at) * beta(at) + (N(at) - 1) / k(at) * L(at) * tau(at);
}

/// (17): h (beta + N L tau/(k+1)), and (15) for the links.
double printed_alltoall(const ReconfigurableCase& at) {
  return clique_setting(at) + h(at) * (beta(at) + N(at) * L(at) / (k(at) + 1) * tau(at));
}

}  // namespace

Algorithm<ReconfigurableCase> allgather_rcp_clique() {
  return {.operation = "allgather",
          .name = "rcp-clique",
          .summary = "cliques of complementary nodes, digit after digit",
          .parameters = clique_parameters(),
          .prepare = plan_with<plan_allgather_clique, misfit_clique>,
          .programs = play_plan,
          .equations = {{"(15) + (16)", section("5.3"), printed_allgather, where_cycles_are_full}},
          .exact = exact_count};
}

Algorithm<ReconfigurableCase> alltoall_rcp_clique() {
  return {.operation = "alltoall",
          .name = "rcp-clique",
          .summary = "the same cliques; each block goes to the node with its digit",
          .parameters = clique_parameters(),
          .prepare = plan_with<plan_alltoall_clique, misfit_clique>,
          .programs = play_plan,
          .equations = {{"(15) + (17)", section("5.4"), printed_alltoall, where_cycles_are_full}},
          .exact = exact_count,
          .blocks = {"clique_steer"}};
}

}  // namespace plexus::reconfigurable
