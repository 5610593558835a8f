#include "hw/tlm/router_network.hpp"

#include <algorithm>
#include <utility>

#include "hw/data/mixed.hpp"

namespace plexus {

namespace {

/// Words of the longest packet that finds room: the queues are places for whole ones but with
/// wormhole switching.
Words longest(const RouterSetting& setting) {
  constexpr std::uint32_t kCounted = 0xfffe;  // flits of a packet
  if (setting.switching == PacketSwitching::kWormhole) return Words{kCounted};
  return Words{std::min(setting.depth, kCounted)};
}

}  // namespace

router_network::router_network(sc_core::sc_module_name name, NodeId nodes,
                               const RouterSetting& setting, const RouterWiring& wiring,
                               channel_route_if& route, bool two_phases, const ClockPeriod& clock,
                               std::uint64_t places)
    : packet_network{name, nodes, clock, longest(setting),
                     places > 0 ? places : std::uint64_t{setting.pipeline} + setting.channels},
      routers{"network", setting, wiring, route, {}, clock},
      two_phases_{two_phases},
      numbers_(nodes, 0) {
  routers.client(*this);
  routers.allow_closing();
  routers.sleep_when_still();
}

bool router_network::send(NodeId number) {
  const NetworkPacket& offer = *this->offer(number);
  RouterPacket packet;
  packet.born = offer.offered;
  packet.header.source = number;
  packet.header.destination = offer.destination;
  packet.words = static_cast<std::uint32_t>(offer.words.count());
  packet.number = numbers_[number];
  if (two_phases_) {
    const std::uint64_t drawn =
        mixed(mixed(routers.setting().seed) + (std::uint64_t{number} << 32) + packet.number) >> 32;
    packet.header.via = static_cast<NodeId>(drawn * ports() >> 32);
  }
  if (!routers.ready(packet)) return false;
  packet.tag = inside_.add(accept(number));
  routers.send(packet);
  ++numbers_[number];
  return true;
}

void router_network::offered(NodeId number) {
  routers.enter_cycle();
  if (send(number)) routers.send_late();
}

void router_network::send_packets(Cycles /*now*/) {
  for (const NodeId number : std::vector<NodeId>{waiting()}) send(number);
}

void router_network::coming(NodeId node) {
  packet_network::coming(node);
  if (full(node)) routers.close(node);
}

void router_network::delivered(const RouterPacket& packet, Cycles /*now*/) {
  inside_.free(packet.tag);
  arrive(std::move(inside_[packet.tag]));
}

}  // namespace plexus
