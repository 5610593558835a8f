#pragma once

#include <memory>

#include "testbenches/command/command.hpp"

namespace plexus {

/// `plexus best`.
[[nodiscard]] std::unique_ptr<Command> make_best();

}  // namespace plexus
