#pragma once

#include <memory>

#include "testbenches/command/command.hpp"

namespace plexus {

/// `plexus run`.
[[nodiscard]] std::unique_ptr<Command> make_run();

}  // namespace plexus
