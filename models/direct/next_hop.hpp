#pragma once

#include "models/direct/direct_wiring.hpp"
#include "models/schedule/player.hpp"

namespace plexus {

/// The shortest way on a machine of links, hop by hop: by the cycles of a packet of one word where
/// the links differ, of those that are equal there that over links of more bandwidth, and by the
/// lower channel of the destination's side where ways are equal.
/// Worked out for each destination when it is first asked for.
[[nodiscard]] NextHopOf shortest_ways(DirectWiring wiring);

/// The same, but where several ways are equally quick from a node on, destinations are dealt out
/// over them: of k channels the (destination mod k)-th, so that no way is left out.
[[nodiscard]] NextHopOf spread_ways(DirectWiring wiring);

}  // namespace plexus
