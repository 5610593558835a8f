#pragma once

#include <cstdint>
#include <deque>

#include "hw/bus/bus.hpp"
#include "hw/tlm/packet_network.hpp"

namespace plexus {

/// A bus as a packet network: every port is a tap. A packet is a transaction with one reader; one
/// that a port sends to itself takes a channel as long as any other.
class bus_network final : public packet_network, public bus_reader_if {
 public:
  /// `channels`: transactions at a time. `places`: see packet_network. Throws std::invalid_argument
  /// without ports or channels, and for a timing that no bus has.
  bus_network(sc_core::sc_module_name name, NodeId ports, NodeId channels, LinkTiming timing,
              const ClockPeriod& clock = ClockPeriod{}, std::uint64_t places = 2);

  ~bus_network() override;

  bus wires;

 private:
  class Transfer;

  [[nodiscard]] NetworkPacket packet_of(NodeId number) const;
  void offered(NodeId number) override;
  void go_on(NodeId number) override;
  void coming(NodeId reader) override;
  void arrived(NodeId reader, const Packet& packet) override;

  std::deque<Transfer> transfers_;  ///< by port
};

}  // namespace plexus
