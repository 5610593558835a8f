#pragma once

#include <vector>

#include "models/catalogue/values.hpp"

namespace plexus {

/// The parameters with blocks of 1,024 words by default: the sizes that schedules are made for.
[[nodiscard]] std::vector<Parameter> with_long_blocks(std::vector<Parameter> parameters);

}  // namespace plexus
