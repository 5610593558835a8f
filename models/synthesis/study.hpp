#pragma once

#include "models/catalogue/study.hpp"

namespace plexus {

/// Algorithms beside the best schedules there are, on machines that are small enough for a proof.
[[nodiscard]] Study optima_study();

}  // namespace plexus
