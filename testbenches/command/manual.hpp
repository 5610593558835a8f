#pragma once

#include <memory>

#include "testbenches/command/command.hpp"

namespace plexus {

/// `plexus manual [man | bash]`: the manual page, or what bash completes, made from the same tables
/// as `--help` and `list --json`.
[[nodiscard]] std::unique_ptr<Command> make_manual();

}  // namespace plexus
