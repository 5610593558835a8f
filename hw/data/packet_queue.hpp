#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/fast/ring.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What travels through routers: a packet and what they read of it.
struct RoutedPacket {
  Packet packet;
  std::uint64_t header = 0;       ///< what routers route by; its meaning is the route function's
  std::uint32_t words = 0;        ///< of the packet, to which every hop would have to look
  std::uint32_t source_wait = 0;  ///< cycles in its node's own queue
  Cycles since{0};                ///< when it came into its queue; on a link: when it is to leave
  Cycles left{0};                 ///< when it left its node's own queue
};

/// Where the packets in a network are kept: they stay in their places from end to end, and queues
/// and links hold where that is. A place that has become free is the next one to be taken.
class PacketStore {
 public:
  RoutedPacket* add(RoutedPacket&& packet) {
    if (free_.empty()) return &places_.emplace_back(std::move(packet));
    RoutedPacket* const place = free_.back();
    free_.pop_back();
    *place = std::move(packet);
    return place;
  }
  /// The packet, which is no longer kept.
  RoutedPacket take(RoutedPacket* place) {
    RoutedPacket packet = std::move(*place);
    free_.push_back(place);
    return packet;
  }

 private:
  std::deque<RoutedPacket> places_;
  std::vector<RoutedPacket*> free_;
};

/// Packets that a store keeps, in the order in which they came.
using PacketQueue = Ring<RoutedPacket*>;

}  // namespace plexus
