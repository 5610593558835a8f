#pragma once

#include <utility>

#include "hw/data/awaited.hpp"
#include "hw/data/packet.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A packet's way through a part that many share: a transaction of a bus, an access to a memory. It
/// belongs to who asks for it, and stays with the part from then on until it has ended.
class SharedTransfer {
 public:
  SharedTransfer(NodeId by, Packet what) : node{by}, packet{std::move(what)} {}

  NodeId node;  ///< who asks
  Packet packet;

  /// A packet without words takes no time: it is not asked for.
  [[nodiscard]] bool is_needless() const { return packet.words() == 0_words; }

  /// It has got its channel or slot.
  virtual void started() {}
  virtual void ended() = 0;
  /// What its node waits for at the part has changed.
  virtual void note_wait(WaitFor /*what*/) {}

 protected:
  ~SharedTransfer() = default;
};

}  // namespace plexus
