#pragma once

#include "hw/link/link.hpp"

namespace plexus {

/// The beat of a packet of `words` >= 1 in the cycle that comes `since` >= 0 cycles after that in
/// which it was sent: of a link, whatever keeps it.
[[nodiscard]] Beat beat_of(PacketId packet, Words words, const LinkTiming& timing, Cycles since);

}  // namespace plexus
