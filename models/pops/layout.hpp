#pragma once

#include "models/machine/layout.hpp"
#include "models/pops/shape.hpp"

namespace plexus {

/// Groups as columns, the stars below them: those from a group in its column, a row for each group
/// that they lead to. Large machines by groups, without stars.
[[nodiscard]] Layout layout(const PopsShape& shape);

}  // namespace plexus
