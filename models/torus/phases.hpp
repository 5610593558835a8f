#pragma once

#include "models/torus/case.hpp"

namespace plexus::torus {

/// Two-way scatters, or gathers, of bundles in one dimension after another: the sum over j of
/// p_j c(w L_(j+1) .. L_(d-1)), p_j the larger reach from the root.
[[nodiscard]] Cycles bundles_by_dimension(const TorusCase& at);

}  // namespace plexus::torus
