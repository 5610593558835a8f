#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hw/bus/bank_arbiter.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What a bank arbiter's twin shows: a bit per processor each.
struct BankArbiterOutputs {
  std::uint64_t grant = 0;
  std::uint64_t stall = 0;
};

/// One Verilated bank arbiter, whichever class Verilator made of it.
class bank_arbiter_model_if : public block_model_if<BankArbiterOutputs> {
 public:
  /// One cycle, combinational: each of `requests` owns a slot.
  virtual void present(std::span<const BankRequest> requests) = 0;
};

/// Makes the Verilated model of one bank arbiter; `name` is its rtl_name.
using BankArbiterModelMaker = ModelMaker<bank_arbiter_model_if>;

/// The pins of rtl/bank_arbiter.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for at most 64 processors and bank numbers of
/// `BankWidth` bits.
template <typename Verilated, unsigned BankWidth>
class verilated_bank_arbiter final : public verilated_block<Verilated, bank_arbiter_model_if> {
  using block = verilated_block<Verilated, bank_arbiter_model_if>;
  using block::pins_;

 public:
  verilated_bank_arbiter(VerilatedContext& context, const std::string& name)
      : block{context, name} {
    present({});
  }

  void present(std::span<const BankRequest> requests) override {
    clear(pins_.req_i);
    clear(pins_.bank_i);
    for (const BankRequest& request : requests) {
      set_bit(pins_.req_i, request.processor);
      set_field(pins_.bank_i, request.processor, BankWidth, request.bank);
    }
    pins_.slot_i = pins_.req_i;
    pins_.eval();
  }
  [[nodiscard]] BankArbiterOutputs outputs() const override { return {pins_.gnt_o, pins_.stall_o}; }
};

/// rtl/bank_arbiter.sv in the smallest verilated size that has room for them.
/// Throws std::invalid_argument if none has.
BankArbiterModelMaker bank_arbiter_models(NodeId processors, BankId banks);

}  // namespace plexus
