#pragma once

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/time/fresh_kernel.hpp"
#include "testbenches/command/command_line.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "tests/every_machine.hpp"

namespace plexus {

/// What the command said.
struct CommandResult {
  int status = 0;
  Json json;          ///< what stood on stdout
  std::string error;  ///< what stood on stderr
};

/// `plexus run ARGUMENTS --json`, in this process: `run_json({"ring", "broadcast", "--words",
/// "10"})`.
inline CommandResult run_json(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  arguments.emplace_back("--json");
  std::ostringstream out;
  std::ostringstream err;
  const int status = run_command(every_machine(), arguments, out, err);
  return {status, Json::parse(out.str(), nullptr, false), err.str()};
}

/// One run of an algorithm through its bench, with values of parameters by name and, for tests, the
/// order in which its processors are constructed. Throws what the bench throws.
inline Report run_report(const std::string& machine, const std::string& operation,
                         const std::string& algorithm, const Json& given = Json::object(),
                         const ConstructionOrder& order = {}) {
  RunOptions options;
  options.order = order;
  return run_request(every_machine(), {machine, operation, algorithm, given}, options);
}

}  // namespace plexus
