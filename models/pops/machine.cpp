#include "models/pops/machine.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "models/catalogue/catalogue.hpp"
#include "models/pops/optimal.hpp"
#include "models/pops/study.hpp"

namespace plexus::pops {

namespace {

/// The algorithm, judged by what has come to the processors: they keep it as the stars deliver it,
/// and their memories are not filled before.
template <typename Case>
Algorithm<Case> judged(Algorithm<Case> algorithm) {
  algorithm.check = [data = std::exchange(algorithm.data, {}), check = algorithm.check](
                        const Case& at, const pops_machine& top) -> std::optional<std::string> {
    if (auto problem = top.left_over()) return problem;
    const Operation operation = data ? data(at) : Operation{};
    if (auto problem = top.outcome().violation_of(operation)) return problem;
    return check ? check(at, top) : std::nullopt;
  };
  algorithm.memory = [more = algorithm.memory](const Case& at) {
    constexpr double kStored = 600;  // what a processor stores, and its messages
    return kStored * at.nodes() + (more ? more(at) : 0);
  };
  return algorithm;
}

}  // namespace

}  // namespace plexus::pops

namespace plexus {

double pops_memory(const PopsCase& at) {
  constexpr double kNode = 3600;  // its program, transmitters and receivers
  constexpr double kCoupler = 1000;
  const double n = at.nodes();
  const double couplers = static_cast<double>(at.shape.g) * at.shape.g;
  const bool modules = couplers <= static_cast<double>(coupler_bank::kMostModules);
  return memory_of(n, 0) + kNode * n + couplers * (modules ? kCoupler : 1);
}

void add_pops(Catalogue& catalogue) {
  const MachineList<PopsCase> list{catalogue, pops_kind(pops_case)};
  const auto add = [&list](Algorithm<PopsCase> one) { list(pops::judged(std::move(one))); };
  PLEXUS_ADD_ALGORITHMS(pops, PLEXUS_POPS_ALGORITHMS)
  add_slotted_searches<PopsCase>(catalogue, pops_kind(pops_case), pops::in_slots(),
                                 pops::searched_parameters(), pops::judged<Searched<PopsCase>>);
  add_pops_traffic(catalogue);
  std::vector<Statistic> told{kNodes, kDegree, kDiameter};
  std::ranges::copy(cost_statistics(), std::back_inserter(told));
  list.topology(pops::machine_parameters(), told, [](const PopsCase& at, Statistics& statistics) {
    statistics.set(kNodes, at.nodes());
    statistics.set(kDegree, at.shape.g);  // transmitters, and receivers, of a node
    statistics.set(kDiameter, at.nodes() > 1 ? 1 : 0);
    report_cost(at.shape, at.optics, statistics);
  });
  catalogue.studies.push_back(pops_study());
}

}  // namespace plexus
