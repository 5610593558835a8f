#pragma once

#include "models/catalogue/report.hpp"

namespace plexus {

/// Did the run do what it should: data right, every prediction held, no bound beaten?
[[nodiscard]] bool good(const Report& report);

}  // namespace plexus
