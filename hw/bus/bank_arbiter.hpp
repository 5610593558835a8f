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
class bank_arbiter_if {
 public:
  virtual ~bank_arbiter_if() = default;
  /// One cycle, combinational. `requests` by rising processor. Returns for each of them whether it
  /// gets its chunk; one that does not, stalls. The list stays valid until the next call.
  virtual const std::vector<bool>& grant(std::span<const BankRequest> requests) = 0;
};

/// Gives each bank to one access per cycle: of those that ask for it, the one of the
/// lowest-numbered processor. Twin: rtl/bus/bank_arbiter.sv.
class bank_arbiter final : public sc_core::sc_object, public bank_arbiter_if {
 public:
  bank_arbiter(const char* name, NodeId processors, BankId banks)
      : sc_object{name}, taken_(banks), processors_{processors} {}

  const std::vector<bool>& grant(std::span<const BankRequest> requests) override {
    return twin_ == nullptr ? decide(requests) : twin_->grant(requests);
  }
  /// The same by the arbiter itself, whatever stands in its place.
  const std::vector<bool>& decide(std::span<const BankRequest> requests);
  /// Puts another arbiter in its place. Before the simulation starts.
  void set_twin(bank_arbiter_if& twin) { twin_ = &twin; }
  [[nodiscard]] NodeId processors() const { return processors_; }
  [[nodiscard]] BankId banks() const { return static_cast<BankId>(taken_.size()); }

 private:
  std::vector<std::uint64_t> taken_;  ///< number of the last call that gave the bank away
  std::vector<bool> granted_;
  std::uint64_t calls_ = 0;
  NodeId processors_;
  bank_arbiter_if* twin_ = nullptr;
};

}  // namespace plexus
