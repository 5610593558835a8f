#pragma once

#include <cstdint>

#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A packet that passes through a node. It belongs to the node, and stays with the relay until it
/// is in the queues of all its channels.
class Passage {
 public:
  Passage(NodeId at, unsigned from, std::uint64_t to, Packet& what)
      : packet{&what}, children{to}, node{at}, parent{static_cast<std::uint16_t>(from)} {}

  Packet* packet;          ///< whole; may be moved from when it has been put in the last queue
  std::uint64_t children;  ///< channels by which it goes on, a bit each
  NodeId node;
  std::uint16_t parent;  ///< channel by which it has come
  bool waits = false;    ///< its program, until it has `passed`

  /// Puts a packet of the node in the queue of `channel`.
  virtual void post(unsigned channel, Packet&& of) = 0;
  /// It is in the queues of all its channels, later than it was asked for.
  virtual void passed() = 0;

 protected:
  ~Passage() = default;
};

/// What passes packets on inside the nodes of a machine.
class relay_if : virtual public sc_core::sc_interface {
 public:
  /// The packet of `passage` is whole in the present cycle. True: it is in the queues of all its
  /// channels; false: it will be, and `passage` is told then.
  [[nodiscard]] virtual bool pass_on(Passage& passage) = 0;
};

}  // namespace plexus
