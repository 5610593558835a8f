#pragma once

#include "hw/systemc.hpp"

namespace plexus {

class link;
class link_bank;

/// What carries packets over links: decides when each is at the other end.
class link_carrier_if : virtual public sc_core::sc_interface {
 public:
  /// A transfer begins on `started` in the present cycle. To be followed by link_bank::finish in
  /// the cycle behind its last word.
  virtual void carry(link& started) = 0;
};

/// Judges whether the nodes at the ends of links keep their port rule.
class port_judge_if : virtual public sc_core::sc_interface {
 public:
  /// All that begins in this time step has begun, and a guard has seen what may break its rule.
  /// Ends the run if it does.
  virtual void judge(link_bank& links) = 0;
};

/// Hears of the transfers on a bank's links, each in the time step in which it begins.
class link_observer_if : virtual public sc_core::sc_interface {
 public:
  virtual void begun(link& started) = 0;
};

}  // namespace plexus
