#pragma once

#include "hw/systemc.hpp"

namespace plexus {

class MemoryAccess;

/// A processor's side of a global memory.
class memory_if : virtual public sc_core::sc_interface {
 public:
  /// Asks for a slot: `access` is completed when the memory holds what it writes, or all that it
  /// reads has come.
  virtual void ask(MemoryAccess& access) = 0;
};

}  // namespace plexus
