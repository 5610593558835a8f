#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What travels through routers: a packet and what they read of it.
struct RoutedPacket {
  Packet packet;
  std::uint64_t header = 0;       ///< what routers route by; its meaning is the route function's
  std::uint32_t words = 0;        ///< of the packet, to which every hop would have to look
  std::uint32_t source_wait = 0;  ///< cycles in its node's own queue
  Cycles since{0};                ///< when it came into the queue in which it is
  Cycles left{0};                 ///< when it left its node's own queue
};

/// A FIFO of packets in a ring of places that grows when it is full.
class PacketQueue {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const RoutedPacket& front() const { return places_[first_]; }
  /// The packet `i` places behind the front.
  [[nodiscard]] const RoutedPacket& operator[](std::size_t i) const {
    return places_[(first_ + i) & (places_.size() - 1)];
  }

  void push(RoutedPacket&& packet) {
    if (size_ == places_.size()) grow();
    places_[(first_ + size_) & (places_.size() - 1)] = std::move(packet);
    ++size_;
  }
  /// Takes the last packet away again.
  RoutedPacket pop_back() { return std::move(places_[(first_ + --size_) & (places_.size() - 1)]); }
  RoutedPacket pop() {
    RoutedPacket packet = std::move(places_[first_]);
    first_ = (first_ + 1) & (places_.size() - 1);
    --size_;
    return packet;
  }
  /// Takes the packet `i` places behind the front out.
  RoutedPacket take(std::size_t i) {
    const std::size_t mask = places_.size() - 1;
    RoutedPacket packet = std::move(places_[(first_ + i) & mask]);
    for (; i > 0; --i) places_[(first_ + i) & mask] = std::move(places_[(first_ + i - 1) & mask]);
    first_ = (first_ + 1) & mask;
    --size_;
    return packet;
  }

 private:
  [[gnu::noinline]] void grow() {
    std::vector<RoutedPacket> larger(places_.empty() ? 2 : 2 * places_.size());
    for (std::size_t i = 0; i < size_; ++i) {
      larger[i] = std::move(places_[(first_ + i) & (places_.size() - 1)]);
    }
    places_ = std::move(larger);
    first_ = 0;
  }

  std::vector<RoutedPacket> places_;  ///< 0 or a power of two of them
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace plexus
