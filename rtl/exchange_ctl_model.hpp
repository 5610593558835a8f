#pragma once

#include <functional>
#include <memory>
#include <string>

#include "rtl/pins.hpp"
#include "rtl/verilated.hpp"

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
class exchange_ctl_model_if {
 public:
  virtual ~exchange_ctl_model_if() = default;
  /// Clock low, inputs of the next edge.
  virtual void present(const ExchangeInputs& inputs) = 0;
  /// Clock high, then no inputs.
  virtual void edge() = 0;
  [[nodiscard]] virtual ExchangeOutputs outputs() const = 0;
  virtual void show(VerilatedVcdC& wave) = 0;
};

/// Makes the Verilated model of one node of odd parity or not; `name` is its rtl_name.
using ExchangeModelMaker = std::function<std::unique_ptr<exchange_ctl_model_if>(
    VerilatedContext& context, const std::string& name, bool odd)>;

/// The pins of rtl/exchange_ctl.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made.
template <typename Verilated>
class verilated_exchange_ctl final : public exchange_ctl_model_if {
 public:
  /// Comes out of reset.
  verilated_exchange_ctl(VerilatedContext& context, const std::string& name, bool odd)
      : pins_{&context, name.c_str()} {
    pins_.parity_i = odd;
    pins_.rst_ni = 0;
    present({});
    edge();
    pins_.rst_ni = 1;
    present({});
  }
  ~verilated_exchange_ctl() override { pins_.final(); }

  [[nodiscard]] Verilated& pins() { return pins_; }

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
  void show(VerilatedVcdC& wave) override { pins_.trace(&wave, 99); }

 private:
  void set(const ExchangeInputs& inputs) {
    pins_.step_go_i = inputs.go;
    pins_.full_duplex_i = inputs.full_duplex;
    pins_.half_done_i = inputs.half_done;
    pins_.eval();
  }

  Verilated pins_;
};

/// rtl/exchange_ctl.sv.
std::unique_ptr<exchange_ctl_model_if> make_exchange_ctl_model(VerilatedContext& context,
                                                               const std::string& name, bool odd);

}  // namespace plexus
