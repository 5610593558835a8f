#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/algorithm.hpp"
#include "models/catalogue/catalogue.hpp"
#include "models/operations/permutation.hpp"
#include "models/schedule/algorithm.hpp"
#include "models/schedule/own_size.hpp"
#include "models/synthesis/known.hpp"
#include "models/synthesis/network_bound.hpp"
#include "models/synthesis/search.hpp"
#include "models/synthesis/slots.hpp"

/// The algorithm `optimal` of any machine whose nodes are joined by links. Its case is that of a
/// schedule, with a SynthesisSlot, `optimum`.
namespace plexus {

inline constexpr const char* kOptimalName = "optimal";

/// The operations that schedules are searched for on every machine of links.
inline constexpr std::array kSynthesizedOperations{
    SynthesisOperation::kMove,          SynthesisOperation::kBroadcast,
    SynthesisOperation::kScatter,       SynthesisOperation::kGather,
    SynthesisOperation::kAllgather,     SynthesisOperation::kAlltoall,
    SynthesisOperation::kReduceScatter, SynthesisOperation::kPermutation,
    SynthesisOperation::kReduce,        SynthesisOperation::kAllreduce};

/// How a search is asked for.
struct SynthesisWish {
  std::optional<std::int64_t> steps;  ///< at most so many lock steps
  std::int64_t seconds = 0;           ///< of the search
  bool confirm = false;
  std::string machine{};  ///< on which, and with which parameters: what algorithms run with, too
  Values values{};
};

/// A schedule that was looked for, and what it is worth.
struct Optimum {
  SynthesisRequest request{};  ///< of a machine of links
  Synthesis found;
  Schedule schedule;                ///< as it runs
  Schedule ordered;                 ///< the same packets in their order, without cycles
  SlotTimetable slots{};            ///< in their place, of a machine in slots
  bool timed = true;                ///< `schedule` says when each packet goes
  double took = 0;                  ///< seconds
  bool kept = false;                ///< it had been found before
  bool asked = false;               ///< did the search ask for the fastest algorithm?
  std::optional<KnownRun> known{};  ///< it, if there is one
};

/// What a case holds for it.
struct SynthesisSlot {
  SynthesisWish wish;
  std::shared_ptr<const Optimum> best;  ///< filled by the run
};

/// Who watches searches: told how far they are, and asked whether to end and what is known before.
/// Set by the bench.
struct SearchWatch {
  std::function<void()> begin;
  std::function<void(const std::string&)> tell;
  std::function<bool()> stop;
  std::function<void()> end;
  std::function<void(const std::shared_ptr<const Optimum>&)> found;  ///< told of each schedule
  /// The fastest algorithm of an operation, run as `wish` says, of those that end before it is time
  /// to; nothing if there is none.
  std::function<std::optional<KnownRun>(const SynthesisWish&, SynthesisOperation,
                                        const std::function<bool()>& stop)>
      known;
};
[[nodiscard]] SearchWatch& search_watch();

/// `steps`, `time_limit`, `confirm`.
[[nodiscard]] std::vector<Parameter> synthesis_parameters();
/// What they say, on a machine; `values` may lack them.
[[nodiscard]] SynthesisWish synthesis_wish(const std::string& machine, const Values& values);

/// Refuses (`size`) machines and messages for which no schedule is searched.
void require_searchable(double nodes, Words words, SynthesisOperation operation);
/// Looks for the best schedule, or finds it among those that are kept. Of an allreduce it is the
/// best pair of a reduce-scatter and an allgather, which may not be the best schedule. Throws
/// Refusal.
[[nodiscard]] std::shared_ptr<const Optimum> best_schedule(const SynthesisNetwork& network,
                                                           const SynthesisRequest& request,
                                                           const SynthesisWish& wish);

/// The same of a machine in slots.
[[nodiscard]] std::shared_ptr<const Optimum> best_slots(const SlotProblem& problem,
                                                        const SynthesisWish& wish);

inline const Statistic kOptimal{"optimal", "", "is it proved that no schedule is faster?"};
inline const Statistic kProof{"proof", "",
                              "bound (it meets one), refuted (one cycle less cannot be) or none"};
inline const Statistic kUpperBound{"upper_bound", "cycles", "of the best schedule that was found"};

/// The case of a machine, for a schedule that is searched for.
template <typename Case>
struct Searched : Case {
  SynthesisSlot optimum;
  std::vector<NodeId> moved_to{};  ///< by a permutation: where the block of each node goes
};

/// The permutation of a case, in the words of its machine if that has some.
template <typename Case>
std::vector<NodeId> image_of(const Case& at, const Values& values) {
  if (!values.has("permutation")) return {};
  if constexpr (requires { at.image; }) {
    return at.image;
  } else if constexpr (requires { at.permutation; }) {
    return at.permutation;
  } else {
    return permutation_of(values.at("permutation"), nodes_of(at));
  }
}

/// The machine with such cases.
template <typename Case>
MachineKind<Searched<Case>> searched_kind(const MachineKind<Case>& kind) {
  return {.name = kind.name,
          .read =
              [name = kind.name, read = kind.read](const Values& values) {
                const Case at = read(values);
                return Searched<Case>{at, {synthesis_wish(name, values), {}}, image_of(at, values)};
              },
          .build = kind.build,
          .memory = kind.memory,
          .blocks = kind.blocks,
          .declared = kind.declared,
          .layout = kind.layout,
          .beyond_paper = kind.beyond_paper,
          .memories_begin_empty = kind.memories_begin_empty};
}

/// What a search has to know of a machine whose nodes are joined by links, or by a crossbar.
template <typename Case>
struct SearchedMachine {
  std::function<SynthesisNetwork(const Case&)> network;
  /// Which channel leads to a node. Empty: that of the link.
  NextHopOf next_hop{};
  /// Makes the machine ready, and refuses what is not searched for. Empty: nothing to do.
  std::function<void(Searched<Case>&)> prepare{};
  std::function<void(const Case&, typename Case::Module&)> ready{};
};

/// The channel to each neighbour.
[[nodiscard]] NextHopOf neighbours_of(const SynthesisNetwork& network);

template <typename Case>
SynthesisRequest synthesis_request(SynthesisOperation operation, const Searched<Case>& at) {
  return synthesis_request<Case>(operation, at, at.moved_to);
}

/// What all nodes hold before and after: each word is a block.
[[nodiscard]] Operation words_operation(const SynthesisRequest& request);

/// Figures of a search.
void report_optimum(const Optimum& best, Statistics& statistics);

template <typename Case>
std::optional<Cycles> lower_bound_found(const Searched<Case>& at) {
  return Cycles{at.optimum.best->found.lower_bound};
}

/// `parameters`: of the operation without `op`.
template <typename Case>
Algorithm<Searched<Case>> optimal_algorithm(SynthesisOperation operation,
                                            std::vector<Parameter> parameters,
                                            const SearchedMachine<Case>& machine) {
  using Module = typename Case::Module;
  if (combines(operation)) parameters.push_back(op_parameter(OperandOrder::kAny));
  return {.operation = to_string(operation),
          .name = kOptimalName,
          .summary = operation == SynthesisOperation::kAllreduce
                         ? "the fewest cycles of a reduce-scatter, then those of an allgather"
                         : "the fewest cycles that any schedule has: searched for, and proved",
          .parameters = joined({std::move(parameters), synthesis_parameters()}),
          .prepare =
              [operation, machine](Searched<Case>& at) {
                if (machine.prepare) machine.prepare(at);
                require_searchable(nodes_of<Case>(at), at.words, operation);
                const SynthesisRequest request = synthesis_request(operation, at);
                at.optimum.best = best_schedule(machine.network(at), request, at.optimum.wish);
                at.scheduled.play =
                    std::make_shared<SchedulePlay>(at.optimum.best->schedule, played_as(request));
              },
          .data =
              [operation](const Searched<Case>& at) {
                return asked_of(synthesis_request(operation, at), at.scheduled.play->operation());
              },
          .programs = [machine](const Searched<Case>& at, Module& top) -> NodeProgram<processor> {
            if (machine.ready) machine.ready(at, top);
            at.scheduled.play->route(machine.next_hop ? machine.next_hop
                                                      : neighbours_of(machine.network(at)));
            return [play = at.scheduled.play](processor& self) { return play->program(self); };
          },
          .exact = [](const Searched<Case>& at) -> std::optional<Cycles> {
            const Optimum& best = *at.optimum.best;
            if (!best.timed && !best.found.optimal()) return std::nullopt;
            return Cycles{best.found.cycles};
          },
          .lower_bound = lower_bound_found<Case>,
          .statistics =
              [](const Searched<Case>& at, const Module&, Statistics& statistics) {
                const Optimum& best = *at.optimum.best;
                statistics.set(kScheduleRows, std::uint64_t{best.schedule.rows.size()});
                report_optimum(best, statistics);
              },
          .declared = {kScheduleRows, kOptimal, kProof, kUpperBound},
          .keeps_messages = true};
}

/// Moves algorithms to those that run for who names them alone.
void keep_searches(Catalogue& catalogue, Catalogue found);

/// Parameters of the operations of a machine, without those of a search.
struct SearchedParameters {
  SearchedParameters(const RunParameters& run, std::optional<Parameter> of_permutation = {})
      : SearchedParameters{run, run.with_root(), run.with_ends(), std::move(of_permutation)} {}
  /// Of a machine that has words of its own for a root, and for both ends of a move.
  SearchedParameters(std::vector<Parameter> of_all, std::vector<Parameter> with_root,
                     std::vector<Parameter> with_ends, std::optional<Parameter> of_permutation)
      : all{std::move(of_all)},
        rooted{std::move(with_root)},
        move{std::move(with_ends)},
        permutation{std::move(of_permutation)} {}

  std::vector<Parameter> all;  ///< of operations that all nodes take part in alike
  std::vector<Parameter> rooted;
  std::vector<Parameter> move;
  std::optional<Parameter> permutation{};  ///< where the machine has words of its own for it
};

/// Those of an operation: messages have one word by default.
template <typename Case>
std::vector<Parameter> parameters_of(SynthesisOperation operation, const MachineKind<Case>& kind,
                                     const SearchedParameters& parameters) {
  std::vector<Parameter> of = has_root(operation) ? parameters.rooted : parameters.all;
  if (operation == SynthesisOperation::kMove) of = parameters.move;
  if (operation == SynthesisOperation::kPermutation) {
    of.push_back(parameters.permutation
                     ? *parameters.permutation
                     : permutation_parameter([read = kind.read](const Values& values) {
                         return std::int64_t{nodes_of(read(values))};
                       }));
  }
  return with_size(std::move(of), "words", 1);
}

/// The algorithm `optimal` of each of `operations`, for a machine whose nodes are processors.
template <typename Case>
void add_searches(Catalogue& catalogue, const MachineKind<Case>& kind,
                  const SearchedMachine<Case>& machine, const SearchedParameters& parameters,
                  std::span<const SynthesisOperation> operations = kSynthesizedOperations) {
  Catalogue found;
  const MachineList<Searched<Case>> add{found, searched_kind(kind)};
  for (const SynthesisOperation operation : operations) {
    add(optimal_algorithm<Case>(operation, parameters_of(operation, kind, parameters), machine));
  }
  keep_searches(catalogue, std::move(found));
}

}  // namespace plexus
