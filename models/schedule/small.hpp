#pragma once

#include <string>
#include <vector>

#include "models/catalogue/values.hpp"

namespace plexus {

/// The parameters with a smaller size by default: a schedule of few rows, which can be read.
[[nodiscard]] std::vector<Parameter> with_small(std::vector<Parameter> parameters,
                                                const std::string& size, const Json& fallback);

}  // namespace plexus
