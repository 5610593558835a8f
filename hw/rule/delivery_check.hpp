#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/rule/fault.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Ends the run: packet `number` of `source` for `destination` has come out of another port, or
/// behind packet `before`.
[[noreturn, gnu::noinline]] inline void complain_of_delivery(NodeId source, NodeId destination,
                                                             std::uint32_t number, NodeId port,
                                                             std::uint32_t before,
                                                             const char* part) {
  const std::string packet =
      fmt::format("Packet {} from port {} to port {}", number, source, destination);
  if (port != destination) raise("misrouted", part, "{} comes out of port {}.", packet, port);
  raise("order", part, "{} comes out behind packet {}.", packet, before);
}

/// Watches what comes out of a switch: every packet at its own port, and those of one source and
/// destination in the order in which they were made. Ends the run otherwise: faults `misrouted`,
/// `order`.
class delivery_check {
 public:
  explicit delivery_check(std::uint32_t ports)
      : next_(std::size_t{ports} * ports, 0), ports_{ports} {}

  /// Packet `number` of `source` for `destination` has come out of `port` of the network `part`.
  void deliver(NodeId source, NodeId destination, std::uint32_t number, NodeId port,
               const char* part) {
    std::uint32_t& next = next_[std::size_t{destination} * ports_ + source];
    if (port != destination || number < next) {
      complain_of_delivery(source, destination, number, port, next - 1, part);
    }
    next = number + 1;
  }

 private:
  std::vector<std::uint32_t> next_;  ///< by destination and source: numbers from here on may come
  std::uint32_t ports_;
};

/// Watches a switch in which packets stay for a while: every one comes out at its own port, and
/// those of one source and destination in the order in which they went in. Ends the run otherwise:
/// faults `misrouted`, `order`. Keeps what is inside, by source: room for as much as the switch
/// holds, not for all pairs of ports.
class transit_check {
 public:
  explicit transit_check(std::uint32_t ports) : inside_(ports) {}

  /// Packet `number` of `source` for `destination` has gone in; numbers of a source rise.
  void enter(NodeId source, NodeId destination, std::uint32_t number) {
    inside_[source].push_back({number, destination, kNobody});
  }
  /// It has come out of `port` of the network `part`.
  void deliver(NodeId source, NodeId destination, std::uint32_t number, NodeId port,
               const char* part) {
    std::vector<Packet>& inside = inside_[source];
    auto packet = inside.begin();
    for (; packet != inside.end() && packet->number != number; ++packet) {
      if (packet->destination == destination) packet->overtaken_by = number;
    }
    const bool twice = packet == inside.end();
    if (port != destination || twice || packet->overtaken_by != kNobody) [[unlikely]]
      complain_of_delivery(source, destination, number, port, twice ? number : packet->overtaken_by,
                           part);
    inside.erase(packet);
  }

 private:
  static constexpr std::uint32_t kNobody = ~0U;

  struct Packet {
    std::uint32_t number;
    NodeId destination;
    std::uint32_t overtaken_by;  ///< the last one of the same source and destination, if any
  };

  std::vector<std::vector<Packet>> inside_;  ///< by source, in the order in which they went in
};

}  // namespace plexus
