#include <bit>

#include "models/omega/play.hpp"

namespace plexus {

SwitchPlan doubling_broadcast_plan(NodeId nodes, NodeId root, Words words) {
  SwitchPlan plan;
  for (NodeId held = 1; held < nodes; held *= 2) {
    std::vector<SwitchRoute> routes;
    for (NodeId j = 0; j < held && j + held < nodes; ++j) {
      routes.push_back({(root + j) % nodes, (root + j + held) % nodes});
    }
    add_step(plan, std::move(routes), words);
  }
  return plan;
}

namespace omega {

using namespace paper_1986;

namespace {

/// log2 k (N/b + tau).
double printed_broadcast_recursive_doubling(const SwitchCase& at) {
  return at.log2_k() * (real(at.words) / b(at.timing) + tau(at.timing));
}

Relation relation_broadcast_recursive_doubling(const SwitchCase& at) {
  return equal_if(std::has_single_bit(at.nodes()) && bandwidth_divides(at.words, at.timing));
}

}  // namespace

Algorithm<SwitchCase> broadcast_recursive_doubling() {
  return {.operation = "broadcast",
          .name = "recursive-doubling",
          .summary = "who has the message sends it on, twice as far",
          .parameters = switch_broadcast_parameters(),
          .prepare = counted_by(plan_of<doubling_broadcast_plan>),
          .programs = playing(plan_of<doubling_broadcast_plan>, whole_message),
          .equations = {{"(3.23)", section("3.2(F)"), printed_broadcast_recursive_doubling,
                         relation_broadcast_recursive_doubling}},
          .exact = counted_cycles};
}

}  // namespace omega
}  // namespace plexus
