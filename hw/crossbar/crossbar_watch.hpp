#pragma once

#include <cstdint>

#include "hw/channel/crossbar.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Watches the ports and links of a crossbar. What it is told happens in the present time step.
class crossbar_watch_if {
 public:
  /// The links change: what is to be seen of the ports changes with it.
  virtual void changes() {}
  /// The swap that ends with the opening of a loaded link begins.
  virtual void swap_begins(std::uint32_t /*link*/, Cycles /*swap*/) {}
  /// A message sets out, to be across in cycle `end`.
  virtual void starts(std::uint32_t /*link*/, bool /*to_b*/, Cycles /*end*/) {}
  /// A node has come to the phase of this end.
  virtual void offered(CrossbarPort /*end*/, std::uint32_t /*link*/) {}

 protected:
  ~crossbar_watch_if() = default;
};

/// Watches a manager.
class setting_watch_if {
 public:
  /// Setting the next link of a command begins; it will be set in cycle `at`.
  virtual void begins_link(Cycles at) = 0;

 protected:
  ~setting_watch_if() = default;
};

}  // namespace plexus
