#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/json_fwd.hpp"
#include "testbenches/cost/blocks.hpp"

namespace plexus {

/// What is to be proved.
struct ProofRequest {
  BlockSource block;  ///< whose contract it is
  /// A user's module in the block's place; without it the block itself is judged.
  std::optional<BlockSource> users;
  std::vector<std::pair<std::string, std::int64_t>>
      sizes;                            ///< parameters by their name in the file
  std::vector<std::string> properties;  ///< empty: all
  bool equivalent = false;  ///< instead of the contract: the outputs of `users` are the block's
  unsigned seconds = 60;    ///< for the whole answer
  std::function<void(const std::string&)> tell = [](const std::string& /*what*/) {};  ///< goes on
};

/// Proves, refutes, or looks as far as the time goes, of which all properties have their share. The
/// answer, an object:
///
///     tools        `["Yosys 0.23", "ABC 1.01"]`
///     assumptions  objects with `name` and `says`: what is taken for granted
///     left_out     names of clauses that speak of our registers, of which `users` has others
///     not_granted  names of assumptions that do
///     properties   objects with `name`, `says` (what its `$error` tells), `verdict` (`proved`,
///                  `refuted`, `held`, `undecided`), `how` of a proof, `cycles` (of the shortest
///                  way to break it; looked through before the time was over), `trigger` (the first
///                  cycle in which it has something to say; null: never, it holds vacuously;
///                  absent: it always has), and, refuted, `trace`: pins with `name`, `input`,
///                  `width` and their hexadecimal `values` cycle by cycle, the first one in reset
///
/// Answers are kept by the content of all files, sizes, tools and time. `times`: seconds by
/// property, for who waits; empty if the answer was kept. Throws Refusal: usage where a tool is
/// missing or the file cannot be read, size where the block does not exist in this size.
[[nodiscard]] Json prove(const ProofRequest& request,
                         std::vector<std::pair<std::string, double>>& times);

}  // namespace plexus
