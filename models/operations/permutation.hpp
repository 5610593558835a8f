#pragma once

#include <optional>
#include <span>

#include "hw/time/units.hpp"

namespace plexus {

/// Does every processor keep its block, so that nothing has to move? `image`: who gets the block of
/// each.
[[nodiscard]] bool is_identity(std::span<const NodeId> image);

/// The bound of a permutation of which no other is known: 0 where nothing has to move.
[[nodiscard]] std::optional<Cycles> bound_of_moving_nothing(std::span<const NodeId> image);

}  // namespace plexus
