#pragma once

#include "hw/channel/channel_if.hpp"
#include "hw/channel/element_setting.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Driving end of a wire between elements of an unbuffered switch.
class line_tx_if : virtual public channel_if {
 public:
  /// Puts a message on it, for as long as the element is set. What it wants further on is not the
  /// element's business.
  virtual void drive(const ElementInput& message) = 0;
};

/// Receiving end: what stands in front of an element's input.
class line_rx_if : virtual public channel_if {
 public:
  /// The message on it, with what it wants of the element; not valid: none.
  [[nodiscard]] virtual const ElementInput& message() const = 0;
};

}  // namespace plexus
