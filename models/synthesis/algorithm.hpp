#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/algorithm.hpp"
#include "models/operations/permutation.hpp"
#include "models/schedule/algorithm.hpp"
#include "models/synthesis/search.hpp"

/// The algorithm `optimal` of any machine whose nodes are joined by links. Its case is that of a
/// schedule, with a SynthesisSlot, `optimum`.
namespace plexus {

/// The operations that schedules are searched for on every machine of links.
inline constexpr std::array kSynthesizedOperations{
    SynthesisOperation::kMove,          SynthesisOperation::kBroadcast,
    SynthesisOperation::kScatter,       SynthesisOperation::kGather,
    SynthesisOperation::kAllgather,     SynthesisOperation::kAlltoall,
    SynthesisOperation::kReduceScatter, SynthesisOperation::kPermutation,
    SynthesisOperation::kReduce};

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
  std::function<void(const std::shared_ptr<const Optimum>&)> found;  ///< told of each schedule
};
[[nodiscard]] SearchWatch& search_watch();

/// `steps`, `time_limit`, `confirm`.
[[nodiscard]] std::vector<Parameter> synthesis_parameters();
/// What they say; `values` may lack them.
[[nodiscard]] SynthesisWish synthesis_wish(const Values& values);

/// Refuses (`size`) machines and messages for which no schedule is searched.
void require_searchable(double nodes, Words words, SynthesisOperation operation);
/// Looks for the best schedule, or finds it among those that are kept. Throws Refusal.
[[nodiscard]] std::shared_ptr<const Optimum> best_schedule(const SynthesisNetwork& network,
                                                           const SynthesisRequest& request,
                                                           const SynthesisWish& wish);

inline const Statistic kOptimal{"optimal", "", "is it proved that no schedule is faster?"};
inline const Statistic kProof{"proof", "",
                              "bound (it meets one), refuted (one cycle less cannot be) or none"};
inline const Statistic kUpperBound{"upper_bound", "cycles", "of the best schedule that was found"};

/// The case of a machine, for a schedule that is searched for.
template <typename Case>
struct Searched : Case {
  SynthesisSlot optimum;
  std::vector<NodeId> image{};  ///< of a permutation
};

/// The machine with such cases.
template <typename Case>
MachineKind<Searched<Case>> searched_kind(const MachineKind<Case>& kind) {
  return {.name = kind.name,
          .read =
              [read = kind.read](const Values& values) {
                Searched<Case> at{read(values), {synthesis_wish(values), {}}};
                if (values.has("permutation")) {
                  at.image = permutation_of(values.at("permutation"), at.nodes());
                }
                return at;
              },
          .build = kind.build,
          .memory = kind.memory,
          .blocks = kind.blocks,
          .declared = kind.declared,
          .layout = kind.layout,
          .beyond_paper = kind.beyond_paper};
}

/// How a machine is seen by who looks for schedules.
template <typename Case>
using NetworkOf = std::function<SynthesisNetwork(const Case&)>;

/// The channel to each neighbour.
[[nodiscard]] NextHopOf neighbours_of(const SynthesisNetwork& network);

template <typename Case>
SynthesisRequest synthesis_request(SynthesisOperation operation, const Searched<Case>& at) {
  SynthesisRequest request{operation, static_cast<NodeId>(at.nodes()), at.words, at.root, at.op};
  request.source = at.source;
  request.destination = at.destination;
  request.image = at.image;
  return request;
}

/// `parameters`: of the operation without `op`.
template <typename Case>
Algorithm<Searched<Case>> optimal_algorithm(SynthesisOperation operation,
                                            std::vector<Parameter> parameters,
                                            const NetworkOf<Case>& network) {
  using Module = typename Case::Module;
  if (combines(operation)) parameters.push_back(op_parameter(OperandOrder::kAny));
  return {.operation = to_string(operation),
          .name = "optimal",
          .summary = "the fewest cycles that any schedule has: searched for, and proved",
          .parameters = joined({std::move(parameters), synthesis_parameters()}),
          .prepare =
              [operation, network](Searched<Case>& at) {
                require_searchable(static_cast<double>(at.nodes()), at.words, operation);
                const SynthesisRequest request = synthesis_request(operation, at);
                at.optimum.best = best_schedule(network(at), request, at.optimum.wish);
                at.scheduled.play =
                    std::make_shared<SchedulePlay>(at.optimum.best->schedule, played_as(request));
              },
          .data =
              [operation](const Searched<Case>& at) {
                return asked_of(synthesis_request(operation, at), at.scheduled.play->operation());
              },
          .programs = [network](const Searched<Case>& at, Module&) -> NodeProgram<processor> {
            at.scheduled.play->route(neighbours_of(network(at)));
            return [play = at.scheduled.play](processor& self) { return play->program(self); };
          },
          .exact = [](const Searched<Case>& at) -> std::optional<Cycles> {
            const Optimum& best = *at.optimum.best;
            if (!best.timed && !best.found.optimal()) return std::nullopt;
            return Cycles{best.found.cycles};
          },
          .lower_bound = [](const Searched<Case>& at) -> std::optional<Cycles> {
            return Cycles{at.optimum.best->found.lower_bound};
          },
          .statistics =
              [](const Searched<Case>& at, const Module&, Statistics& statistics) {
                const Optimum& best = *at.optimum.best;
                statistics.set(kScheduleRows, std::uint64_t{best.schedule.rows.size()});
                statistics.set(kOptimal, best.found.optimal());
                statistics.set(kProof, to_string(best.found.proof));
                statistics.set(kUpperBound, best.found.cycles);
              },
          .declared = {kScheduleRows, kOptimal, kProof, kUpperBound},
          .memory = [](const Searched<Case>& at) { return at.scheduled.play->bytes(false); }};
}

/// Parameters of the operations of a machine, without those of a search.
struct SearchedParameters {
  std::vector<Parameter> all;  ///< of operations that all nodes take part in alike
  std::vector<Parameter> rooted;
  std::vector<Parameter> move;
};

/// The algorithm `optimal` of each operation, for a machine whose nodes are joined by links.
template <typename Case>
void add_searches(Catalogue& catalogue, const MachineKind<Case>& kind,
                  const NetworkOf<Case>& network, const SearchedParameters& parameters) {
  const MachineList<Searched<Case>> add{catalogue, searched_kind(kind)};
  const Parameter permutation = permutation_parameter(
      [read = kind.read](const Values& values) -> std::int64_t { return read(values).nodes(); });
  for (const SynthesisOperation operation : kSynthesizedOperations) {
    std::vector<Parameter> of = parameters.all;
    if (operation == SynthesisOperation::kMove) of = parameters.move;
    if (operation == SynthesisOperation::kPermutation) of.push_back(permutation);
    if (has_root(operation)) of = parameters.rooted;
    add(optimal_algorithm<Case>(operation, of, network));
  }
}

}  // namespace plexus
