#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/reconfigurable/algorithm.hpp"

namespace plexus::reconfigurable {

namespace {

/// An exchange that `auto` may take.
struct Candidate {
  std::string name;
  PlanOf plan;
  std::function<std::optional<std::string>(const ReconfigurableCase&)> misfit;
};

std::optional<std::string> fits_all(const ReconfigurableCase&) { return std::nullopt; }

const std::vector<Candidate>& allgathers() {
  static const std::vector<Candidate> all{{"rcp-clique", plan_allgather_clique, misfit_clique},
                                          {"circulant", plan_allgather_circulant, misfit_circulant},
                                          {"flip", plan_allgather_flip, misfit_flip},
                                          {"fold", plan_allgather_fold, fits_all},
                                          {"direct", plan_allgather_direct, fits_all}};
  return all;
}

const std::vector<Candidate>& alltoalls() {
  static const std::vector<Candidate> all{{"rcp-clique", plan_alltoall_clique, misfit_clique},
                                          {"circulant", plan_alltoall_circulant, misfit_circulant},
                                          {"flip", plan_alltoall_flip, misfit_flip},
                                          {"direct", plan_alltoall_direct, fits_all}};
  return all;
}

/// 5.6: the one with the fewest cycles by model (a), whoever sets the links; the first on a tie.
/// With one node there is nothing to do, directly.
void choose(ReconfigurableCase& at, const std::vector<Candidate>& candidates) {
  const Candidate* best = &candidates.back();
  std::optional<Cycles> fewest;
  for (const Candidate& candidate : candidates) {
    if (at.nodes == 1 || candidate.misfit(at)) continue;
    const Cycles cycles =
        phase_by_phase(candidate.plan(at, Detail::kCounts).costs, at.link, at.policy.timing);
    if (fewest && cycles >= *fewest) continue;
    fewest = cycles;
    best = &candidate;
  }
  at.chosen_algorithm = best->name;
  work_out(at, best->plan);
}

void report_chosen(const ReconfigurableCase& at, const reconfigurable_machine& /*top*/,
                   Statistics& statistics) {
  statistics.set(kChosenAlgorithm, at.chosen_algorithm);
}

template <const std::vector<Candidate>& (*candidates)()>
void choose_one_of(ReconfigurableCase& at) {
  choose(at, candidates());
}

constexpr const char* kSummary =
    "the one with the fewest cycles where all links of a phase open at once";

}  // namespace

Algorithm<ReconfigurableCase> allgather_auto() {
  return {.operation = "allgather",
          .name = "auto",
          .summary = kSummary,
          .is_default = true,
          .parameters = reconfigurable_parameters(),
          .prepare = choose_one_of<allgathers>,
          .programs = play_plan,
          .exact = exact_count,
          .statistics = report_chosen,
          .declared = {kChosenAlgorithm}};
}

Algorithm<ReconfigurableCase> alltoall_auto() {
  return {.operation = "alltoall",
          .name = "auto",
          .summary = kSummary,
          .is_default = true,
          .parameters = reconfigurable_parameters(),
          .prepare = choose_one_of<alltoalls>,
          .programs = play_plan,
          .exact = exact_count,
          .statistics = report_chosen,
          .declared = {kChosenAlgorithm}};
}

}  // namespace plexus::reconfigurable
