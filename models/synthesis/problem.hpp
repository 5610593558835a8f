#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/schedule/player.hpp"
#include "models/synthesis/network.hpp"

namespace plexus {

/// A word that has to go from one node to others.
struct Token {
  NodeId source = 0;
  std::vector<NodeId> targets;  ///< in rising order, without the source; never empty
  std::uint64_t piece = 0;      ///< its number in a schedule of one piece for each word
  std::uint64_t word = 0;       ///< its number among those of one block

  friend bool operator==(const Token&, const Token&) = default;
};

/// What a schedule is looked for: each token has to come to all its targets. Reductions are
/// searched as what they are backwards: the result goes out to all that have an operand.
struct SynthesisProblem {
  SynthesisNetwork network;  ///< backwards, if something is combined
  std::vector<Token> tokens;
  ScheduleRequest request;
  std::optional<std::int64_t> steps{};  ///< at most so many lock steps; nothing: any schedule

  [[nodiscard]] bool combined() const { return combines(request.operation); }
  /// Does every token have one target?
  [[nodiscard]] bool single() const;
};

/// `request` on `network`, which runs forwards. Operations: all but allreduce.
[[nodiscard]] SynthesisProblem problem_of(const SynthesisNetwork& network,
                                          const ScheduleRequest& request);

/// One packet on its way.
struct TimedTransfer {
  std::size_t link = 0;
  std::int64_t start = 0;             ///< cycle in which its first cycle begins
  std::vector<std::uint32_t> tokens;  ///< numbers in the problem, rising

  friend bool operator==(const TimedTransfer&, const TimedTransfer&) = default;
};

/// When which packet goes on which link, sorted by start and link.
using Timetable = std::vector<TimedTransfer>;

/// The cycle in which the last packet has come.
[[nodiscard]] std::int64_t cycles_of(const SynthesisNetwork& network, const Timetable& timetable);
/// What is wrong with it, by the rules of the hardware, in a sentence; nothing if all is well.
[[nodiscard]] std::optional<std::string> flaw_of(const SynthesisProblem& problem,
                                                 const Timetable& timetable);
/// Sorted, without what no target needs.
[[nodiscard]] Timetable tidy(const SynthesisProblem& problem, const Timetable& timetable);
/// The rows that play it, each packet in its cycle. Without `clocked` a packet goes as soon as it
/// and its link are there, which is never later where links work in both directions.
[[nodiscard]] Schedule rows_of(const SynthesisProblem& problem, const Timetable& timetable,
                               bool clocked);

}  // namespace plexus
