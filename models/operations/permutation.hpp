#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
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

}  // namespace plexus
