#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw/channel/bank_arbiter.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Gives each bank to one access per cycle: of those that ask for it, the one of the
/// lowest-numbered processor. Twin: rtl/bus/bank_arbiter.sv.
class bank_arbiter final : public sc_core::sc_object, public bank_arbiter_if {
 public:
  using role_if = bank_arbiter_if;
  static constexpr const char* kKind = "bank_arbiter";

  bank_arbiter(const char* name, NodeId processors, BankId banks)
      : sc_object{name}, taken_(banks), processors_{processors} {}

  [[nodiscard]] const char* kind() const override { return kKind; }

  const std::vector<bool>& grant(std::span<const BankRequest> requests) override;
  [[nodiscard]] NodeId processors() const { return processors_; }
  [[nodiscard]] BankId banks() const { return static_cast<BankId>(taken_.size()); }

 private:
  std::vector<std::uint64_t> taken_;  ///< number of the last call that gave the bank away
  std::vector<bool> granted_;
  std::uint64_t calls_ = 0;
  NodeId processors_;
};

inline const std::vector<bool>& bank_arbiter::grant(std::span<const BankRequest> requests) {
  ++calls_;
  granted_.clear();
  for (const BankRequest& request : requests) {
    std::uint64_t& taken = taken_[request.bank];
    granted_.push_back(taken != calls_);
    taken = calls_;
  }
  return granted_;
}

}  // namespace plexus
