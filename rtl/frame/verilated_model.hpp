#pragma once

// Compiled into every library that is made from SystemVerilog, and nowhere else.
#include <vector>

#include "rtl/frame/verilated_if.hpp"

namespace plexus {

/// The class `Top` that Verilator made, behind verilated_if. Derived classes list its pins.
template <typename Top>
class verilated_model : public verilated_if {
 public:
  verilated_model(VerilatedContext& context, const char* name) : top_{&context, name} {}
  ~verilated_model() override { top_.final(); }

  [[nodiscard]] std::span<const VerilatedPin> pins() const override { return pins_; }
  void eval() override { top_.eval(); }
  [[nodiscard]] bool lower_clock() override { return false; }
  void show(VerilatedVcdC& wave) override { top_.trace(&wave, 99); }

 protected:
  Top top_;
  std::vector<VerilatedPin> pins_;
};

}  // namespace plexus
