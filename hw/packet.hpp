#pragma once

#include <cstdint>

#include "hw/blocks.hpp"
#include "hw/units.hpp"

namespace plexus {

/// Number of a packet, unique within a run. A packet that is passed on keeps it.
using PacketId = std::uint64_t;

/// What travels over a channel in one transfer.
struct Packet {
  PacketId id = 0;
  NodeId source = 0;       ///< processor that made it
  NodeId destination = 0;  ///< processor it is for, where hardware routes it
  Words words{0};          ///< what it costs on a channel, headers excluded
  Blocks blocks;           ///< what it carries
};

}  // namespace plexus
