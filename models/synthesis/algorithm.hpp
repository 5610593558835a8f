#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/algorithm.hpp"
#include "models/schedule/algorithm.hpp"
#include "models/synthesis/search.hpp"

/// The algorithm `optimal` of any machine whose nodes are joined by links. Its case is that of a
/// schedule, with a SynthesisSlot, `optimum`.
namespace plexus {

/// The operations that schedules are searched for on every machine of links.
inline constexpr std::array kSynthesizedOperations{
    ScheduledOperation::kMove,      ScheduledOperation::kBroadcast, ScheduledOperation::kScatter,
    ScheduledOperation::kGather,    ScheduledOperation::kAllgather, ScheduledOperation::kAlltoall,
    ScheduledOperation::kReduceScatter};

/// How a search is asked for.
struct SynthesisWish {
  std::optional<std::int64_t> steps;  ///< at most so many lock steps
  std::int64_t seconds = 0;           ///< of the search
  bool confirm = false;
};

/// A schedule that was looked for, and what it is worth.
struct Optimum {
  Synthesis found;
  Schedule schedule;  ///< as it runs
  Schedule ordered;   ///< the same packets in their order, without cycles
  bool timed = true;  ///< `schedule` says when each packet goes
  double took = 0;    ///< seconds
  bool kept = false;  ///< it had been found before
};

/// What a case holds for it.
struct SynthesisSlot {
  SynthesisWish wish;
  std::shared_ptr<const Optimum> best;  ///< filled by the run
};

/// Who watches searches: told how far they are, and asked whether to end. Set by the bench.
struct SearchWatch {
  std::function<void()> begin;
  std::function<void(const std::string&)> tell;
  std::function<bool()> stop;
  std::function<void()> end;
};
[[nodiscard]] SearchWatch& search_watch();

/// `steps`, `time_limit`, `confirm`.
[[nodiscard]] std::vector<Parameter> synthesis_parameters();
/// What they say; `values` may lack them.
[[nodiscard]] SynthesisWish synthesis_wish(const Values& values);

/// Refuses (`size`) machines and messages for which no schedule is searched.
void require_searchable(double nodes, Words words, ScheduledOperation operation);
/// Looks for the best schedule, or finds it among those that are kept. Throws Refusal.
[[nodiscard]] std::shared_ptr<const Optimum> best_schedule(const SynthesisNetwork& network,
                                                           const ScheduleRequest& request,
                                                           const SynthesisWish& wish);

inline const Statistic kOptimal{"optimal", "", "is it proved that no schedule is faster?"};
inline const Statistic kProof{"proof", "",
                              "bound (it meets one), refuted (one cycle less cannot be) or none"};
inline const Statistic kUpperBound{"upper_bound", "cycles", "of the best schedule that was found"};

/// What the algorithm has to know of the machine.
template <typename Case>
struct SynthesizedMachine {
  std::function<SynthesisNetwork(const Case&)> network;
  /// Where each node sends its block, in a permutation. Empty: there is none.
  std::function<std::vector<NodeId>(const Case&)> image{};
};

/// The channel to each neighbour.
[[nodiscard]] NextHopOf neighbours_of(const SynthesisNetwork& network);

template <typename Case>
ScheduleRequest synthesis_request(ScheduledOperation operation, const Case& at,
                                  const SynthesizedMachine<Case>& machine) {
  ScheduleRequest request{operation, static_cast<NodeId>(at.nodes()), at.words, at.root, at.op};
  request.source = at.source;
  request.destination = at.destination;
  if (operation == ScheduledOperation::kPermutation) request.image = machine.image(at);
  return request;
}

/// `parameters`: of the operation without `op`.
template <typename Case>
Algorithm<Case> optimal_algorithm(ScheduledOperation operation, std::vector<Parameter> parameters,
                                  const SynthesizedMachine<Case>& machine) {
  using Module = typename Case::Module;
  if (combines(operation)) parameters.push_back(op_parameter(OperandOrder::kAny));
  return {
      .operation = to_string(operation),
      .name = "optimal",
      .summary = "the fewest cycles that any schedule has: searched for, and proved",
      .parameters = joined({std::move(parameters), synthesis_parameters()}),
      .prepare =
          [operation, machine](Case& at) {
            require_searchable(static_cast<double>(at.nodes()), at.words, operation);
            const ScheduleRequest request = synthesis_request(operation, at, machine);
            at.optimum.best = best_schedule(machine.network(at), request, at.optimum.wish);
            at.scheduled.play =
                std::make_shared<SchedulePlay>(at.optimum.best->schedule, request);
          },
      .data = [](const Case& at) { return at.scheduled.play->operation(); },
      .programs = [machine](const Case& at, Module&) -> NodeProgram<processor> {
        at.scheduled.play->route(neighbours_of(machine.network(at)));
        return [play = at.scheduled.play](processor& self) { return play->program(self); };
      },
      .exact = [](const Case& at) -> std::optional<Cycles> {
        const Optimum& best = *at.optimum.best;
        if (!best.timed && !best.found.optimal()) return std::nullopt;
        return Cycles{best.found.cycles};
      },
      .lower_bound = [](const Case& at) -> std::optional<Cycles> {
        return Cycles{at.optimum.best->found.lower_bound};
      },
      .statistics =
          [](const Case& at, const Module&, Statistics& statistics) {
            const Optimum& best = *at.optimum.best;
            statistics.set(kScheduleRows, std::uint64_t{best.schedule.rows.size()});
            statistics.set(kOptimal, best.found.optimal());
            statistics.set(kProof, to_string(best.found.proof));
            statistics.set(kUpperBound, best.found.cycles);
          },
      .declared = {kScheduleRows, kOptimal, kProof, kUpperBound},
      .memory = [](const Case& at) { return at.scheduled.play->bytes(false); },
      .check = [](const Case& at, const Module&) { return at.scheduled.play->problem(); },
      .optimum = [](const Case& at) { return at.optimum.best.get(); }};
}

}  // namespace plexus
