#pragma once

#include <memory>

#include "testbenches/command/command.hpp"

namespace plexus {

/// `plexus tree`.
[[nodiscard]] std::unique_ptr<Command> make_tree();

}  // namespace plexus
