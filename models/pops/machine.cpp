#include "models/pops/machine.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "models/catalogue/catalogue.hpp"
#include "models/pops/reduce.hpp"
#include "models/pops/scan.hpp"
#include "models/pops/window_sums.hpp"

namespace plexus {

double pops_memory(const PopsCase& at) {
  constexpr double kNode = 4200;     // its program, transmitters, receivers, and what it stores
  constexpr double kCoupler = 2200;  // with its port
  const double n = at.nodes();
  const double couplers = static_cast<double>(at.shape.g) * at.shape.g;
  const bool modules = couplers <= static_cast<double>(coupler_bank::kMostModules);
  return memory_of(n, 0) + kNode * n + couplers * (modules ? kCoupler : 1);
}

std::optional<std::string> wrong_outcome(const PopsCase& at, const Operation& operation,
                                         const pops_machine& top) {
  using Judge = std::optional<std::string> (*)(const PopsCase&, const pops_machine&);
  static const std::map<std::string, Judge> results{{"reduce", pops::wrong_sum},
                                                    {"scan", pops::wrong_scan},
                                                    {"rank", pops::wrong_scan},
                                                    {pops::kConsecutive, pops::wrong_window},
                                                    {pops::kAdjacent, pops::wrong_window}};
  const auto judge = results.find(operation.name);
  return judge == results.end() ? std::nullopt : judge->second(at, top);
}

namespace pops {

Cycles bound_scatter(const PopsCase& at) {
  return (at.rules.multi_tx ? at.shape.most_others() : at.shape.others()) * at.slot();
}

Cycles bound_gather(const PopsCase& at) {
  return (at.rules.multi_rx ? at.shape.most_others() : at.shape.others()) * at.slot();
}

/// n - 1 foreign blocks; on one star every processor must drive it.
Cycles bound_allgather(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (pops.nodes() == 1) return {};
  const std::uint64_t heard = at.rules.multi_rx ? pops.d : pops.others();
  return (pops.g > 1 ? heard : pops.nodes()) * at.slot();
}

/// n - 1 messages of a processor, d^2 on a coupler.
Cycles bound_alltoall(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  const std::uint64_t pairs = std::uint64_t{pops.d} * pops.most_others();
  const bool by_all = at.rules.multi_tx && at.rules.multi_rx;
  return std::max(pairs, by_all ? 0 : pops.others()) * at.slot();
}

}  // namespace pops

void add_pops(Catalogue& catalogue) {
  const MachineList<PopsCase> add{catalogue, pops_kind(pops_case)};
  PLEXUS_ADD_ALGORITHMS(pops, PLEXUS_POPS_ALGORITHMS)
  add_pops_traffic(catalogue);
  std::vector<Statistic> told{kNodes, kDegree, kDiameter};
  std::ranges::copy(cost_statistics(), std::back_inserter(told));
  add.topology(pops::machine_parameters(), told, [](const PopsCase& at, Statistics& statistics) {
    statistics.set(kNodes, at.nodes());
    statistics.set(kDegree, at.shape.g);  // transmitters, and receivers, of a node
    statistics.set(kDiameter, at.nodes() > 1 ? 1 : 0);
    report_cost(at.shape, at.optics, statistics);
  });
}

}  // namespace plexus
