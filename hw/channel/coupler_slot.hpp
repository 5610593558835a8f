#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hw/channel/channel_if.hpp"
#include "hw/data/awaited.hpp"
#include "hw/data/message.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What a processor does in one slot of its couplers, or in several in which it only listens. It
/// belongs to the processor, and stays with the couplers until it is over.
class SlotShare {
 public:
  SlotShare(Words of, std::uint64_t count) : words{of}, slots{count} {}

  Words words;                             ///< of the slot: the same for all who take part in it
  std::uint64_t slots;                     ///< >= 1; more than one: it listens up to so many
  std::span<const Message> messages = {};  ///< that it sends; none where it listens for several

  /// `taken` slots have gone by, and the processor's part in them is over. `handed`: the message
  /// for its program that it accepted, good for the present time step; null: none.
  virtual void over(std::uint64_t taken, const Message* handed) = 0;

 protected:
  ~SlotShare() = default;
};

/// A message for one receiver that waits until its coupler and its receiver are granted.
class SlotRequest {
 public:
  SlotRequest(Words of, const Message& what) : words{of}, message{what} {}

  Words words;  ///< of the slot
  Message message;

  /// The slot has ended in which it was sent.
  virtual void sent() = 0;

 protected:
  ~SlotRequest() = default;
};

/// The transmitters of one processor: one on each coupler that leads away from its group. A slot
/// begins when every processor that takes part has said what it does in it.
class coupler_tx_if : public channel_if {
 public:
  [[nodiscard]] virtual NodeId couplers() const = 0;  ///< one to each group
  /// Slots wait for this processor from now on. Before the simulation starts.
  virtual void join() = 0;
  /// It takes part no longer.
  virtual void leave() = 0;
  /// It sends in the next slot, and accepts what is for it.
  virtual void send(SlotShare& share) = 0;
  /// It asks, slot after slot, until its message is granted.
  virtual void request(SlotRequest& request) = 0;
  /// Shows the couplers that it drives.
  virtual void trace(sc_core::sc_trace_file* file, const std::string& prefix) const = 0;
};

/// The receivers of one processor: one at each coupler that leads to its group.
class coupler_rx_if : public channel_if {
 public:
  [[nodiscard]] virtual NodeId couplers() const = 0;  ///< one from each group
  /// It listens: in one slot, or until it is handed a message.
  virtual void listen(SlotShare& share) = 0;
  /// Messages that it stores for others.
  [[nodiscard]] virtual std::uint32_t stored() const = 0;
  /// `count` of them have gone on, or were used up.
  virtual void pass_on(std::uint32_t count) = 0;
  /// What its processor waits for at the couplers.
  [[nodiscard]] virtual Awaited waits_for() const = 0;
  /// Shows the coupler that it listens to and how many messages it stores for others.
  virtual void trace(sc_core::sc_trace_file* file, const std::string& prefix) const = 0;
};

/// Where messages go that have arrived: what a processor keeps.
class message_keeper_if : virtual public sc_core::sc_interface {
 public:
  /// `node` has accepted `message`, at the end of a slot.
  virtual void keep(NodeId node, const Message& message) = 0;
};

/// Says which couplers a message lights.
class coupler_lights_if : virtual public sc_core::sc_interface {
 public:
  /// Destination groups of the couplers, each once. The list stays good until the next call.
  [[nodiscard]] virtual std::span<const NodeId> lights(const Message& message) = 0;
};

/// Clocks the slots.
class slot_clock_if : virtual public sc_core::sc_interface {
 public:
  /// `count` slots, one after another, begin in the present cycle and are to be over in cycle
  /// `end`, which the clock tells the couplers then.
  virtual void start(std::uint64_t count, Cycles end) = 0;
};

}  // namespace plexus
