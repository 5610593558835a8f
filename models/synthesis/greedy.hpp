#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "models/synthesis/forest.hpp"
#include "models/synthesis/problem.hpp"

namespace plexus {

enum class GreedyTries : std::uint8_t { kOne, kMany };

/// A schedule made cycle by cycle: links that are idle take what is rarest, or has farthest to go.
/// One, or the best of several that are tried, by seeds, until `stop` says that it is time to end.
/// With a forest each word goes along its tree, those first that have farthest to go. Nothing if
/// there was no time for one.
[[nodiscard]] std::optional<TransferTimetable> greedy_schedule(const SynthesisProblem& problem,
                                                               std::int64_t bound,
                                                               GreedyTries tries,
                                                               const std::function<bool()>& stop,
                                                               const Forest* forest = nullptr);

/// A schedule in no more lock steps than the problem has, made as the others, each of its links
/// with as few words in a step as that leaves it. Nothing if none was found, or there was no time.
[[nodiscard]] std::optional<TransferTimetable> greedy_steps(const SynthesisProblem& problem,
                                                            const std::function<bool()>& stop);

/// A schedule of problems of few words, one behind the other: of `words` words each. Of links that
/// start at once. `few` is the schedule of a problem that has the same blocks of `words` words.
[[nodiscard]] TransferTimetable one_behind_the_other(const SynthesisProblem& problem,
                                                     const std::vector<TransferTimetable>& parts,
                                                     const std::vector<SynthesisProblem>& problems);

}  // namespace plexus
