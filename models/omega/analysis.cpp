#include "models/omega/analysis.hpp"

#include <cmath>
#include <string>

#include "models/catalogue/refusal.hpp"

namespace plexus {

std::vector<double> patel_loads(std::uint32_t stages, std::uint32_t radix, double load) {
  if (!(load >= 0 && load <= 1)) {
    throw Refusal{RefusalClass::kRange, "omega: load " + std::to_string(load) + " must be 0..1"};
  }
  std::vector<double> loads{load};
  const double r = radix;
  for (std::uint32_t stage = 0; stage < stages; ++stage) {
    loads.push_back(1 - std::pow(1 - loads.back() / r, r));
  }
  return loads;
}

double patel_throughput(const NetworkShape& network, double load) {
  if (network.kind() == NetworkKind::kBenes || network.kind() == NetworkKind::kDataManipulator) {
    throw Refusal{RefusalClass::kFeature, std::string{"omega: network "} +
                                              to_string(network.kind()) +
                                              " is not described by Patel's recurrence"};
  }
  return patel_loads(network.stages(), network.element_ports(), load).back();
}

double patel_acceptance(const NetworkShape& network, double load) {
  const double throughput = patel_throughput(network, load);
  return load == 0 ? 1 : throughput / load;
}

}  // namespace plexus
