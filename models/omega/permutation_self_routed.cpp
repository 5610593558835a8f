#include <memory>

#include "models/omega/play.hpp"

namespace plexus::omega {

namespace {

const Statistic kBlocked{"blocked", "messages", "dropped, once per pass"};
const Statistic kPermutationSelfRoutedBlockedPerStage{"blocked_per_stage", "messages",
                                                      "the same by stage"};

NodeProgram<processor> programs_self_routed(const SwitchCase& at, switch_machine& top) {
  top.schedule(std::make_shared<passes_by_tag>(at.network, at.setup));
  return [&at](processor& self) { return send_own_block(self, at.permutation[self.id()]); };
}

void statistics_self_routed(const SwitchCase& /*at*/, const switch_machine& top,
                            Statistics& statistics) {
  const PassFigures& figures = top.net.figures();
  std::vector<std::uint64_t> per_stage = figures.blocked_per_stage;
  per_stage.pop_back();  // at the ports: none in a one-to-one map
  for (const Statistic& planned : switch_machine::statistics()) statistics.erase(planned);
  statistics.set(switch_figures::kPasses, figures.passes);
  statistics.set(kBlocked, figures.blocked);
  statistics.set(switch_figures::kTransfers, figures.transfers);
  statistics.set(kPermutationSelfRoutedBlockedPerStage, per_stage);
  statistics.set(switch_figures::kSetups, figures.setups);
}

}  // namespace

Algorithm<SwitchCase> permutation_self_routed() {
  return {.operation = "permutation",
          .name = "self-routed",
          .summary = "all at once; what is dropped tries again",
          .parameters = on_omega_alone(joined({{switch_nodes_parameter()},
                                               transfer_parameters(),
                                               {network_parameter(), setup_parameter(),
                                                radix_parameter(), permutation_parameter()}}),
                                       "the self-routed permutation"),
          .prepare = [](SwitchCase& at) { at.on_conflict = OnConflict::kRetry; },
          .programs = programs_self_routed,
          .statistics = statistics_self_routed,
          .declared = {kBlocked, kPermutationSelfRoutedBlockedPerStage},
          .only_blocks = {{"omega_element", "omega_net"}}};
}

}  // namespace plexus::omega
