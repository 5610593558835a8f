#pragma once

#include <memory>
#include <string>

#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What an exchange control's twin is told before an edge.
struct ExchangeInputs {
  bool go = false;
  bool full_duplex = false;  ///< counts only with `go`
  bool half_done = false;
};

/// What it shows. The first three depend on the inputs.
struct ExchangeOutputs {
  bool ready = false;
  bool start = false;
  bool step_done = false;
  bool send = false;
  bool receive = false;
};

/// The Verilated exchange control of one node.
class exchange_ctl_model_if : public clocked_model_if<const ExchangeInputs&, ExchangeOutputs> {};

/// Makes the Verilated model of one node of odd parity or not; `name` is its rtl_name.
using ExchangeModelMaker = ModelMaker<exchange_ctl_model_if, bool>;

/// The pins of rtl/exchange_ctl.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made.
template <typename Verilated>
class verilated_exchange_ctl final : public verilated_clocked<Verilated, exchange_ctl_model_if> {
  using block = verilated_clocked<Verilated, exchange_ctl_model_if>;
  using block::pins_;

 public:
  /// Comes out of reset.
  verilated_exchange_ctl(VerilatedContext& context, const std::string& name, bool odd)
      : block{context, name} {
    pins_.parity_i = odd;
    block::reset();
  }

  void present(const ExchangeInputs& inputs) override {
    pins_.clk_i = 0;
    set(inputs);
  }
  void edge() override {
    pins_.clk_i = 1;
    pins_.eval();
    set({});
  }
  [[nodiscard]] ExchangeOutputs outputs() const override {
    return {pins_.ready_o != 0, pins_.start_o != 0, pins_.step_done_o != 0, pins_.send_o != 0,
            pins_.receive_o != 0};
  }

 private:
  void set(const ExchangeInputs& inputs) {
    pins_.step_go_i = inputs.go;
    pins_.full_duplex_i = inputs.full_duplex;
    pins_.half_done_i = inputs.half_done;
    pins_.eval();
  }
};

/// rtl/exchange_ctl.sv.
std::unique_ptr<exchange_ctl_model_if> make_exchange_ctl_model(VerilatedContext& context,
                                                               const std::string& name, bool odd);

}  // namespace plexus
