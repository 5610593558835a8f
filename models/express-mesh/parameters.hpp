#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/express-mesh/case.hpp"

namespace plexus {

/// Lengths of express links: of each dimension, by level.
using Lengths = std::vector<std::vector<std::int64_t>>;
/// The same of a value, where a dimension of one level may be a number.
[[nodiscard]] Lengths lengths_of(const Json& value);
inline constexpr unsigned kMostLevels = 12;

[[nodiscard]] Parameter sides_parameter(const ExpressMeshSetup& setup);
[[nodiscard]] Parameter lengths_parameter(const ExpressMeshSetup& setup);
/// Nodes of the grid that `sides` asks for.
[[nodiscard]] std::int64_t grid_nodes(const Values& values);
[[nodiscard]] Parameter relay_parameter(const std::string& fallback);
/// `op`, any operator.
[[nodiscard]] Parameter operator_parameter(const std::string& fallback);
[[nodiscard]] Parameter placement_parameter(const ExpressMeshSetup& setup);
[[nodiscard]] Parameter one_in_parameter();
[[nodiscard]] Parameter place_parameter();
[[nodiscard]] Parameter block_parameter(std::int64_t fallback, const std::string& help);
[[nodiscard]] Parameter group_parameter();

}  // namespace plexus
