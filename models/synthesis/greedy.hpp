#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "models/synthesis/forest.hpp"
#include "models/synthesis/problem.hpp"

namespace plexus {

/// A schedule made cycle by cycle: links that are idle take what is rarest, or has farthest to go.
/// Several are tried, by seeds; the best one is kept. `stop` is asked between them. With a forest
/// each word goes along its tree, those first that have farthest to go. Nothing if the problem has
/// lock steps and none was found.
[[nodiscard]] std::optional<TransferTimetable> greedy_schedule(const SynthesisProblem& problem,
                                                               std::int64_t bound,
                                                               const std::function<bool()>& stop,
                                                               const Forest* forest = nullptr);

/// A schedule of problems of few words, one behind the other: of `words` words each. Of links that
/// start at once. `few` is the schedule of a problem that has the same blocks of `words` words.
[[nodiscard]] TransferTimetable one_behind_the_other(const SynthesisProblem& problem,
                                                     const std::vector<TransferTimetable>& parts,
                                                     const std::vector<SynthesisProblem>& problems);

}  // namespace plexus
