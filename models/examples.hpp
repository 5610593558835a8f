#pragma once

#include <array>

/// Names that stand where help shows how something is said.
namespace plexus {

/// What a newcomer can type, and what it does.
struct Example {
  const char* line;
  const char* help;
  const char* machine = nullptr;  ///< without which there is no such line
};
inline constexpr std::array kExamples{Example{"plexus run ring broadcast --picture ring.html",
                                              "run it, watch it in a browser", "ring"},
                                      Example{"plexus best hypercube allreduce --nodes 64",
                                              "which algorithm is fastest", "hypercube"},
                                      Example{"plexus list", "machines, and how to go on"}};

/// How to go on from the list of machines.
inline constexpr std::array kWaysOn{
    Example{"plexus list ring", "what runs there, with equations; or any other word", "ring"},
    Example{"plexus list algorithms", "all; or operations, parameters, blocks; --json"},
    Example{"plexus run ring allreduce", "a run; --help behind it: what it takes", "ring"},
    Example{"plexus best ring allreduce", "which algorithm is the fastest", "ring"}};

}  // namespace plexus
