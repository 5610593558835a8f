#pragma once

#include <utility>

#include "hw/channel/bus.hpp"
#include "hw/data/node_set.hpp"
#include "hw/node/node_of.hpp"
#include "hw/node/program_transfer.hpp"
#include "hw/systemc.hpp"

namespace plexus {

using BusWrite = Ask<ProgramTransfer<bus_tx_if, BusTransfer>>;
using BusRead = Ask<ProgramTransfer<bus_rx_if, BusArrival>>;

/// The endpoint of a node at a bus: a tap with both of its sides.
class bus_port : public endpoint {
 public:
  struct Setting {};
  bus_port(node& self, const Setting& /*setting*/) : endpoint{self} {}

  sc_core::sc_port<bus_tx_if> writes{"writes"};
  sc_core::sc_port<bus_rx_if> reads{"reads"};

  /// Nodes on the bus.
  [[nodiscard]] NodeId nodes() const { return writes->processors(); }
  [[nodiscard]] NodeSet everybody_else() const { return NodeSet::all_but(nodes(), self().id()); }

  /// Sends `packet` to `readers` as soon as a channel and all of them are free and no
  /// lower-numbered processor goes before; ends when the transaction does. An empty packet is not
  /// sent.
  [[nodiscard]] BusWrite write(NodeSet readers, Packet packet) {
    return write(std::move(readers), std::move(packet), false);
  }
  /// As `write`, for programs that play a schedule: breaks the rule that keeps the transaction
  /// from starting in this very time step.
  [[nodiscard]] BusWrite write_now(NodeSet readers, Packet packet) {
    return write(std::move(readers), std::move(packet), true);
  }
  /// Waits for the next packet of which the node is a reader and hands it over.
  [[nodiscard]] BusRead read() { return read(false); }
  /// As `read`, and stores what the packet carries.
  [[nodiscard]] BusRead read_into_memory() { return read(true); }

 private:
  [[nodiscard]] BusWrite write(NodeSet&& readers, Packet&& packet, bool now) {
    return BusWrite{self(), *writes[0], false, self().id(), std::move(readers), std::move(packet),
                    now};
  }
  [[nodiscard]] BusRead read(bool keeps) { return BusRead{self(), *reads[0], keeps, self().id()}; }
};

/// A node on a bus: the tap is its one port.
class bus_node final : public node_of<bus_port> {
 public:
  using node_of::node_of;
};

}  // namespace plexus
