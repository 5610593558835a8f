#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw/bus/bank_arbiter.hpp"
#include "rtl/bank_arbiter_model.hpp"
#include "rtl/twin_clock.hpp"
#include "rtl/twin_mode.hpp"

namespace plexus {

/// A Verilated arbiter in the place of one that deals out the banks of a memory, or beside it.
///
/// `kReplace`: the twin alone grants. `kLockstep`: the model grants, and every output is compared
/// in every cycle in which an access asks for a bank.
class bank_arbiter_twin final : public bank_arbiter_if, public clocked_twin_if {
 public:
  /// `part`: full name. `clock` must outlive the simulation; `make` is for twins other than
  /// rtl/bank_arbiter.sv. Throws std::invalid_argument if no verilated size has room.
  bank_arbiter_twin(std::string part, NodeId processors, BankId banks, TwinMode mode,
                    twin_clock& clock, BankArbiterModelMaker make = {});

  const std::vector<bool>& grant(std::span<const BankRequest> requests) override;

  void show(VerilatedVcdC& wave) override { twin_->show(wave); }
  void present(Cycles cycle) override;
  void edge() override;
  bool look(Cycles cycle) override;

 private:
  std::string part_;
  twin_clock* clock_;
  TwinMode mode_;
  bank_arbiter model_;
  std::unique_ptr<bank_arbiter_model_if> twin_;
  std::vector<bool> granted_;
  std::vector<BankRequest> before_;  ///< requests of the cycle before
  std::vector<BankRequest> now_;     ///< of this cycle
  BankArbiterOutputs expected_;      ///< for them
};

}  // namespace plexus
