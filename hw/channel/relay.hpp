#pragma once

#include "hw/systemc.hpp"

namespace plexus {

class Forward;

/// What passes packets on inside the nodes of a machine.
class relay_if : virtual public sc_core::sc_interface {
 public:
  /// The packet of `passed` is whole in the present cycle. True: it is in the queues of all its
  /// channels; false: it will be, and `passed` is completed then.
  [[nodiscard]] virtual bool pass_on(Forward& passed) = 0;
};

}  // namespace plexus
