#pragma once

#include <cstdint>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A packet that a processor accepts in a slot.
struct Acceptance {
  NodeId receiver = 0;
  const Packet* packet = nullptr;

  friend bool operator==(const Acceptance&, const Acceptance&) = default;
};

/// Watches the slots of a bank of couplers.
class slot_watch_if {
 public:
  /// A slot has begun in which somebody does something: the bank shows its packets, who drives
  /// what, and when it ends.
  virtual void slot_begins() {}
  /// It ends with these packets accepted. Who has seen another light go through corrects them.
  virtual void slot_ends(std::vector<Acceptance>& /*accepted*/) {}

 protected:
  ~slot_watch_if() = default;
};

}  // namespace plexus
