#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/reconfigurable/shape.hpp"

/// Exchanges over links round the circle of all nodes (5.5): which blocks go over which offset.
namespace plexus {

/// Consecutive displacements that travel over the links of one offset, and their mirror images.
struct CirculantPiece {
  std::int64_t first = 0;   ///< x_j
  std::int64_t count = 0;   ///< w_j, upwards
  std::int64_t mirror = 0;  ///< w'_j, downwards
  std::int64_t offset = 0;  ///< o_j: v is linked to v + o_j
};

/// One round: before it every node holds the blocks of v - held .. v + held.
struct CirculantRound {
  std::int64_t held = 0;  ///< s_l
  std::vector<CirculantPiece> pieces;
};

/// The rounds of 5.5: each multiplies by c = e + 1 what a node holds, e the ports that are used.
[[nodiscard]] std::vector<CirculantRound> rounds_of_circulant(ReconfigurableShape shape);

/// A displacement d = source - destination of an alltoall that uses a link in some round: the node
/// that it is at then is destination + `behind`.
struct CirculantPassage {
  std::int64_t displacement = 0;
  std::int64_t behind = 0;
};

/// By round, piece and direction (0: up the offset to v, 1: down): the displacements that use it.
using CirculantPassages = std::vector<std::vector<std::array<std::vector<CirculantPassage>, 2>>>;

/// A block goes the way on which an allgather would bring it, found from its destination backwards.
[[nodiscard]] CirculantPassages passages_of_circulant(const std::vector<CirculantRound>& rounds,
                                                      std::int64_t nodes);

}  // namespace plexus
