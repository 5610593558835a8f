#include <algorithm>
#include <bit>

#include "models/omega/play.hpp"

namespace plexus {

std::vector<DoublingStep> doubling_steps(NodeId nodes) {
  std::vector<DoublingStep> steps;
  for (NodeId held = 1; held < nodes; held += steps.back().blocks) {
    steps.push_back({held, std::min(held, nodes - held)});
  }
  return steps;
}

SwitchPlan doubling_allgather_plan(NodeId nodes, Words words) {
  SwitchPlan plan;
  for (const auto [distance, blocks] : doubling_steps(nodes)) {
    add_step(plan, shift_routes(nodes, nodes - distance), blocks * words);
  }
  return plan;
}

namespace omega {

using namespace paper_1986;

namespace {

/// Node v sends the first blocks of those it holds, v, v + 1, ...
PayloadRule first_held(const SwitchCase& at) {
  return [k = at.nodes(), words = at.words](std::size_t, const SwitchMessage& message) {
    const auto count = static_cast<NodeId>(message.words.count() / words.count());
    const NodeId before_wrap = std::min(count, k - message.source);
    BlockList blocks;
    blocks.add(Interval{message.source, before_wrap});
    blocks.add(Interval{0, count - before_wrap});
    return blocks.blocks({0_words, words});
  };
}

/// N/b + log2 k tau, N = k w.
double printed_allgather_recursive_doubling(const SwitchCase& at) {
  return real(at.nodes() * at.words) / b(at.timing) + at.log2_k() * tau(at.timing);
}

Relation relation_allgather_recursive_doubling(const SwitchCase& at) {
  return at_most_if(std::has_single_bit(at.nodes()) && bandwidth_divides(at.words, at.timing));
}

}  // namespace

Algorithm<SwitchCase> allgather_recursive_doubling() {
  return {.operation = "allgather",
          .name = "recursive-doubling",
          .summary = "what is held doubles in each pass",
          .is_default = true,
          .parameters = switch_parameters(),
          .prepare = counted_by(plan_of<doubling_allgather_plan>),
          .programs = playing(plan_of<doubling_allgather_plan>, first_held),
          .equations = {{"(3.35)", section("3.3(F)"), printed_allgather_recursive_doubling,
                         relation_allgather_recursive_doubling}},
          .exact = counted_cycles};
}

}  // namespace omega
}  // namespace plexus
