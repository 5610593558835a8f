#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "hw/bank_arbiter.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated.hpp"

namespace plexus {

/// What a bank arbiter's twin shows: a bit per processor each.
struct BankArbiterOutputs {
  std::uint64_t grant = 0;
  std::uint64_t stall = 0;
};

/// One Verilated bank arbiter, whichever class Verilator made of it.
class bank_arbiter_model_if {
 public:
  virtual ~bank_arbiter_model_if() = default;
  /// One cycle, combinational: each of `requests` owns a slot.
  virtual void present(std::span<const BankRequest> requests) = 0;
  [[nodiscard]] virtual BankArbiterOutputs outputs() const = 0;
  virtual void show(VerilatedVcdC& wave) = 0;
};

/// Makes the Verilated model of one bank arbiter; `name` is its rtl_name.
using BankArbiterModelMaker = std::function<std::unique_ptr<bank_arbiter_model_if>(
    VerilatedContext& context, const std::string& name)>;

/// The pins of rtl/bank_arbiter.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for at most 64 processors and bank numbers of
/// `BankWidth` bits.
template <typename Verilated, unsigned BankWidth>
class verilated_bank_arbiter final : public bank_arbiter_model_if {
 public:
  verilated_bank_arbiter(VerilatedContext& context, const std::string& name)
      : pins_{&context, name.c_str()} {
    present({});
  }
  ~verilated_bank_arbiter() override { pins_.final(); }

  [[nodiscard]] Verilated& pins() { return pins_; }

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
  void show(VerilatedVcdC& wave) override { pins_.trace(&wave, 99); }

 private:
  Verilated pins_;
};

/// rtl/bank_arbiter.sv in the smallest verilated size that has room for them.
/// Throws std::invalid_argument if none has.
BankArbiterModelMaker bank_arbiter_models(NodeId processors, BankId banks);

}  // namespace plexus
