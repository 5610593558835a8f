#pragma once

#include "hw/systemc.hpp"

namespace plexus {

/// A SystemC kernel of its own for one run: resets it at the end, so that a process can run
/// several. Declared first, destroyed last.
class FreshKernel {
 public:
  FreshKernel() = default;
  ~FreshKernel() { sc_core::sc_get_curr_simcontext()->reset(); }
  FreshKernel(const FreshKernel&) = delete;
  FreshKernel& operator=(const FreshKernel&) = delete;
};

}  // namespace plexus
