#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "hw/channel/channel_if.hpp"
#include "hw/channel/decision.hpp"
#include "hw/data/packet_queue.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Sending end of one direction of a branch: a FIFO of packets in front of its links.
class branch_tx_if : virtual public channel_if {
 public:
  /// Puts a packet that has come in at the end of the queue.
  virtual void append(RoutedPacket& packet) = 0;
  /// The same with a further copy of it: one packet more is in the network.
  virtual void append_copy(const RoutedPacket& packet) = 0;
  /// The same with a new packet, of a node.
  virtual void inject(RoutedPacket&& packet) = 0;
  [[nodiscard]] virtual const PacketQueue& queue() const = 0;
  /// Number of the sender's port to which the branch belongs.
  [[nodiscard]] virtual std::uint32_t sender_port() const = 0;
};

/// Receiving end of one direction of a branch.
class branch_rx_if : virtual public channel_if {
 public:
  /// Number of the receiver's port to which the branch belongs.
  [[nodiscard]] virtual std::uint32_t receiver_port() const = 0;
};

/// Ports by which a packet leaves a router: one, or several for a packet that is copied.
using RouterPorts = std::vector<std::uint32_t>;

/// How the routers of a network choose: what stands between them and the network's shape.
class packet_route_if : virtual public sc_core::sc_interface {
 public:
  /// Adds to `ports`, in rising order and each once, the ports by which a packet with `header` that
  /// came in at `input` leaves router `router`.
  virtual void route(std::uint32_t router, std::uint32_t input, std::uint64_t header,
                     RouterPorts& ports) const = 0;
  /// `parent`, `child 0`, ..
  [[nodiscard]] virtual std::string port_name(std::uint32_t port) const = 0;
};

/// Times the hops of a network of branches.
class hop_clock_if : virtual public sc_core::sc_interface {
 public:
  /// A packet is put on `link` of direction `output`, by its number among those of the network, to
  /// have crossed it in cycle `end`: the clock tells the branches then.
  virtual void start(std::uint32_t output, std::uint32_t link, Cycles end) = 0;
};

/// Who wants a link that both directions of a branch share, and by which rule it is granted: the
/// inputs of rtl/router/ft_half_duplex_port.sv.
struct LinkRequests {
  bool up = false;           ///< from the first end of the branch to the second
  bool down = false;         ///< the other way
  bool up_first = false;     ///< on demand: which direction comes first
  bool divided = false;      ///< time division instead
  bool second_half = false;  ///< time division: of the present step

  static constexpr auto pins() {
    return std::tuple{&LinkRequests::up, &LinkRequests::down, &LinkRequests::up_first,
                      &LinkRequests::divided, &LinkRequests::second_half};
  }
};

/// Which direction gets it, as the outputs: one, or none.
struct LinkGrant {
  bool up = false;
  bool down = false;

  static constexpr auto pins() { return std::tuple{&LinkGrant::up, &LinkGrant::down}; }

  friend constexpr bool operator==(LinkGrant, LinkGrant) = default;
};

/// Grants the links of a network's branches to one direction at a time. Combinational.
using link_grant_if = decision_if<LinkRequests, LinkGrant>;

/// A link of a branch, which is known by the number of its way up, as one that asks for a grant.
constexpr std::uint64_t link_asker(std::uint32_t up, std::uint32_t link) {
  return std::uint64_t{up} << 32 | link;
}

}  // namespace plexus
