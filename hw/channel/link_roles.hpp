#pragma once

#include <cstdint>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

// Around many links that stand in one bank, which knows them by their numbers.

/// What carries packets over links: decides when each is at the other end.
class link_carrier_if : virtual public sc_core::sc_interface {
 public:
  /// A transfer begins on `link` in the present cycle; by the link's timing it is across in cycle
  /// `end`. The bank is to be told in the cycle in which it is.
  virtual void carry(std::uint32_t link, Cycles end) = 0;
};

/// Judges whether the nodes at the ends of links keep their port rule.
class port_judge_if : virtual public sc_core::sc_interface {
 public:
  /// All that begins in this time step has begun, and a guard has seen what may break its rule.
  /// Ends the run if it does.
  virtual void judge() = 0;
};

/// Hears of the transfers, each in the time step in which it begins.
class link_observer_if : virtual public sc_core::sc_interface {
 public:
  virtual void begun(std::uint32_t link) = 0;
};

}  // namespace plexus
