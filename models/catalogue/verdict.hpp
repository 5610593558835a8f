#pragma once

#include <optional>

#include "models/catalogue/entry.hpp"
#include "models/catalogue/report.hpp"

namespace plexus {

/// Are the data right? Nothing where there were none to check: a question that is answered without
/// a run moves none, and a run that moves sizes alone says so in its figure `data`.
[[nodiscard]] std::optional<bool> verdict_on_data(const CatalogueEntry& algorithm,
                                                  const Report& report);

/// Does every prediction hold, and is no bound beaten?
[[nodiscard]] bool predictions_hold(const Report& report);

/// Did the run do what it should: data right, and its predictions hold?
[[nodiscard]] bool good(const Report& report);

}  // namespace plexus
