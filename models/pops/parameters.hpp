#pragma once

#include <span>
#include <vector>

#include "models/catalogue/values.hpp"
#include "models/pops/algorithm.hpp"

namespace plexus {

/// The parameters of an algorithm with these knobs: d, g, words, startup, bandwidth, its own, and
/// those of faults and optics.
[[nodiscard]] std::vector<Parameter> pops_parameters(const PopsAlgorithm& algorithm);

/// Those of the machine itself: d, g and the optics.
[[nodiscard]] std::vector<Parameter> pops_machine_parameters();

/// The algorithms in the order of the table.
[[nodiscard]] std::span<const PopsAlgorithm* const> pops_algorithms();

}  // namespace plexus
