#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "testbenches/catalogue.hpp"

namespace plexus {

/// Exit statuses of the command (design.md 7).
enum ExitStatus {
  kVerified = 0,  ///< ran, verified, every prediction held
  kWrong = 1,     ///< wrong data or a prediction broken
  kRefused = 2,   ///< the request makes no sense
  kFaulted =
      3,  ///< a hardware rule broken, a deadlock, a limit, a lockstep difference, an output lost
};

/// What to do with a machine when its run is over and told.
enum class Ending {
  kTakeDown,  ///< destroy it, for the next run of the same process
  /// End the process at once: the kernel needs time that grows with the square of their number to
  /// destroy modules, minutes for a million.
  kLeave,
};

/// The `plexus` command: `arguments` without the program's name; returns the exit status.
int run_command(const Catalogue& catalogue, const std::vector<std::string>& arguments,
                std::ostream& out, std::ostream& err, Ending ending = Ending::kTakeDown);

/// Are these words a `run` of which `catalogue` knows machine, operation, algorithm and options?
[[nodiscard]] bool knows_run(const Catalogue& catalogue, const std::vector<std::string>& words);

}  // namespace plexus
