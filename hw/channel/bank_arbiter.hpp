#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Number of a memory bank.
using BankId = std::uint32_t;

/// An access that owns a slot and asks for a chunk in the present cycle.
struct BankRequest {
  NodeId processor = 0;
  BankId bank = 0;  ///< that holds the chunk
};

/// Deals out the banks of a memory, anew in every cycle.
class bank_arbiter_if : virtual public sc_core::sc_interface {
 public:
  /// One cycle, combinational. `requests` by rising processor. Returns for each of them whether it
  /// gets its chunk; one that does not, stalls. The list stays valid until the next call.
  virtual const std::vector<bool>& grant(std::span<const BankRequest> requests) = 0;
};

}  // namespace plexus
