#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "models/omega/play.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// Parts first .. first + count - 1 of the message, which is cut in one for each node.
Slice parts(const SwitchCase& at, NodeId first, NodeId count) {
  const EvenSplit split{at.words, at.nodes()};
  const auto from = [&](NodeId part) { return part < at.nodes() ? split.first(part) : at.words; };
  return {from(first), from(first + count) - from(first)};
}

NodeId label(const SwitchCase& at, NodeId node) { return node ^ at.root; }

/// What crosses in a step. The first lg k steps scatter: a node whose label, relative to the root,
/// ends in zeros gives the upper half of its parts away. The others gather: all that both sides
/// have, bit 0 first; nodes that had more from the scatter get that in vain.
Slice carried(const SwitchCase& at, std::size_t step, NodeId source) {
  const auto n = static_cast<std::size_t>(std::bit_width(at.nodes())) - 1;
  if (step < n) {
    const NodeId half = at.nodes() >> (step + 1);
    return parts(at, label(at, source) + half, half);
  }
  const NodeId held = NodeId{1} << (step - n);
  return parts(at, label(at, source) & ~(held - 1), held);
}

/// All steps, those without words included.
SwitchPlan plan_scatter_allgather(const SwitchCase& at) {
  SwitchPlan plan;
  const auto add = [&](std::vector<SwitchRoute> routes, std::size_t number) {
    std::ranges::sort(routes);
    SwitchStep step{plan.configurations.size(), {}};
    for (const auto& [source, destination] : routes) {
      const Words words = carried(at, number, source).count;
      if (words > 0_words) {
        step.messages.push_back({source, destination, words, static_cast<std::int64_t>(number)});
      }
    }
    plan.configurations.push_back(std::move(routes));
    if (!step.messages.empty()) plan.steps.push_back(std::move(step));
  };
  std::size_t number = 0;
  for (NodeId half = at.nodes() / 2; half > 0; half /= 2) {  // scatter
    std::vector<SwitchRoute> routes;
    for (NodeId v = 0; v < at.nodes(); v += 2 * half) {
      routes.push_back({label(at, v), label(at, v + half)});
    }
    add(std::move(routes), number++);
  }
  for (NodeId held = 1; held < at.nodes(); held *= 2) {  // allgather
    std::vector<SwitchRoute> routes;
    for (NodeId v = 0; v < at.nodes(); ++v) routes.push_back({v, v ^ held});
    add(std::move(routes), number++);
  }
  return plan;
}

PayloadRule parts_of_step(const SwitchCase& at) {
  return [at](std::size_t, const SwitchMessage& message) {
    const auto step = static_cast<std::size_t>(message.packet);
    return Blocks{Interval{0, 1}, carried(at, step, message.source)};
  };
}

/// 2 lg p alpha + 2 (p - 1)/p n beta, n = w.
double formula_scatter_allgather(const SwitchCase& at) {
  return 2 * at.log2_k() * mpich_2005::alpha(at.timing) +
         2 * mpich_2005::all_but_own(at.k()) * real(at.words) * mpich_2005::beta(at.timing);
}

}  // namespace

Algorithm<SwitchCase> broadcast_scatter_allgather() {
  return {
      .operation = "broadcast",
      .name = "scatter-allgather",
      .summary = "the message is scattered, and its parts are gathered by all",
      .parameters = switch_broadcast_parameters(),
      .prepare = counted_by(plan_scatter_allgather, "scatter-allgather"),
      .programs =
          [](const SwitchCase& at, switch_machine& top) {
            return played(at, top, plan_scatter_allgather(at),
                          blocks_of(parts_of_step(at), Stored::kGained));
          },
      .equations = {{"T_vandegeijn", mpich_2005::section("broadcast"), formula_scatter_allgather,
                     [](const SwitchCase& at) {
                       return mpich_2005::in_parts(
                           at.nodes(), at.words,
                           equal_if(mpich_2005::undivided(at.nodes(), at.words, at.timing) &&
                                    at.on_papers_machine()));
                     }}},
      .exact = counted_cycles,
      .within_paper = true};
}

}  // namespace plexus::omega
