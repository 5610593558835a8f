#pragma once

#include <optional>
#include <string>

#include "models/pops/case.hpp"

namespace plexus::pops {

/// A fold as the case has planned it: a processor adds what it hears, and gives its sum away in its
/// slot.
Program fold(pops_node& self, const PopsCase& at);

/// The root has the sum of all operands, each once; if not, what it has instead.
[[nodiscard]] std::optional<std::string> wrong_sum(const PopsCase& at, const pops_machine& top);

/// A processor moves its sum to `target` on the simulated network, if it is active, and adds what
/// comes.
Program move_and_add(pops_node& self, Words m, std::optional<NodeId> target, Sum& sum);

}  // namespace plexus::pops
