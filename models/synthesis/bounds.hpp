#pragma once

#include <cstdint>
#include <functional>

#include "models/synthesis/problem.hpp"

/// Cycles below which no schedule of a problem can be: by distance, by what has to pass through a
/// node or a cut, by the work of all links.
namespace plexus {

/// The largest of all bounds, or of those that are known when `stop` says that it is time to end;
/// cuts, which cost less than flows, are looked at until `stop_cuts` does. In lock steps, if the
/// problem has some.
[[nodiscard]] std::int64_t cycles_bound(
    const SynthesisProblem& problem, const std::function<bool()>& stop = [] { return false; },
    const std::function<bool()>& stop_cuts = [] { return false; });

/// Nodes of machines on which bounds beside the papers' are looked for in every run.
inline constexpr NodeId kMostBounded = 1024;
/// Cycles below which no run of an operation can be, of those bounds that are found at once: the
/// wide one, and on up to 16 nodes some cuts and flows. Nodes of the network behind those of the
/// request are switches: they pass on and hold nothing.
[[nodiscard]] std::int64_t quick_bound(const SynthesisNetwork& network, SynthesisRequest request);

/// The fewest lock steps of any schedule: the longest way of a token, in links.
[[nodiscard]] std::int64_t steps_bound(const SynthesisProblem& problem);

}  // namespace plexus
