#pragma once

#include <string>
#include <vector>

#include "models/catalogue/values.hpp"

namespace plexus {

/// The parameters with another size by default: schedules are compared at a size of their own.
[[nodiscard]] std::vector<Parameter> with_size(std::vector<Parameter> parameters,
                                               const std::string& size, const Json& fallback);

}  // namespace plexus
