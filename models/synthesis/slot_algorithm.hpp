#pragma once

#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "models/synthesis/algorithm.hpp"

/// The algorithm `optimal` of a machine that works in slots.
namespace plexus {

/// What a search has to know of the machine, and how its schedules are played.
template <typename Case>
struct SlottedMachine {
  /// For so many words, of which each may be on its way at the same time.
  std::function<SlotNetwork(const Case&, std::size_t words)> network;
  /// Refuses (`feature`) slots that do not last one cycle for one word.
  std::function<void(const Case&)> require;
  /// Makes the case ready for a schedule. Empty: nothing to do.
  std::function<void(Case&, const SlotProblem&, const SlotTimetable&)> use{};
  std::function<NodeProgram<typename Case::Node>(const Case&, typename Case::Module&,
                                                 const SlotProblem&, const SlotTimetable&)>
      programs;
};

/// The operations that schedules in slots are searched for: those that combine nothing.
inline constexpr std::array kSlottedOperations{
    SynthesisOperation::kMove,       SynthesisOperation::kBroadcast, SynthesisOperation::kScatter,
    SynthesisOperation::kGather,     SynthesisOperation::kAllgather, SynthesisOperation::kAlltoall,
    SynthesisOperation::kPermutation};

template <typename Case>
Algorithm<Searched<Case>> slotted_algorithm(SynthesisOperation operation,
                                            std::vector<Parameter> parameters,
                                            const SlottedMachine<Case>& machine) {
  using Module = typename Case::Module;
  const auto problem_of_case = [operation, network = machine.network](const Searched<Case>& at) {
    SlotProblem problem{{}, synthesis_request(operation, at)};
    problem.network = network(at, problem.tokens.size());
    return problem;
  };
  return {
      .operation = to_string(operation),
      .name = kOptimalName,
      .summary = "the fewest slots that any schedule has: searched for, and proved",
      .parameters = joined({std::move(parameters), synthesis_parameters()}),
      .prepare =
          [operation, machine, problem_of_case](Searched<Case>& at) {
            machine.require(at);
            require_searchable(nodes_of<Case>(at), at.words, operation);
            const SlotProblem problem = problem_of_case(at);
            at.optimum.best = best_slots(problem, at.optimum.wish);
            if (machine.use) machine.use(at, problem, at.optimum.best->slots);
          },
      .data =
          [operation](const Searched<Case>& at) {
            return words_operation(synthesis_request(operation, at));
          },
      .programs =
          [machine, problem_of_case](const Searched<Case>& at, Module& top) {
            return machine.programs(at, top, problem_of_case(at), at.optimum.best->slots);
          },
      .exact = [](const Searched<Case>& at) -> std::optional<Cycles> {
        return Cycles{at.optimum.best->found.cycles};
      },
      .lower_bound = lower_bound_found<Case>,
      .statistics = [](const Searched<Case>& at, const Module&,
                       Statistics& statistics) { report_optimum(*at.optimum.best, statistics); },
      .declared = {kOptimal, kProof, kUpperBound}};
}

/// The algorithm `optimal` of each operation of a machine in slots.
template <typename Case>
void add_slotted_searches(Catalogue& catalogue, const MachineKind<Case>& kind,
                          const SlottedMachine<Case>& machine,
                          const SearchedParameters& parameters) {
  Catalogue found;
  const MachineList<Searched<Case>> add{found, searched_kind(kind)};
  for (const SynthesisOperation operation : kSlottedOperations) {
    add(slotted_algorithm<Case>(operation, parameters_of(operation, kind, parameters), machine));
  }
  keep_searches(catalogue, std::move(found));
}

}  // namespace plexus
