#pragma once

#include <optional>

#include "models/pops/case.hpp"

namespace plexus::pops {

/// N, where the machine has N^2 processors, N >= 2. Refuses (`size`) others.
NodeId mesh_side(const PopsCase& at);
/// Refuses (`size`) also meshes to which Theorem 2 does not apply: neither d nor g divides N.
void require_theorem_2(const PopsCase& at);

}  // namespace plexus::pops
