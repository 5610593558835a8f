#pragma once

#include <cstdint>
#include <span>
#include <vector>

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
class bank_arbiter_if {
 public:
  virtual ~bank_arbiter_if() = default;
  /// One cycle, combinational. `requests` by rising processor. Returns for each of them whether it
  /// gets its chunk; one that does not, stalls. The list stays valid until the next call.
  virtual const std::vector<bool>& grant(std::span<const BankRequest> requests) = 0;
};

/// Gives each bank to one access per cycle: of those that ask for it, the one of the
/// lowest-numbered processor. Twin: rtl/bank_arbiter.sv.
class bank_arbiter final : public bank_arbiter_if {
 public:
  explicit bank_arbiter(BankId banks) : taken_(banks) {}

  const std::vector<bool>& grant(std::span<const BankRequest> requests) override;

 private:
  std::vector<std::uint64_t> taken_;  ///< number of the last call that gave the bank away
  std::vector<bool> granted_;
  std::uint64_t calls_ = 0;
};

}  // namespace plexus
