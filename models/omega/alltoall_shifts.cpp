#include "models/omega/play.hpp"

namespace plexus {

SwitchPlan shifts_plan(NodeId nodes, Words words) {
  SwitchPlan plan;
  for (NodeId t = 1; t < nodes; ++t) add_step(plan, shift_routes(nodes, t), words);
  return plan;
}

namespace omega {

namespace {

/// Block (v, v + t).
PayloadRule one_pair(const SwitchCase& at) {
  return [k = at.nodes(), words = at.words](std::size_t, const SwitchMessage& message) {
    return Blocks{Interval{alltoall_block(k, message.source, message.destination), 1},
                  {0_words, words}};
  };
}

}  // namespace

Algorithm<SwitchCase> alltoall_shifts() {
  return {.operation = "alltoall",
          .name = "shifts",
          .summary = "nodes - 1 passes, each block straight to its end",
          .is_default = true,
          .parameters = switch_parameters(),
          .prepare = counted_by(plan_of<shifts_plan>),
          .programs = playing(plan_of<shifts_plan>, one_pair),
          .exact = counted_cycles};
}

}  // namespace omega
}  // namespace plexus
