#pragma once

#include <memory>
#include <ostream>
#include <utility>

#include "hw/channel/network_port_if.hpp"
#include "hw/data/packet.hpp"

namespace plexus {

/// A network's packet inside of one of those that buses and branches carry.
class Carried final : public Payload {
 public:
  explicit Carried(NetworkPacket packet) : packet_{std::move(packet)} {}

  [[nodiscard]] const NetworkPacket& packet() const { return packet_; }
  void print(std::ostream& out) const override {
    if (packet_.payload) {
      packet_.payload->print(out);
    } else {
      out << "tag " << packet_.tag;
    }
  }

 private:
  NetworkPacket packet_;
};

/// `packet`, number `id`, as buses and branches carry it.
[[nodiscard]] inline Packet carrying(NetworkPacket packet, PacketId id) {
  const NodeId source = packet.source;
  const NodeId destination = packet.destination;
  const Words words = packet.words;
  return {
      id, source, destination, words, {}, {}, std::make_unique<const Carried>(std::move(packet))};
}

/// What `packet` carries.
[[nodiscard]] inline const NetworkPacket& carried_by(const Packet& packet) {
  return static_cast<const Carried*>(packet.payload())->packet();
}

}  // namespace plexus
