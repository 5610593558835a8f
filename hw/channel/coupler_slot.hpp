#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hw/channel/channel_if.hpp"
#include "hw/data/awaited.hpp"
#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/barrier.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What a processor does in one slot of its couplers, or in several in which it only listens. It
/// belongs to the processor, and stays with the couplers until it is over.
class SlotShare : public Arrival {
 public:
  SlotShare(Words of, std::uint64_t count) : words{of}, slots{count} {}

  Words words;                           ///< of the slot: the same for all who take part in it
  std::uint64_t slots;                   ///< >= 1; more than one: it listens up to so many
  std::span<const Packet> packets = {};  ///< that it sends; none where it listens for several
  bool asks = false;  ///< it sends its packet, for one receiver, once coupler and receiver grant
                      ///< it; a share that is over and still asks is to be sent again

  /// It is given a packet for its program that it has accepted, at the end of a slot.
  virtual void take(const Packet& packet) = 0;

 protected:
  ~SlotShare() = default;
};

/// The transmitters of one processor: one on each coupler that leads away from its group. A slot
/// begins when every processor that takes part has said what it does in it.
class coupler_tx_if : public channel_if {
 public:
  [[nodiscard]] virtual NodeId couplers() const = 0;  ///< one to each group
  /// It sends in the next slot, and accepts what is for it.
  virtual void send(SlotShare& share) = 0;
  /// Shows the couplers that it drives.
  virtual void trace(sc_core::sc_trace_file* file, const std::string& prefix) const = 0;
};

/// What has receivers at couplers.
class coupler_client_if : virtual public sc_core::sc_interface {
 public:
  /// It has accepted `packet`, which carries blocks alone, at the end of a slot. What has a payload
  /// is for a program: its share takes that.
  virtual void received(const Packet& packet) = 0;
};

/// The receivers of one processor: one at each coupler that leads to its group.
class coupler_rx_if : public channel_if {
 public:
  [[nodiscard]] virtual NodeId couplers() const = 0;  ///< one from each group
  /// `client` is given what arrives; without one it is not kept. Before the simulation starts.
  virtual void serve(coupler_client_if& client) = 0;
  /// It listens: in one slot, or until it is given a packet for its program.
  virtual void listen(SlotShare& share) = 0;
  /// Packets that it stores for others.
  [[nodiscard]] virtual std::uint32_t stored() const = 0;
  /// `count` of them have gone on, or were used up.
  virtual void pass_on(std::uint32_t count) = 0;
  /// What its processor waits for at the couplers.
  [[nodiscard]] virtual Awaited waits_for() const = 0;
  /// Shows the coupler that it listens to and how many packets it stores for others.
  virtual void trace(sc_core::sc_trace_file* file, const std::string& prefix) const = 0;
};

/// Says which couplers a packet lights.
class coupler_lights_if : virtual public sc_core::sc_interface {
 public:
  /// Destination groups of the couplers, each once. The list stays good until the next call.
  [[nodiscard]] virtual std::span<const NodeId> lights(const Packet& packet) = 0;
};

/// Clocks the slots.
class slot_clock_if : virtual public sc_core::sc_interface {
 public:
  /// `count` slots of one length begin in the present cycle, one in which somebody does something
  /// or several in which nobody does, to be over in cycle `end`: the clock tells the couplers then.
  virtual void start(std::uint64_t count, Cycles end) = 0;
};

}  // namespace plexus
