#pragma once

#include <cstdint>
#include <memory>

#include "hw/channel/channel_if.hpp"
#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What a packet network carries from port to port.
struct NetworkPacket {
  NodeId source = 0;                         ///< port
  NodeId destination = 0;                    ///< port
  Words words{1};                            ///< at least 1
  std::uint64_t tag = 0;                     ///< whatever its sender wants its receiver to know
  std::shared_ptr<const Payload> payload{};  ///< the same for what a number does not say
  /// Of the network's clock: the edge from which on it has waited to enter, not a later one than
  /// the present or the next. Negative: it is offered now, at that edge.
  Cycles offered{-1};
};

/// A port of a packet network: whoever stands there offers packets, one at a time, and takes those
/// that have come. It may be called at any time; what is offered between two edges of the network's
/// clock waits for the next one. What changes, changes in the update phase, so the order of
/// processes means nothing.
class network_port_if : public channel_if {
 public:
  [[nodiscard]] virtual NodeId number() const = 0;             ///< among the ports of its network
  [[nodiscard]] virtual NodeId ports() const = 0;              ///< of its network, 0 .. ports() - 1
  [[nodiscard]] virtual const ClockPeriod& clock() const = 0;  ///< of its network
  [[nodiscard]] virtual Words most_words() const = 0;  ///< of a packet that the network can carry

  /// Is there room for a packet?
  [[nodiscard]] virtual bool has_room() const = 0;
  /// Offers `packet`, whose `source` does not count. False, and nothing happens, without room. A
  /// port that does not exist, 0 words or more than `most_words`, and a cycle that is still to come
  /// end the run (`program`).
  virtual bool try_send(const NetworkPacket& packet) = 0;
  /// There is room again: the packet before has begun to enter the network.
  [[nodiscard]] virtual const sc_core::sc_event& room_event() const = 0;

  /// The packet that came first of those that have come and have not been taken; null: none. Valid
  /// until it is taken.
  [[nodiscard]] virtual const NetworkPacket* arrived() const = 0;
  /// Takes it; one must be there. What is not taken stays, and keeps those behind it in the
  /// network.
  virtual NetworkPacket take() = 0;
  /// A packet has come: its last word was here at the beginning of this cycle.
  [[nodiscard]] virtual const sc_core::sc_event& arrival_event() const = 0;
};

}  // namespace plexus
