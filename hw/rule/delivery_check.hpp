#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/rule/fault.hpp"
#include "hw/time/units.hpp"

namespace plexus {

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
    if (port != destination || number < next) complain(source, destination, number, port, part);
    next = number + 1;
  }

 private:
  [[noreturn]] void complain(NodeId source, NodeId destination, std::uint32_t number, NodeId port,
                             const char* part) const {
    const std::string packet = "Packet " + std::to_string(number) + " from port " +
                               std::to_string(source) + " to port " + std::to_string(destination);
    if (port != destination) {
      raise(
          {"misrouted", {}, part, packet + " comes out of port " + std::to_string(port) + '.', {}});
    }
    const std::uint32_t next = next_[std::size_t{destination} * ports_ + source];
    raise({"order",
           {},
           part,
           packet + " comes out behind packet " + std::to_string(next - 1) + '.',
           {}});
  }

  std::vector<std::uint32_t> next_;  ///< by destination and source: numbers from here on may come
  std::uint32_t ports_;
};

}  // namespace plexus
