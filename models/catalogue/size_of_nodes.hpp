#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/catalogue/values.hpp"

namespace plexus {

/// How a machine with these parameters, which has no `nodes` among them, is asked for by its number
/// of nodes (>= 1): `--dimension 4`, `--sides 4,4`, `--d 4 --g 4`, as the parameters say. Empty:
/// none says how large it is. Throws Refusal where no such machine has so many, or where a file
/// says how many there are.
[[nodiscard]] std::vector<std::string> size_of_nodes(const std::vector<Parameter>& parameters,
                                                     std::int64_t nodes);

// ---- what parameters say ------------------------------------------------------------------------
/// The largest factor of `nodes` that is not above its root.
[[nodiscard]] std::int64_t lower_factor(std::int64_t nodes);
/// A grid of `nodes` by its `sides`: as near to a square as there are factors of 3 and more, else
/// one side, where `sides` takes that.
[[nodiscard]] std::string sides_of(const Parameter& sides, std::int64_t nodes);

}  // namespace plexus
