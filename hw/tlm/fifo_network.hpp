#pragma once

#include <cstdint>
#include <vector>

#include "hw/data/numbered_places.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "hw/tlm/packet_network.hpp"

namespace plexus {

/// A buffered multistage network as a packet network. A packet of several words is as many one-word
/// packets, one behind the other; it has come when its last word has.
class fifo_network : public packet_network, public fifo_client_if {
 public:
  /// `weights`: see omega_fifo_net. `places`: see packet_network. Throws std::invalid_argument for
  /// queues without places.
  fifo_network(sc_core::sc_module_name name, const SwitchWiring& wiring,
               const std::vector<std::uint32_t>& weights, const FifoSetting& setting,
               const ClockPeriod& clock = ClockPeriod{}, std::uint64_t places = 1);

  omega_fifo_net net;

 private:
  struct Sender {
    std::uint32_t place = 0;   ///< of the packet that enters
    std::int64_t words = 0;    ///< of it that are still to enter
    std::uint32_t number = 0;  ///< of the next word
  };

  void offered(NodeId number) override;
  void go_on(NodeId /*number*/) override { net.go_on(); }

  void cycle(Cycles /*now*/) override {}
  void send_packets(Cycles now) override;
  void delivered(const FifoPacket& packet, Cycles now) override;
  [[nodiscard]] bool takes(NodeId number) const override { return !full(number); }
  void begin(NodeId number);
  void inject(NodeId number);

  std::vector<Sender> senders_;  ///< by port
  std::vector<NodeId> sending_;  ///< ports with words left
  NumberedPlaces<NetworkPacket> inside_;
};

}  // namespace plexus
