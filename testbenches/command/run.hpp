#pragma once

#include "testbenches/command/command_line.hpp"
#include "testbenches/command/request.hpp"

namespace CLI {
class App;
}

namespace plexus {

/// Adds `plexus run` to the commands; what is said behind it goes to `request`.
void declare_run(CLI::App& app, RunRequest& request);
/// Carries it out, or prints its help.
int run(const Catalogue& catalogue, RunRequest& request, std::ostream& out, std::ostream& err,
        Ending ending);

}  // namespace plexus
