#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
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

/// A FIFO of packets that a store keeps: a ring of places that grows when it is full.
class PacketQueue {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const RoutedPacket& front() const { return *places_[first_]; }
  /// The packet `i` places behind the front.
  [[nodiscard]] const RoutedPacket& operator[](std::size_t i) const { return *places_[place(i)]; }

  void push(RoutedPacket* packet) {
    if (size_ == places_.size()) grow();
    places_[place(size_)] = packet;
    ++size_;
  }
  /// Takes the last packet away again.
  RoutedPacket* pop_back() { return places_[place(--size_)]; }
  RoutedPacket* pop() {
    RoutedPacket* const packet = places_[first_];
    first_ = static_cast<std::uint32_t>(place(1));
    --size_;
    return packet;
  }
  /// Takes the packet `i` places behind the front out.
  RoutedPacket* take(std::size_t i) {
    RoutedPacket* const packet = places_[place(i)];
    for (; i > 0; --i) places_[place(i)] = places_[place(i - 1)];
    static_cast<void>(pop());
    return packet;
  }

 private:
  [[nodiscard]] std::size_t place(std::size_t i) const {
    return (first_ + i) & (places_.size() - 1);
  }
  [[gnu::noinline]] void grow() {
    std::vector<RoutedPacket*> larger(places_.empty() ? 2 : 2 * places_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = places_[place(i)];
    places_ = std::move(larger);
    first_ = 0;
  }

  std::vector<RoutedPacket*> places_;  ///< 0 or a power of two of them
  std::uint32_t first_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace plexus
