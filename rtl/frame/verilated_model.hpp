#pragma once

// Compiled into every library that is made from SystemVerilog, and nowhere else.
#include <array>
#include <cstring>
#include <vector>

#include "rtl/frame/verilated_if.hpp"

namespace plexus {

extern bool rtl_assertion_failed;

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
  [[nodiscard]] std::size_t run(const Stretch& /*stretch*/) override { return 0; }
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

  /// verilated_if::run for a block with `Words` of outputs. `edge`: from one cycle to the next;
  /// `read`: verilated_if::read_outputs.
  template <std::size_t Words>
  static std::size_t run_words(const Stretch& stretch, auto edge, auto read) {
    std::array<std::uint64_t, Words> expected;
    std::array<std::uint64_t, Words> cares;
    std::memcpy(expected.data(), stretch.expected, sizeof expected);
    std::memcpy(cares.data(), stretch.cares, sizeof cares);
    std::array<std::size_t, Words> growing;  // words of it, few
    std::size_t grow = 0;
    for (std::size_t w = 0; w < Words; ++w) {
      if (stretch.steps[w] != 0) growing[grow++] = w;
    }
    std::size_t turn = 0;
    for (std::size_t i = 0; i < stretch.cycles; ++i) {
      edge();
      std::uint64_t* const seen = stretch.seen[turn];
      turn = turn + 1 == stretch.seen.size() ? 0 : turn + 1;
      read(seen);
      std::uint64_t wrong = 0;
      for (std::size_t w = 0; w < Words; ++w) wrong |= (seen[w] ^ expected[w]) & cares[w];
      if (wrong != 0 || rtl_assertion_failed) return i + 1;
      for (std::size_t g = 0; g < grow; ++g) expected[growing[g]] += stretch.steps[growing[g]];
    }
    return stretch.cycles;
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
