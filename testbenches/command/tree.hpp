#pragma once

#include <optional>
#include <string>

#include "testbenches/command/command_line.hpp"
#include "testbenches/command/request.hpp"

namespace CLI {
class App;
}

namespace plexus {

/// One `plexus tree`: a machine as for a run, and how many levels of it.
struct TreeRequest : RunRequest {
  std::optional<std::string> depth;
};

/// Adds `plexus tree` to the commands; what is said behind it goes to `request`.
void declare_tree(CLI::App& app, TreeRequest& request);
/// Carries it out.
int tree(const Catalogue& catalogue, TreeRequest& request, std::ostream& out, std::ostream& err,
         Ending ending);

}  // namespace plexus
