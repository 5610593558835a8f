#pragma once

#include <cstdint>

#include "hw/time/units.hpp"

namespace plexus {

/// No packet, no channel, no input.
inline constexpr std::uint32_t kNoChannel = 0xffff'ffff;

/// What a network of routers with virtual channels routes a packet by.
struct RouteHeader {
  NodeId source = 0;
  NodeId destination = 0;
  NodeId via = 0;          ///< the node that two-phase routing goes to first
  std::uint8_t phase = 0;  ///< 0: on the way to `via`, 1: to the destination

  friend bool operator==(const RouteHeader&, const RouteHeader&) = default;
};

/// A packet on its way through a network of routers.
struct RouterPacket {
  Cycles born{0};            ///< when it was made
  Cycles entered{0};         ///< when its first flit set out from its node
  RouteHeader header;        ///< node v is that of router v
  std::uint32_t words = 1;   ///< flits, at least 1
  std::uint32_t number = 0;  ///< among the packets of its source; rises
  std::uint32_t hops = 0;    ///< links crossed
  std::uint64_t path = 0;    ///< mixed from all channels that it has taken
  std::uint32_t tag = 0;     ///< whatever its sender wants to find again
};

/// One word of a packet, as it stands in queues and on links.
struct Flit {
  std::uint32_t packet = 0;  ///< place of its packet in the bank
  std::uint16_t number = 0;  ///< 0: the head
  bool tail = false;         ///< the last one; a packet of one word is head and tail in one

  [[nodiscard]] bool head() const { return number == 0; }
  friend bool operator==(const Flit&, const Flit&) = default;
};

/// A flit on a link.
struct ArrivingFlit {
  Flit flit;
  std::uint32_t channel = 0;
  Cycles born{0};  ///< when its packet was made
};

}  // namespace plexus
