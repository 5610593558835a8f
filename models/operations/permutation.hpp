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
/// The block of each processor comes to its image; nothing is sent where that is kNoNode.
[[nodiscard]] Operation image_operation(std::string name, std::span<const NodeId> image,
                                        Words words);
/// Processor k gets the block of the k-th one of `selected`.
[[nodiscard]] Operation concentrate_operation(std::uint64_t nodes, std::vector<NodeId> selected,
                                              Words words);
/// The k-th one of `destinations` gets the block of processor k.
[[nodiscard]] Operation distribute_operation(std::uint64_t nodes,
                                             std::span<const NodeId> destinations, Words words);
/// The block of processor k goes to all from behind the destination before to the k-th one, which
/// rise. `before_first`: in the place of the destination before the first, -1 or more.
[[nodiscard]] Operation generalize_operation(std::uint64_t nodes,
                                             std::span<const NodeId> destinations,
                                             std::int64_t before_first, Words words);

/// Who gets each of some messages.
using Receivers = std::vector<std::vector<NodeId>>;
/// Message k, a block of `words`, comes to each of its receivers.
[[nodiscard]] Operation messages_operation(std::string name, std::uint64_t nodes,
                                           const Receivers& receivers, Words words);

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
