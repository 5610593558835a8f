#pragma once

#include "models/pops/case.hpp"
#include "models/synthesis/slot_algorithm.hpp"

namespace plexus::pops {

/// A POPS for who looks for schedules: its couplers, and programs that play what is found.
[[nodiscard]] SlottedMachine<PopsCase> in_slots();
/// Parameters of its operations.
[[nodiscard]] SearchedParameters searched_parameters();

}  // namespace plexus::pops
