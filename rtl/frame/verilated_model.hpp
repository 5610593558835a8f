#pragma once

// Compiled into every library that is made from SystemVerilog, and nowhere else.
#include <cstring>
#include <vector>

#include "rtl/frame/verilated_if.hpp"

namespace plexus {

/// The class `Top` that Verilator made, behind verilated_if. Derived classes list its pins.
/// `Evaluate` evaluates its root without the care that a design of several threads needs.
template <typename Top, auto Evaluate>
class verilated_model : public verilated_if {
 public:
  verilated_model(VerilatedContext& context, const char* name) : top_{&context, name} {}
  ~verilated_model() override { top_.final(); }

  [[nodiscard]] std::span<const VerilatedPin> pins() const override { return pins_; }
  void eval() override {
    if (quick_) return Evaluate(top_.rootp);
    top_.eval();
    quick_ = !shown_;
  }
  [[nodiscard]] bool lower_clock() override { return false; }
  [[nodiscard]] bool tick(std::uint64_t* /*outputs*/) override { return false; }
  void show(VerilatedVcdC& /*wave*/) override {}  // has none

 protected:
  /// One pin into its words; gives the word behind them.
  template <unsigned Width, typename Value>
  static std::uint64_t* put(std::uint64_t* words, const Value& value) {
    if constexpr (Width <= 64) {
      *words = value;
    } else {
      words[words_of(Width) - 1] = 0;
      std::memcpy(words, &value, (Width + 31) / 32 * 4);  // little endian
    }
    return words + words_of(Width);
  }

  /// From now on every evaluation says what has changed, for a wave.
  void evaluate_all() {
    shown_ = true;
    quick_ = false;
  }

  Top top_;
  std::vector<VerilatedPin> pins_;
  bool quick_ = false;  ///< has been evaluated, and no wave asks what has changed

 private:
  bool shown_ = false;
};

}  // namespace plexus
