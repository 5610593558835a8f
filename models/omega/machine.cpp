#include "models/omega/machine.hpp"

#include <memory>
#include <span>
#include <utility>

#include "models/catalogue/json.hpp"
#include "models/omega/schedule.hpp"
#include "models/omega/traffic.hpp"
#include "models/traffic/series.hpp"

namespace plexus {

namespace {

constexpr const char* kName = "omega";

MachineKind<BufferedSwitchCase> buffered() {
  return {.name = kName,
          .read = buffered_switch_case,
          .build =
              [](const BufferedSwitchCase& at, const Operation& operation,
                 const ConstructionOrder& order) {
                return std::make_unique<fifo_switch_machine>(kName, at.network, operation.space,
                                                             at.fifos, order);
              },
          .memory = [](const BufferedSwitchCase& at) { return switch_memory(at.network); },
          .blocks = {"omega_fifo_element", "omega_fifo_net"},
          .declared = fifo_switch_machine::statistics()};
}

MachineKind<TopologyCase> questions() {
  return {.name = kName, .read = topology_case, .layout = [](const TopologyCase& at) {
            return layout(at.network);
          }};
}

MachineKind<SwitchTrafficCase> traffic() {
  return {.name = kName,
          .read = switch_traffic_case,
          .build = [](const SwitchTrafficCase& at, const Operation&,
                      const ConstructionOrder& order) -> std::unique_ptr<switch_traffic> {
            if (at.switching == Switching::kBuffered) {
              return std::make_unique<fifo_traffic>(kName, at.network, at.fifos, at.setting, order);
            }
            return std::make_unique<pass_traffic>(kName, at.network, at.switching, at.setting);
          },
          .memory = [](const SwitchTrafficCase& at) { return switch_memory(at.network); },
          .blocks = {"omega_fifo_element", "omega_fifo_net", "omega_element", "omega_net"},
          .declared = switch_traffic::statistics()};
}

/// All waiting messages enter together and find their way by their tags; what is blocked tries
/// again.
class as_they_come final : public pass_scheduler_if {
 public:
  explicit as_they_come(const NetworkShape& network) : steering_{network} {}
  [[nodiscard]] PassOrder next(std::span<const WaitingMessage> waiting) override {
    return all_at_once{steering_}.next(waiting);
  }

 private:
  tag_steering steering_;
};

/// A schedule's messages come when its rows say: the switch takes them as they come.
const ScheduledMachine<SwitchCase> kScheduledSwitch{
    .next_hop = [](const SwitchCase&) -> NextHopOf { return through_switch; },
    .prepare =
        [](SwitchCase& at) {
          if (at.network.kind() == NetworkKind::kBenes) {
            throw Refusal{RefusalClass::kFeature,
                          "--network benes is set for a pass as a whole, which a schedule does not "
                          "name: choose another one."};
          }
          at.on_conflict = OnConflict::kRetry;
        },
    .ready = take_as_they_come};

/// Lists of several kinds of cases as one.
template <typename... Lists>
struct OneOf : Lists... {
  using Lists::operator()...;
};

}  // namespace

MachineKind<SwitchCase> unbuffered_switch() {
  return {.name = kName,
          .read = switch_case,
          .build =
              [](const SwitchCase& at, const Operation& operation, const ConstructionOrder& order) {
                return std::make_unique<switch_machine>(kName, at.network, operation.space,
                                                        at.timing, at.elements, at.on_conflict,
                                                        order);
              },
          .memory = [](const SwitchCase& at) { return switch_memory(at.network); },
          .blocks = {"omega_element", "omega_net", "benes_setup"},
          .declared = switch_machine::statistics(),
          .lower_bounds = {{"move", switch_bound_message},
                           {"broadcast", switch_bound_broadcast},
                           {"scatter", switch_bound_personal},
                           {"gather", switch_bound_personal},
                           {"allgather", switch_bound_allgather},
                           {"alltoall", switch_bound_personal},
                           {"permutation", switch_bound_permutation},
                           {"reduce", switch_bound_message},
                           {"allreduce", switch_bound_allreduce},
                           {"reduce-scatter", switch_bound_personal}},
          .beyond_paper = [](const SwitchCase& at) { return !at.on_papers_machine(); }};
}

NextHop through_switch(NodeId /*at*/, NodeId destination) { return {0, destination, 0}; }

void take_as_they_come(const SwitchCase& at, switch_machine& top) {
  top.schedule(std::make_shared<as_they_come>(at.network));
}

void add_omega(Catalogue& catalogue) {
  const OneOf<MachineList<SwitchCase>, MachineList<BufferedSwitchCase>, MachineList<TopologyCase>,
              MachineList<SwitchTrafficCase>>
      add{{catalogue, unbuffered_switch()},
          {catalogue, buffered()},
          {catalogue, questions()},
          {catalogue, traffic()}};
#define PLEXUS_ADD_OMEGA(Case, name) add(omega::name());
  PLEXUS_OMEGA_ALGORITHMS(PLEXUS_ADD_OMEGA)
#undef PLEXUS_ADD_OMEGA
  add_traffic_series(catalogue, kName, watch_traffic);
  add_schedules<SwitchCase>(add, switch_parameters(), kScheduledSwitch);
}

}  // namespace plexus
