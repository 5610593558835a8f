#include <algorithm>
#include <memory>

#include "models/operations/operation.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// The cliques of digit 0 .. h - 1, one phase each, with `words(i)` for every message of phase i.
template <typename PhaseWords>
Plan cliques_of_all_digits(const ReconfigurableCase& at, const CliqueLabels& names,
                           PhaseWords words) {
  Plan plan;
  const ReconfigurableShape shape = at.shape();
  for (int i = 0; i < shape.steps(); ++i) {
    plan.schedule.begin_phase();
    for (const CliqueLink& link : cliques(shape, names, shape.nodes, i)) {
      plan.schedule.add({{link.a, link.a_port}, {link.b, link.b_port}, words(i), words(i)});
    }
  }
  return plan;
}

Numbering numbering_of_rcp_clique(const ReconfigurableCase& at) {
  return at.numbering.value_or(Numbering::kRcp);
}

}  // namespace

/// 5.3: before phase i a node holds the blocks of all nodes that agree with it in the digits i ..
/// h - 1; it sends all of them to its k partners.
Plan plan_allgather_clique(const ReconfigurableCase& at) {
  const auto names = std::make_shared<const CliqueLabels>(at.shape(), numbering_of_rcp_clique(at));
  Plan plan =
      cliques_of_all_digits(at, *names, [&](int i) { return at.shape().power(i) * at.words; });
  plan.same_for_all = true;
  plan.blocks = [at, names](const Sending& sent) {
    const std::int64_t group = at.shape().power(static_cast<int>(sent.phase));
    const std::int64_t first = names->label(sent.from.node) / group * group;
    if (!names->renames()) return run_of_blocks(first, group, at.words);
    std::vector<NodeId> nodes;
    for (std::int64_t label = first; label < first + group; ++label) {
      nodes.push_back(names->node(label));
    }
    std::ranges::sort(nodes);
    return whole_blocks(nodes, at.words);
  };
  return plan;
}

PhaseCosts costs_allgather_clique(const ReconfigurableCase& at) {
  const ReconfigurableShape shape = at.shape();
  PhaseCosts costs;
  for (int i = 0; i < shape.steps(); ++i) {
    costs.push_back({shape.nodes * shape.ports / 2, shape.power(i) * at.words});
  }
  return costs;
}

/// 5.4: before phase i a node holds the blocks from sources that agree with it in the digits i .. h
/// - 1 to destinations that agree with it in the digits 0 .. i - 1; each goes to the partner whose
/// digit i is that of its destination.
Plan plan_alltoall_clique(const ReconfigurableCase& at) {
  const auto names = std::make_shared<const CliqueLabels>(at.shape(), numbering_of_rcp_clique(at));
  const ReconfigurableShape shape = at.shape();
  Plan plan = cliques_of_all_digits(at, *names,
                                    [&](int) { return shape.nodes / shape.radix() * at.words; });
  plan.moves = true;
  for (NodeId v = 0; v < at.nodes; ++v) plan.labels.push_back(names->label(v));
  plan.blocks = [at, shape, names](const Sending& sent) {
    const int i = static_cast<int>(sent.phase);
    const std::int64_t group = shape.power(i);
    const std::int64_t own = names->label(sent.from.node);
    const std::int64_t partner = names->label(sent.to.node);
    const std::int64_t low = partner % (group * shape.radix());  // digits 0 .. i of destinations
    const auto nodes = static_cast<std::uint64_t>(shape.nodes);
    BlockList blocks;
    for (std::int64_t source = own / group * group; source < own / group * group + group;
         ++source) {
      for (std::int64_t to = low; to < shape.nodes; to += group * shape.radix()) {
        blocks.add(alltoall_block(nodes, names->node(source), names->node(to)));
      }
    }
    return blocks.blocks({0_words, at.words});
  };
  return plan;
}

PhaseCosts costs_alltoall_clique(const ReconfigurableCase& at) {
  const ReconfigurableShape shape = at.shape();
  if (shape.nodes == 1) return {};
  return PhaseCosts(static_cast<std::size_t>(shape.steps()),
                    {shape.nodes * shape.ports / 2, shape.nodes / shape.radix() * at.words});
}

}  // namespace plexus

namespace plexus::reconfigurable {

namespace {

/// (16): h beta + ((k+1)^h - 1)/k L tau, and (15) for the links.
double printed_allgather(const ReconfigurableCase& at) {
  if (at.nodes == 1) return 0;
  return clique_setting(at) + h(at) * beta(at) + (N(at) - 1) / k(at) * L(at) * tau(at);
}

/// (17): h (beta + N L tau/(k+1)), and (15) for the links.
double printed_alltoall(const ReconfigurableCase& at) {
  return clique_setting(at) + h(at) * (beta(at) + N(at) * L(at) / (k(at) + 1) * tau(at));
}

Relation where_cycles_are_full(const ReconfigurableCase& at) {
  return equal_if(fills_cycles(at, at.words.count()));
}

}  // namespace

Algorithm<ReconfigurableCase> allgather_rcp_clique() {
  return playing(
      {.operation = "allgather",
       .name = "rcp-clique",
       .summary = "cliques of complementary nodes, digit after digit",
       .parameters =
           joined({reconfigurable_parameters(), {clique_numbering_parameter(Numbering::kRcp)}}),
       .prepare =
           [](ReconfigurableCase& at) {
             if (const auto reason = misfit_clique(at)) refuse_size(*reason);
             work_out(at, plan_allgather_clique, costs_allgather_clique);
           },
       .data = allgather_data,
       .equations = {{.label = "(15) + (16)",
                      .place = section("5.3"),
                      .formula = printed_allgather,
                      .relation = where_cycles_are_full}},
       .lower_bound = exchange_bound,
       .memory = [](const ReconfigurableCase& at) { return 4.0 * at.nodes * at.nodes; }});
}

Algorithm<ReconfigurableCase> alltoall_rcp_clique() {
  return playing({.operation = "alltoall",
                  .name = "rcp-clique",
                  .summary = "the same cliques; each block goes to the node with its digit",
                  .parameters = joined(
                      {reconfigurable_parameters(), {clique_numbering_parameter(Numbering::kRcp)}}),
                  .prepare =
                      [](ReconfigurableCase& at) {
                        if (const auto reason = misfit_clique(at)) refuse_size(*reason);
                        work_out(at, plan_alltoall_clique, costs_alltoall_clique);
                      },
                  .data = alltoall_data,
                  .equations = {{.label = "(15) + (17)",
                                 .place = section("5.4"),
                                 .formula = printed_alltoall,
                                 .relation = where_cycles_are_full}},
                  .lower_bound = exchange_bound,
                  .blocks = {"clique_steer"}});
}

}  // namespace plexus::reconfigurable
