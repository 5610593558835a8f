#include "models/omega/play.hpp"

namespace plexus {

SwitchPlan exchange_plan(NodeId nodes, Words words) {
  const std::uint32_t n = power_of_two_bits("exchange", nodes);
  SwitchPlan plan;
  for (std::uint32_t bit = n; bit-- > 0;) {
    std::vector<SwitchRoute> routes(nodes);
    for (NodeId v = 0; v < nodes; ++v) routes[v] = {v, v ^ NodeId{1} << bit};
    add_step(plan, std::move(routes), (nodes / 2) * words);
  }
  return plan;
}

namespace omega {

using namespace paper_1986;

namespace {

/// Of the blocks (o, d) held before bit t is served (t = n - 1 down to 0; o is like the holder in
/// bits t .. 0, d in the bits above t) those whose d differs from it in bit t.
PayloadRule other_half(const SwitchCase& at) {
  const std::uint32_t n = power_of_two_bits("exchange", at.nodes());
  return [n, k = at.nodes(), words = at.words](std::size_t step, const SwitchMessage& message) {
    const std::uint32_t bit = n - 1 - static_cast<std::uint32_t>(step);
    const NodeId low = (NodeId{2} << bit) - 1;               // bits t .. 0
    const NodeId first = message.destination >> bit << bit;  // d: bit t differs, lower are free
    BlockList blocks;
    for (NodeId origin = message.source & low; origin < k; origin += low + 1) {
      blocks.add(Interval{alltoall_block(k, origin, first), NodeId{1} << bit});
    }
    return blocks.blocks({0_words, words});
  };
}

/// log2 k (N/(k b) + 2 tau), N = k^2 w. Printed N^2 for N: right for the N^2 words of an N x N
/// matrix only. Twice the exact count: a pass sends both ways at once.
double printed_exchange(const SwitchCase& at) {
  const Words all = (std::int64_t{at.nodes()} * at.nodes()) * at.words;
  return at.log2_k() * (real(all) / (at.k() * b(at.timing)) + 2 * tau(at.timing));
}

}  // namespace

Algorithm<SwitchCase> alltoall_exchange() {
  return {.operation = "alltoall",
          .name = "exchange",
          .summary = "half of the blocks cross in each of log2(nodes) passes",
          .parameters = switch_parameters(),
          .prepare = counted_by(plan_of<exchange_plan>, "exchange"),
          .programs = playing(plan_of<exchange_plan>, other_half),
          .equations = {{"3.5(F), N for N^2", section("3.5(F)"), printed_exchange,
                         [](const SwitchCase& at) {
                           return at_most_if(bandwidth_divides(at.words, at.timing));
                         }}},
          .exact = counted_cycles};
}

}  // namespace omega
}  // namespace plexus
