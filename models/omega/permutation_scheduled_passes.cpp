#include "models/omega/passes.hpp"
#include "models/omega/play.hpp"

namespace plexus {

SwitchPlan permutation_plan(const Permutation& permutation, Words words) {
  SwitchPlan plan;
  add_step(plan, routes_of(permutation), words);
  return plan;
}

namespace omega {

namespace {

const Statistic kPermutationScheduledPassesMaxLinkLoad{
    "max_link_load", "messages", "most messages over one link: a bound for the passes"};

SwitchPlan plan_scheduled_passes(const SwitchCase& at) {
  return permutation_plan(at.permutation, at.words);
}

/// The sender's block.
PayloadRule own_block(const SwitchCase& at) {
  return [words = at.words](std::size_t, const SwitchMessage& message) {
    return Blocks{Interval{message.source, 1}, {0_words, words}};
  };
}

}  // namespace

Algorithm<SwitchCase> permutation_scheduled_passes() {
  return {.operation = "permutation",
          .name = "scheduled-passes",
          .summary = "cut by first fit into passes that do not block",
          .is_default = true,
          .parameters = joined({switch_parameters(), {radix_parameter(), permutation_parameter()}}),
          .prepare = counted_by(plan_scheduled_passes),
          .programs = playing(plan_scheduled_passes, own_block),
          .exact = counted_cycles,
          .statistics =
              [](const SwitchCase& at, const switch_machine&, Statistics& statistics) {
                statistics.set(kPermutationScheduledPassesMaxLinkLoad,
                               max_link_load(at.network, routes_of(at.permutation)));
              },
          .declared = {kPermutationScheduledPassesMaxLinkLoad}};
}

}  // namespace omega
}  // namespace plexus
