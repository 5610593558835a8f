#pragma once

#include <cstdint>
#include <string>

#include "models/catalogue/values.hpp"

namespace plexus {

// How a machine whose size is another parameter is asked for by its number of nodes.

/// The largest factor of `nodes` that is not above its root.
[[nodiscard]] std::int64_t lower_factor(std::int64_t nodes);
/// A grid of `nodes` by its `sides`: as near to a square as there are factors of 3 and more, else
/// one side, where `sides` takes that.
[[nodiscard]] std::string sides_of(const Parameter& sides, std::int64_t nodes);

}  // namespace plexus
