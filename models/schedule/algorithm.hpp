#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/algorithm.hpp"
#include "models/operations/run_parameters.hpp"
#include "models/schedule/player.hpp"

/// The algorithm `schedule` of any machine whose nodes are processors. Its case has `words`,
/// `root`, `op` and a ScheduleSlot, `scheduled`.
namespace plexus {

/// What a case holds for it.
struct ScheduleSlot {
  std::string name;                    ///< what `--schedule` says
  std::shared_ptr<SchedulePlay> play;  ///< filled by the run
};

/// `schedule`: a file, or `direct`.
[[nodiscard]] Parameter schedule_parameter();
/// Where schedules of today's tools run: both directions of a channel at once.
[[nodiscard]] std::vector<Parameter> with_full_duplex(std::vector<Parameter> parameters);

inline const Statistic kScheduleRows{"rows", "rows", "of the schedule"};
inline const Statistic kScheduleData{"data", "",
                                     "checked, or `sizes only`: the schedule names no blocks"};

/// What the algorithm has to know of the machine.
template <typename Case>
struct ScheduledMachine {
  std::function<NextHopOf(const Case&)> next_hop;
  /// The same of messages at the node that sends them. Empty: as of what is passed on.
  std::function<NextHopOf(const Case&)> first_hop{};
  /// Makes the machine ready, and refuses what it cannot do. Empty: nothing to do.
  std::function<void(Case&)> prepare{};
  std::function<void(const Case&, typename Case::Module&)> ready{};
  /// Nodes behind the others that only pass on. Empty: none.
  std::function<NodeId(const Case&)> switches{};
  std::vector<Parameter> parameters{};  ///< that its schedules take besides
};

/// `run`: parameters of all runs on the machine.
template <typename Case>
Algorithm<Case> schedule_algorithm(ScheduledOperation operation, const RunParameters& run,
                                   const ScheduledMachine<Case>& machine) {
  using Module = typename Case::Module;
  std::vector<Parameter> parameters =
      joined({has_root(operation) ? run.with_root() : run.all, machine.parameters});
  if (combines(operation)) parameters.push_back(op_parameter(OperandOrder::kAny));
  parameters.push_back(schedule_parameter());
  return {.operation = to_string(operation),
          .name = "schedule",
          .summary = "the rows of a file: who sends what to whom after what",
          .is_default = operation == ScheduledOperation::kCustom,
          .parameters = std::move(parameters),
          .prepare =
              [operation, machine](Case& at) {
                if (machine.prepare) machine.prepare(at);
                const ScheduleRequest request{
                    operation, nodes_of(at), at.words,
                    at.root,   at.op,        machine.switches ? machine.switches(at) : 0};
                at.scheduled.play = std::make_shared<SchedulePlay>(
                    named_schedule(at.scheduled.name, request), request);
                at.scheduled.play->require_nodes();
              },
          .data = [](const Case& at) { return at.scheduled.play->operation(); },
          .programs = [machine](const Case& at, Module& top) -> NodeProgram<processor> {
            if (machine.ready) machine.ready(at, top);
            at.scheduled.play->route(machine.next_hop(at),
                                     machine.first_hop ? machine.first_hop(at) : nullptr);
            return [play = at.scheduled.play](processor& self) { return play->program(self); };
          },
          .is_bounded = [](const Case& at) { return !at.scheduled.play->sizes_only(); },
          .statistics =
              [](const Case& at, const Module&, Statistics& statistics) {
                statistics.set(kScheduleRows, std::uint64_t{at.scheduled.play->rows()});
                statistics.set(kScheduleData,
                               at.scheduled.play->sizes_only() ? "sizes only" : "checked");
              },
          .declared = {kScheduleRows, kScheduleData},
          .keeps_messages = true};
}

/// The same of all operations that schedules are written for.
template <typename Case>
void add_schedules(const MachineList<Case>& add, const RunParameters& run,
                   const ScheduledMachine<Case>& machine) {
  for (const ScheduledOperation operation : kScheduledOperations) {
    add(schedule_algorithm<Case>(operation, run, machine));
  }
}

}  // namespace plexus
