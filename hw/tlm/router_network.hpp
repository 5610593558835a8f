#pragma once

#include <cstdint>
#include <vector>

#include "hw/data/numbered_places.hpp"
#include "hw/router/router_bank.hpp"
#include "hw/tlm/packet_network.hpp"

namespace plexus {

/// Routers with virtual channels as a packet network: port v is the node of router v.
class router_network : public packet_network, public router_client_if {
 public:
  /// `nodes`: routers 0 .. nodes - 1 have one. `two_phases`: packets go to a node drawn at random
  /// first (RouteHeader::via). `route` must outlive the network. `places`: see packet_network; 0:
  /// as many as never hold back a packet for a port that takes what comes at once.
  router_network(sc_core::sc_module_name name, NodeId nodes, const RouterSetting& setting,
                 const RouterWiring& wiring, channel_route_if& route, bool two_phases = false,
                 const ClockPeriod& clock = ClockPeriod{}, std::uint64_t places = 0);

  router_bank routers;

 private:
  void offered(NodeId number) override;
  void go_on(NodeId number) override { routers.open(number); }

  void cycle(Cycles /*now*/) override {}
  void send_packets(Cycles now) override;
  void delivered(const RouterPacket& packet, Cycles now) override;
  void coming(NodeId node) override;
  bool send(NodeId number);

  bool two_phases_;
  std::vector<std::uint32_t> numbers_;  ///< by port: of its next packet
  NumberedPlaces<NetworkPacket> inside_;
};

}  // namespace plexus
