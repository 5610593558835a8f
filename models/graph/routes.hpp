#pragma once

#include <string>

#include "models/direct/next_hop.hpp"
#include "models/graph/shape.hpp"

namespace plexus {

/// The ways that a table says: rows `at,to,next`, by names. At node `at`, what is for `to` goes to
/// its neighbour `next`; `*` stands for every `to` of which no row speaks. Where no row speaks at
/// all, the way is the shortest one: all of them where `path` is empty. `by_links`: that to a
/// neighbour is the link to it, even so. Throws Refusal that names file and line, also for ways
/// that come back to where they have been.
[[nodiscard]] NextHopOf ways_on(const GraphShape& graph, LinkTiming fallback,
                                const std::string& path, bool by_links = false);

}  // namespace plexus
