#pragma once

#include <memory>

#include "testbenches/command/command.hpp"

namespace plexus {

/// `plexus sweep`: docs/sweeps.md.
[[nodiscard]] std::unique_ptr<Command> make_sweep();

/// `plexus regress`: the same, judged.
[[nodiscard]] std::unique_ptr<Command> make_regress();

}  // namespace plexus
