#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/values.hpp"
#include "models/operations/operation.hpp"

namespace plexus {

inline constexpr NodeId kNoNode = ~NodeId{0};

/// Processor v gets block origin[v] of `words`; none where that is kNoNode. What it held before is
/// not said: its own block may come to it as well.
[[nodiscard]] Operation delivery_operation(std::string name, std::vector<NodeId> origin,
                                           Words words);

/// Does every processor keep its block, so that nothing has to move? `image`: who gets the block of
/// each.
[[nodiscard]] bool is_identity(std::span<const NodeId> image);

/// The bound of a permutation of which no other is known: 0 where nothing has to move.
[[nodiscard]] std::optional<Cycles> bound_of_moving_nothing(std::span<const NodeId> image);

/// `permutation`: where each node sends its block. `nodes_of`: how many nodes the values before it
/// ask for.
[[nodiscard]] Parameter permutation_parameter(
    const std::function<std::int64_t(const Values&)>& nodes_of);
/// The image of every node, of 0 .. nodes - 1, as such a value says it. Throws Refusal.
[[nodiscard]] std::vector<NodeId> permutation_of(const Json& value, std::int64_t nodes);

}  // namespace plexus
