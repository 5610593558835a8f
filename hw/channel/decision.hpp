#pragma once

#include <cstdint>

#include "hw/systemc.hpp"

namespace plexus {

/// Decides at once by what it is told and, if it has one, a state of its own: what a block of logic
/// does. `In` and `Out` are the values on its pins.
template <typename In, typename Out>
class decision_if : virtual public sc_core::sc_interface {
 public:
  /// `asker`: which of many that decide alike is told `in`, that of a node or of a link.
  [[nodiscard]] virtual Out decide(std::uint64_t asker, const In& in) = 0;
};

}  // namespace plexus
