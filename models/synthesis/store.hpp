#pragma once

#include <optional>

#include "models/synthesis/search.hpp"

/// Optima that have been found, kept by content: under the build folder or, where nobody may write
/// there, in the user's cache.
namespace plexus {

/// What is kept of a problem; nothing if it has not been solved yet.
[[nodiscard]] std::optional<Synthesis> kept_optimum(const SynthesisProblem& problem);
/// Keeps an optimum, where there is room; anything else is not kept.
void keep_optimum(const SynthesisProblem& problem, const Synthesis& found);

}  // namespace plexus
