#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "hw/time/units.hpp"

namespace plexus {

/// What one processor does in one round of a PairSchedule.
struct PairTurn {
  NodeId partner = 0;
  std::uint64_t group = 0;  ///< 0 .. groups - 1: pairs of one group have their transfers together
};

/// Who meets whom in `pairwise`: rounds in which every processor has one partner, so
/// that after all rounds each has met all others; the pairs of a round come in groups of at most as
/// many as the bus has channels. With an odd number of processors one of them rests in each round.
///
/// Round r pairs (m-1, r) and ((r+i) mod (m-1), (r-i) mod (m-1)), i = 1 .. m/2-1, in this order,
/// where m is the even one of k and k + 1; the pair of processor k, which does not exist, is left
/// out.
class PairSchedule {
 public:
  /// `nodes` processors (>= 2), `channels` of the bus (>= 1).
  constexpr PairSchedule(NodeId nodes, NodeId channels) : nodes_{nodes}, channels_{channels} {}

  [[nodiscard]] constexpr NodeId rounds() const { return even() - 1; }
  [[nodiscard]] constexpr NodeId pairs() const { return nodes_ / 2; }  ///< of each round
  /// Pairs that have their transfers at the same time.
  [[nodiscard]] constexpr NodeId group_size() const { return std::min(channels_, pairs()); }
  [[nodiscard]] constexpr std::uint64_t groups() const {
    return (pairs() + group_size() - 1) / group_size();
  }
  /// Lock steps in all: in each round all groups from the lower to the higher partner, then back.
  [[nodiscard]] constexpr std::uint64_t steps() const {
    return 2 * std::uint64_t{rounds()} * groups();
  }
  /// The step of a group in a round; `back`: from the higher to the lower partner.
  [[nodiscard]] constexpr std::uint64_t step(NodeId round, bool back, std::uint64_t group) const {
    return (2 * std::uint64_t{round} + (back ? 1 : 0)) * groups() + group;
  }
  /// Partner and group of `node` in a round; nothing where it rests.
  [[nodiscard]] std::optional<PairTurn> turn(NodeId node, NodeId round) const;

 private:
  [[nodiscard]] constexpr NodeId even() const { return nodes_ + nodes_ % 2; }

  NodeId nodes_;
  NodeId channels_;
};

}  // namespace plexus
