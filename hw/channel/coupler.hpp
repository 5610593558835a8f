#pragma once

#include <cstdint>

#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// A star coupler, as the transmitters of its source group have it.
class coupler_in_if : virtual public sc_core::sc_interface {
 public:
  /// Light of `packet` enters in the slot with this number; the same packet may be named twice.
  virtual void light(const Packet& packet, std::uint32_t slot) = 0;
};

/// The receivers of a group, as the couplers have them that lead to it.
class coupler_out_if : virtual public sc_core::sc_interface {
 public:
  /// A coupler shows `packet`, which no other one of the slot has met there.
  virtual void shine(const Packet& packet) = 0;
  /// A coupler shows `packet` on top of another one: a collision.
  virtual void collide(const Packet& packet) = 0;
};

}  // namespace plexus
