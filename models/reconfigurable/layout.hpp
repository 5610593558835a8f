#pragma once

#include "models/machine/layout.hpp"
#include "models/reconfigurable/case.hpp"

namespace plexus {

/// Nodes in a circle. A fixed network has its links; of links that change, those of all phases
/// join the nodes, and the configurations are told one by one.
[[nodiscard]] Layout layout(const ReconfigurableCase& at);

}  // namespace plexus
