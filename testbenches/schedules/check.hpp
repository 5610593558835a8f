#pragma once

#include <memory>

#include "testbenches/command/command.hpp"

namespace plexus {

/// `plexus check SCHEDULE`: tells what is wrong with a schedule, without running it.
[[nodiscard]] std::unique_ptr<Command> make_check();

}  // namespace plexus
