#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "models/reconfigurable/plan.hpp"
#include "models/reconfigurable/shape.hpp"

namespace plexus {

/// Consecutive displacements of groups that travel over the links of one offset.
struct FlipPiece {
  std::int64_t first = 0;   ///< x_j
  std::int64_t count = 0;   ///< w_j
  std::int64_t offset = 0;  ///< o_j
};

struct FlipRound {
  std::int64_t held = 0;  ///< m: groups that a node holds before it
  std::vector<FlipPiece> pieces;
};

/// Nodes in groups of even size, which gather among themselves first; then nodes of even rank look
/// up the ring of groups, those of odd rank down, and both gain what the other has (5.5).
class FlipGroups {
 public:
  explicit FlipGroups(ReconfigurableShape shape);

  [[nodiscard]] std::int64_t size() const { return size_; }  ///< g
  [[nodiscard]] std::int64_t count() const { return nodes_ / size_; }
  [[nodiscard]] const std::vector<FlipRound>& rounds() const { return rounds_; }
  [[nodiscard]] std::int64_t group(std::int64_t node) const { return node / size_; }
  [[nodiscard]] std::int64_t rank(std::int64_t node) const { return node % size_; }
  [[nodiscard]] bool looks_up(std::int64_t node) const { return rank(node) % 2 == 0; }
  [[nodiscard]] NodeId node(std::int64_t group, std::int64_t rank) const {
    return static_cast<NodeId>(wrapped(group, count()) * size_ + rank);
  }

 private:
  std::int64_t nodes_;
  std::int64_t ports_;
  std::int64_t size_ = 1;
  std::vector<FlipRound> rounds_;
};

/// A block d groups up the way that its destination looks (down, if that looks down): where it is
/// when it uses a link, seen from its destination.
struct FlipPassage {
  std::int64_t displacement = 0;  ///< d, of the source's group
  std::int64_t groups = 0;        ///< to the receiver, the way the destination looks
  bool flipped = false;           ///< the receiver looks the other way
};

/// By phase (the cliques, then the rounds) and piece: the displacements that use it.
using FlipPassages = std::vector<std::vector<std::vector<FlipPassage>>>;
[[nodiscard]] FlipPassages passages_of_flip(const FlipGroups& groups);

/// Words of every message over a piece in a phase.
using FlipWords = std::function<Words(std::size_t phase, std::size_t piece)>;
/// The cliques of the groups; then for every piece, group and even rank a link to the odd rank
/// above, o_j groups on.
[[nodiscard]] Plan flips(const FlipGroups& groups, Detail detail, const FlipWords& words);

}  // namespace plexus
