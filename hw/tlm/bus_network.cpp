#include "hw/tlm/bus_network.hpp"

#include <utility>

#include "hw/tlm/carried.hpp"

namespace plexus {

/// What a port asks the bus for, one after another.
class bus_network::Transfer final : public BusTransfer {
 public:
  Transfer(bus_network& network, NodeId by) : BusTransfer{by, {}, {}}, network_{&network} {}

  /// Asks for the packet that stands at the port, unless one is on its way.
  void ask() {
    const NetworkPacket* const offered = network_->offer(node);
    if (asked_ || offered == nullptr) return;
    to_itself_ = offered->destination == node;
    if (to_itself_ && network_->full(node)) return;  // until `go_on`
    if (to_itself_) network_->coming(node);  // no reader of the bus: it has its place from now on
    asked_ = true;
    readers = to_itself_ ? NodeSet{} : NodeSet::one(offered->destination);
    packet = carrying(*offered, sent_++ * network_->ports() + node);
    network_->wires.ask(*this);
  }

 private:
  void started() override {
    if (to_itself_) own_ = network_->packet_of(node);
    static_cast<void>(network_->accept(node));
  }
  void ended() override {
    asked_ = false;
    if (to_itself_) network_->arrive(std::move(own_));
    ask();
  }

  bus_network* network_;
  NetworkPacket own_;  ///< for the port itself
  PacketId sent_ = 0;
  bool asked_ = false;
  bool to_itself_ = false;
};

bus_network::bus_network(sc_core::sc_module_name name, NodeId ports, NodeId channels,
                         LinkTiming timing, const ClockPeriod& clock, std::uint64_t places)
    : packet_network{name, ports, clock, kMostWords, places},
      wires{"bus", ports, channels, checked(timing, this->name()), clock} {
  for (NodeId number = 0; number < ports; ++number) transfers_.emplace_back(*this, number);
  wires.reader(*this);
}

bus_network::~bus_network() = default;

NetworkPacket bus_network::packet_of(NodeId number) const { return *offer(number); }

void bus_network::offered(NodeId number) { transfers_[number].ask(); }

void bus_network::go_on(NodeId number) {
  wires.open(number);
  transfers_[number].ask();
}

void bus_network::coming(NodeId reader) {
  packet_network::coming(reader);
  if (full(reader)) wires.close(reader);
}

void bus_network::arrived(NodeId /*reader*/, const Packet& packet) { arrive(carried_by(packet)); }

}  // namespace plexus
