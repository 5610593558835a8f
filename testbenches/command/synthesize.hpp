#pragma once

#include <memory>

#include "testbenches/command/command.hpp"

namespace plexus {

/// `plexus synthesize`.
[[nodiscard]] std::unique_ptr<Command> make_synthesize();

}  // namespace plexus
