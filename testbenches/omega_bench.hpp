#pragma once

#include <string>
#include <vector>

#include "hw/time/timing.hpp"
#include "models/catalogue/values.hpp"
#include "models/omega/costs.hpp"
#include "models/omega/networks.hpp"
#include "models/omega/permutations.hpp"
#include "testbenches/catalogue.hpp"

// What the benches of the switch-connected machine share: collectives (omega_bench.cpp), synthetic
// traffic (omega_traffic_bench.cpp) and questions about the networks (omega_topology_bench.cpp).
namespace plexus {

/// `nodes`; then `network`, where another one than omega can be chosen.
Parameter switch_nodes_parameter();
Parameter network_parameter();
Parameter radix_parameter();
Parameter permutation_parameter(const std::string& fallback);
Parameter fifo_depth_parameter(std::int64_t fallback);
Parameter arbitration_parameter();
Parameter seed_parameter();

/// The network that `network`, `nodes` and `radix` name, as far as they are given. Refuses sizes
/// that it does not have.
NetworkShape network_of(const Values& values);
/// The permutation that `permutation` names.
Permutation permutation_of(const Values& values);
/// Refuses (`feature`) every network but omega.
void require_omega(const Values& values, const std::string& what);
/// Refuses (`size`) networks for which this computer's memory is too small; `further`: bytes that
/// the run needs beside processors and elements.
void require_switch_memory(const NetworkShape& network, double further);

void add_omega_collectives(Catalogue& catalogue);
void add_omega_topology(Catalogue& catalogue);
void add_omega_traffic(Catalogue& catalogue);

}  // namespace plexus
