#include "models/catalogue/json.hpp"
#include "models/omega/play.hpp"

namespace plexus {

SwitchPlan direct_plan(SwitchRoute route, Words words) {
  SwitchPlan plan;
  add_step(plan, {route}, words);
  return plan;
}

namespace omega {

using namespace paper_1986;

namespace {

SwitchPlan plan_direct(const SwitchCase& at) {
  return direct_plan({at.source, at.destination}, at.words);
}

/// 3.1(F): one pass, tau + N/b.
double printed_direct(const SwitchCase& at) {
  return tau(at.timing) + real(at.words) / b(at.timing);
}

}  // namespace

Algorithm<SwitchCase> move_direct() {
  return {.operation = "move",
          .name = "direct",
          .summary = "one pass",
          .is_default = true,
          .parameters = switch_parameters().with_ends(),
          .prepare = counted_by(plan_direct),
          .programs = playing(plan_direct, whole_message),
          .equations = {{"3.1(F)", section("3.1(F)"), printed_direct,
                         [](const SwitchCase& at) {
                           return equal_if(bandwidth_divides(at.words, at.timing));
                         }}},
          .exact = counted_cycles};
}

}  // namespace omega
}  // namespace plexus
