#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "models/synthesis/problem.hpp"

namespace plexus {

/// Schedules made by numbers that are drawn, and drawn anew where that makes them better or little
/// worse (simulated annealing). Of words that have one target each and go shortest ways, one a
/// packet, over links that start at once. What is left of such a problem for clauses is hard: all
/// words that wait at a node for the same target are alike.
class DrawnSchedules {
 public:
  /// Can there be some?
  [[nodiscard]] static bool suit(const SynthesisProblem& problem);
  explicit DrawnSchedules(const SynthesisProblem& problem);

  /// Draws as often as takes some seconds, so many rounds of that: until `stop`, or until there is
  /// a schedule of `goal` cycles.
  void draw(std::int64_t goal, int rounds, const std::function<bool()>& stop);
  /// The best one so far; nothing before the first draw.
  [[nodiscard]] const TransferTimetable& best() const { return best_; }

 private:
  /// What a word has drawn for one of its links: when it goes before others, and where of several
  /// ways that are shortest.
  struct Ticket {
    std::int64_t rank = 0;
    std::uint32_t turn = 0;
  };

  [[nodiscard]] Ticket drawn();
  double play(std::int64_t goal);
  void keep();
  [[nodiscard]] std::optional<std::size_t> link_for(NodeId at, NodeId target, const Ticket& ticket);

  const SynthesisProblem& problem_;
  const SynthesisNetwork& network_;
  std::vector<std::vector<std::int64_t>> hops_;
  std::vector<std::vector<std::vector<std::size_t>>> ways_;  ///< by node and target: links
  std::vector<std::vector<std::size_t>> excluded_;           ///< by link: by whom
  std::mt19937 random_;
  std::vector<std::vector<Ticket>> tickets_;  ///< by token and the links it has gone
  TransferTimetable best_;
  std::int64_t best_cycles_ = SynthesisNetwork::kFar;
  std::uint64_t draws_ = 0;
  // Of the schedule that was played last:
  std::vector<std::pair<std::size_t, std::int64_t>> sends_;  ///< link and cycle
  std::vector<std::uint32_t> sent_;                          ///< the token of each
  std::int64_t now_ = 0;                                     ///< its cycles
  std::vector<std::int64_t> words_;                          ///< by link: in this cycle
  std::vector<std::int64_t> shut_in_;  ///< by link: the last cycle in which others exclude it
};

}  // namespace plexus
