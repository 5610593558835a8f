#include "models/omega/play.hpp"

namespace plexus {

SwitchPlan daisy_chain_plan(NodeId nodes, Words words) {
  SwitchPlan plan;
  add_step(plan, shift_routes(nodes, 1), words);
  plan.steps.resize(nodes - 1, SwitchStep{plan.steps.front()});
  return plan;
}

namespace omega {

using namespace paper_1986;

namespace {

/// First the own block, then what came last: in step t (from 0) node v sends the block of v - t.
PayloadRule last_received(const SwitchCase& at) {
  return [k = at.nodes(), words = at.words](std::size_t step, const SwitchMessage& message) {
    const auto back = static_cast<NodeId>(step % k);
    return Blocks{Interval{(message.source + k - back) % k, 1}, {0_words, words}};
  };
}

/// (k - 1)(N/(k b) + tau), N = k w.
double printed_daisy_chain(const SwitchCase& at) {
  return (at.k() - 1) * (real(at.nodes() * at.words) / (at.k() * b(at.timing)) + tau(at.timing));
}

}  // namespace

Algorithm<SwitchCase> allgather_daisy_chain() {
  return {.operation = "allgather",
          .name = "daisy-chain",
          .summary = "every block once round an emulated ring",
          .parameters = switch_parameters(),
          .prepare = counted_by(plan_of<daisy_chain_plan>),
          .programs = playing(plan_of<daisy_chain_plan>, last_received),
          .equations = {{"(3.34)", section("3.3(F)"), printed_daisy_chain,
                         [](const SwitchCase& at) {
                           return equal_if(bandwidth_divides(at.words, at.timing));
                         }}},
          .exact = counted_cycles,
          .keeps_messages = true};
}

}  // namespace omega
}  // namespace plexus
