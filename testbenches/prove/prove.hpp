#pragma once

#include <memory>

#include "testbenches/command/command.hpp"

namespace plexus {

/// `plexus prove`; what took how long goes to the standard error.
[[nodiscard]] std::unique_ptr<Command> make_prove();

}  // namespace plexus
