#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "models/catalogue/json_fwd.hpp"

namespace plexus {

/// The JSON value that a user wrote; discarded (`is_discarded`) where `text` is none, or has lists
/// within lists deeper than any value of ours.
[[nodiscard]] Json parse_value(std::string_view text);

}  // namespace plexus
