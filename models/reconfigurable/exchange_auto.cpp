#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/reconfigurable/algorithm.hpp"

namespace plexus::reconfigurable {

namespace {

/// An exchange that `auto` may take.
struct Candidate {
  std::string name;
  PlanOf plan;
  CostsOf costs;
  std::function<std::optional<std::string>(const ReconfigurableCase&)> misfit;
};

std::optional<std::string> fits_all(const ReconfigurableCase&) { return std::nullopt; }

const std::vector<Candidate>& allgathers() {
  static const std::vector<Candidate> all{
      {"rcp-clique", plan_allgather_clique, costs_allgather_clique, misfit_clique},
      {"circulant", plan_allgather_circulant, costs_allgather_circulant, misfit_circulant},
      {"flip", plan_allgather_flip, costs_allgather_flip, misfit_flip},
      {"fold", plan_allgather_fold, costs_allgather_fold, fits_all},
      {"direct", plan_allgather_direct, costs_direct, fits_all}};
  return all;
}

const std::vector<Candidate>& alltoalls() {
  static const std::vector<Candidate> all{
      {"rcp-clique", plan_alltoall_clique, costs_alltoall_clique, misfit_clique},
      {"circulant", plan_alltoall_circulant, costs_alltoall_circulant, misfit_circulant},
      {"flip", plan_alltoall_flip, costs_alltoall_flip, misfit_flip},
      {"direct", plan_alltoall_direct, costs_direct, fits_all}};
  return all;
}

/// 5.6: the one with the fewest cycles by model (a), whoever sets the links; the first on a tie.
/// With one node there is nothing to do, directly.
void choose(ReconfigurableCase& at, const std::vector<Candidate>& candidates) {
  const Candidate* best = &candidates.back();
  std::optional<Cycles> fewest;
  for (const Candidate& candidate : candidates) {
    if (at.nodes == 1 || candidate.misfit(at)) continue;
    const Cycles cycles = phase_by_phase(candidate.costs(at), at.link, at.policy.timing);
    if (fewest && cycles >= *fewest) continue;
    fewest = cycles;
    best = &candidate;
  }
  at.chosen_algorithm = best->name;
  work_out(at, best->plan, best->costs);
}

Algorithm<ReconfigurableCase> best_of(const char* operation,
                                      const std::vector<Candidate>& candidates,
                                      std::function<Operation(const ReconfigurableCase&)> data) {
  return playing(
      {.operation = operation,
       .name = "auto",
       .summary = "the one with the fewest cycles where all links of a phase open at once",
       .is_default = true,
       .parameters = reconfigurable_parameters(),
       .prepare = [&candidates](ReconfigurableCase& at) { choose(at, candidates); },
       .data = std::move(data),
       .lower_bound = exchange_bound,
       .statistics =
           [](const ReconfigurableCase& at, const reconfigurable_machine&, Statistics& statistics) {
             statistics.set(kChosenAlgorithm, at.chosen_algorithm);
           },
       .declared = {kChosenAlgorithm},
       .memory = [per_pair = std::string_view{operation} == "alltoall" ? 100.0 : 4.0](
                     const ReconfigurableCase& at) { return per_pair * at.nodes * at.nodes; }});
}

}  // namespace

Algorithm<ReconfigurableCase> allgather_auto() {
  return best_of("allgather", allgathers(), allgather_data);
}

Algorithm<ReconfigurableCase> alltoall_auto() {
  return best_of("alltoall", alltoalls(), alltoall_data);
}

}  // namespace plexus::reconfigurable
