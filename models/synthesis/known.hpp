#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/data/blocks.hpp"
#include "models/synthesis/problem.hpp"
#include "models/synthesis/slot_problem.hpp"

/// What is known before a search: the run of an algorithm, as a schedule of the same problem.
namespace plexus {

/// A packet that was seen on a link or a coupler.
struct SeenPacket {
  NodeId from = 0;
  NodeId to = 0;
  std::int64_t start = 0;  ///< cycle in which its first cycle begins
  Blocks blocks{};
};

/// The fastest run of an algorithm.
struct KnownRun {
  std::string algorithm;
  std::int64_t cycles = 0;
  bool combined = false;              ///< operands are combined on their way
  std::vector<SeenPacket> packets{};  ///< in the order of their starts
};

/// The packets of a run as a timetable, without words that had come before and those that no target
/// needs. A problem that runs backwards takes runs that combine, and those of what it is backwards.
/// Nothing where they are none: a packet took longer than its link needs and held others up, or
/// operands went apart that the problem takes for one.
[[nodiscard]] std::optional<TransferTimetable> timetable_of(const SynthesisProblem& problem,
                                                            const KnownRun& run);
/// The same in slots, a word in each. Nothing, too, where a word goes to several nodes at once: of
/// these a run tells one.
[[nodiscard]] std::optional<SlotTimetable> timetable_of(const SlotProblem& problem,
                                                        const KnownRun& run);

}  // namespace plexus
