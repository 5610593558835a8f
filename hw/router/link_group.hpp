#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/data/packet_queue.hpp"

namespace plexus {

/// The links of a branch, side by side, and the packets on them. A packet takes the free link with
/// the lowest number.
class LinkGroup {
 public:
  explicit LinkGroup(std::uint64_t links) : links_{links} {}

  [[nodiscard]] std::uint64_t links() const { return links_; }
  [[nodiscard]] std::uint64_t busy() const { return busy_; }
  [[nodiscard]] bool any_free() const { return busy_ < links_; }

  /// Puts a packet on a link, which must be free.
  void start_on(std::uint32_t link, RoutedPacket* packet) {
    while (link / 64 >= taken_.size()) taken_.push_back(0);
    taken_[link / 64] |= std::uint64_t{1} << link % 64;
    if (link >= packets_.size()) packets_.resize(link + 1);
    packets_[link] = packet;
    ++busy_;
  }
  /// The link that the next packet takes; one must be free.
  [[nodiscard]] std::uint32_t next_free() { return static_cast<std::uint32_t>(lowest_free()); }
  /// Takes the packet off a link, which is free then.
  RoutedPacket* finish(std::uint32_t link) {
    taken_[link / 64] &= ~(std::uint64_t{1} << link % 64);
    --busy_;
    return packets_[link];
  }
  /// The packet on a link that is not free.
  [[nodiscard]] const RoutedPacket& packet(std::uint32_t link) const { return *packets_[link]; }

  /// Calls `visit` with each packet that is on a link, and its link.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::uint32_t link = 0; link < packets_.size(); ++link) {
      if (taken(link)) visit(*packets_[link], link);
    }
  }

  [[nodiscard]] bool taken(std::uint32_t link) const {
    return link / 64 < taken_.size() && (taken_[link / 64] >> link % 64 & 1U) != 0;
  }

 private:
  std::size_t lowest_free() {
    for (std::size_t word = 0; word < taken_.size(); ++word) {
      if (~taken_[word] != 0) {
        return 64 * word + static_cast<std::size_t>(std::countr_one(taken_[word]));
      }
    }
    taken_.push_back(0);
    return 64 * (taken_.size() - 1);
  }

  std::uint64_t links_;
  std::uint64_t busy_ = 0;
  std::vector<std::uint64_t> taken_;    ///< a bit per link; as many as were ever taken at once
  std::vector<RoutedPacket*> packets_;  ///< by link
};

}  // namespace plexus
