#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw/benes_setup.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated.hpp"

namespace plexus {

/// One Verilated set-up of benes networks, whichever class Verilator made of it.
class benes_setup_model_if {
 public:
  virtual ~benes_setup_model_if() = default;
  /// Clock low, inputs of the next edge; `permutation` empty: no go.
  virtual void present(std::span<const NodeId> permutation) = 0;
  /// Clock high.
  virtual void edge() = 0;
  [[nodiscard]] virtual bool busy() const = 0;
  [[nodiscard]] virtual bool done() const = 0;
  [[nodiscard]] virtual BenesStates states() const = 0;
  virtual void show(VerilatedVcdC& wave) = 0;
};

/// Makes the Verilated model of one set-up; `name` is its rtl_name.
using BenesSetupModelMaker = std::function<std::unique_ptr<benes_setup_model_if>(
    VerilatedContext& context, const std::string& name)>;

/// The pins of rtl/benes_setup.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for `Ports` ports.
template <typename Verilated, unsigned Ports>
class verilated_benes_setup final : public benes_setup_model_if {
 public:
  static constexpr unsigned kAddressWidth = std::countr_zero(Ports);
  static constexpr unsigned kStages = 2 * kAddressWidth - 1;
  static constexpr unsigned kElements = Ports / 2;

  /// Comes out of reset.
  verilated_benes_setup(VerilatedContext& context, const std::string& name)
      : pins_{&context, name.c_str()} {
    pins_.rst_ni = 0;
    present({});
    edge();
    pins_.rst_ni = 1;
    present({});
  }
  ~verilated_benes_setup() override { pins_.final(); }

  [[nodiscard]] Verilated& pins() { return pins_; }

  void present(std::span<const NodeId> permutation) override {
    pins_.clk_i = 0;
    pins_.go_i = !permutation.empty();
    clear(pins_.perm_i);
    for (std::size_t source = 0; source < permutation.size(); ++source) {
      set_field(pins_.perm_i, source, kAddressWidth, permutation[source]);
    }
    pins_.eval();
  }
  void edge() override {
    pins_.clk_i = 1;
    pins_.eval();
  }
  [[nodiscard]] bool busy() const override { return pins_.busy_o != 0; }
  [[nodiscard]] bool done() const override { return pins_.done_o != 0; }
  [[nodiscard]] BenesStates states() const override {
    BenesStates states(kStages, std::vector<bool>(kElements));
    for (std::size_t t = 0; t < kStages; ++t) {
      for (std::size_t e = 0; e < kElements; ++e) {
        states[t][e] = bit(pins_.state_o, t * kElements + e);
      }
    }
    return states;
  }
  void show(VerilatedVcdC& wave) override { pins_.trace(&wave, 99); }

 private:
  Verilated pins_;
};

/// rtl/benes_setup.sv as it is verilated for the runs. Throws std::invalid_argument if it does not
/// exist for `ports` ports.
BenesSetupModelMaker benes_setup_models(NodeId ports);

}  // namespace plexus
