#pragma once

// Compiled into every library that is made from SystemVerilog, and nowhere else: with Verilator's
// header it takes longer than most blocks, so the build compiles it once for all of them.
#include <utility>
#include <vector>

#include <verilated.h>

#include "rtl/frame/verilated_if.hpp"

namespace plexus {

/// The class `Top` that Verilator made, behind verilated_if.
template <typename Top>
class verilated_model final : public verilated_if {
 public:
  /// `list` gives the pins of a Top.
  verilated_model(VerilatedContext& context, const char* name, auto list)
      : top_{&context, name}, pins_{list(top_)} {}
  ~verilated_model() override { top_.final(); }

  [[nodiscard]] std::span<const VerilatedPin> pins() const override { return pins_; }
  void eval() override { top_.eval(); }
  void show([[maybe_unused]] VerilatedVcdC& wave) override {
    if constexpr (requires(Top & top) { top.trace(&wave, 99); }) top_.trace(&wave, 99);
  }

 private:
  Top top_;
  std::vector<VerilatedPin> pins_;
};

}  // namespace plexus
