#pragma once

#include <optional>

#include "models/catalogue/report.hpp"

namespace plexus {

/// Are the data right? Nothing where there were none to check: a run that moves sizes alone says so
/// in its figure `data`.
[[nodiscard]] std::optional<bool> verdict_on_data(const Report& report);

/// Did the run do what it should: data right, every prediction held, no bound beaten?
[[nodiscard]] bool good(const Report& report);

}  // namespace plexus
