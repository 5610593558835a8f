#pragma once

#include "models/omega/tally.hpp"

namespace plexus {

/// One pass in which every element that sees the message broadcasts it.
/// Throws Refusal (feature) if the network has no broadcasting elements.
[[nodiscard]] SwitchTally hardware_broadcast_tally(const SwitchMachine& machine, Words w);

}  // namespace plexus
