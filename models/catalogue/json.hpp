#pragma once

#include <nlohmann/json.hpp>

namespace plexus {

/// Values as the command line reads and prints them; members keep their order.
using Json = nlohmann::ordered_json;

}  // namespace plexus
