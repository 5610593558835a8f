#pragma once

#include <string>

#include "hw/systemc.hpp"

namespace plexus {

/// What every channel can tell, be it a SystemC object or a light one that lives in a bank: its
/// name in the hierarchy, by which waves, traces, faults, twins and `plexus tree` call it.
class channel_if : virtual public sc_core::sc_interface {
 public:
  /// `ring.links.link_3_to_4`.
  [[nodiscard]] virtual std::string full_name() const = 0;
};

}  // namespace plexus
