#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "testbenches/command/request.hpp"

namespace CLI {
class App;
}

namespace plexus {

/// One `plexus synthesize`, as the words say it.
struct SynthesizeRequest {
  RunRequest run;
  bool confirm = false;
  std::optional<std::string> out;
};

/// Adds `plexus synthesize` to the commands; what is said behind it goes to `request`.
void declare_synthesis(CLI::App& app, SynthesizeRequest& request);
/// Finds the best schedule, runs it, and tells what is proved of it.
int synthesize(const Catalogue& catalogue, SynthesizeRequest& request, std::ostream& out,
               std::ostream& err);

}  // namespace plexus
