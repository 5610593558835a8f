#pragma once

#include "models/reconfigurable/case.hpp"
#include "models/reconfigurable/module.hpp"
#include "models/synthesis/slot_algorithm.hpp"

namespace plexus::reconfigurable {

/// The machine for who looks for schedules: links that the manager sets, phase by phase.
[[nodiscard]] SlottedMachine<ReconfigurableCase> in_phases();
/// Parameters of its operations.
[[nodiscard]] SearchedParameters searched_parameters();

}  // namespace plexus::reconfigurable
