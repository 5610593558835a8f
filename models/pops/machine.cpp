#include "models/pops/machine.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "models/catalogue/catalogue.hpp"

namespace plexus {

double pops_memory(const PopsCase& at) {
  constexpr double kNode = 3600;     // its program, transmitters and receivers
  constexpr double kCoupler = 2200;  // with its port
  const double n = at.nodes();
  const double couplers = static_cast<double>(at.shape.g) * at.shape.g;
  const bool modules = couplers <= static_cast<double>(coupler_bank::kMostModules);
  return memory_of(n, 0) + kNode * n + couplers * (modules ? kCoupler : 1);
}

void add_pops(Catalogue& catalogue) {
  const MachineList<PopsCase> list{catalogue, pops_kind(pops_case)};
  const auto add = [&list](Algorithm<PopsCase> one) { list(judged_by_outcome(std::move(one))); };
  PLEXUS_ADD_ALGORITHMS(pops, PLEXUS_POPS_ALGORITHMS)
  add_pops_traffic(catalogue);
  std::vector<Statistic> told{kNodes, kDegree, kDiameter};
  std::ranges::copy(cost_statistics(), std::back_inserter(told));
  list.topology(pops::machine_parameters(), told, [](const PopsCase& at, Statistics& statistics) {
    statistics.set(kNodes, at.nodes());
    statistics.set(kDegree, at.shape.g);  // transmitters, and receivers, of a node
    statistics.set(kDiameter, at.nodes() > 1 ? 1 : 0);
    report_cost(at.shape, at.optics, statistics);
  });
}

}  // namespace plexus
