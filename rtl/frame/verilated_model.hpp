#pragma once

// Compiled into every library that is made from SystemVerilog, and nowhere else.
#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl/frame/verilated_if.hpp"

namespace plexus {

extern bool rtl_assertion_failed;

/// The parts of a twin's name (rtl_name), from the outermost in: `ring`, `links`, `link_0_to_1`.
inline std::vector<std::string> scopes_of(const std::string& name) {
  std::vector<std::string> scopes{{}};
  for (const char letter : name) {
    if (letter == ' ') {
      scopes.emplace_back();
    } else {
      scopes.back() += letter;
    }
  }
  return scopes;
}

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

  /// verilated_if::run for a block whose words of outputs have the bits `Masks`. `edge`: from one
  /// cycle to the next; `read`: verilated_if::read_outputs; both of a root. `usual`: are the inputs
  /// what they mostly are in a stretch? Then it says so to the compiler, too. `Alone`: a root is
  /// all that they look at.
  template <bool Alone, std::uint64_t... Masks>
  std::size_t run_words(const Stretch& stretch, auto edge, auto read, auto usual) {
    constexpr std::array<std::uint64_t, sizeof...(Masks)> kMasks{Masks...};
    if constexpr (Alone && sizeof(Root) <= kRegisters) {
      if (usual(*top_.rootp) && std::equal(kMasks.begin(), kMasks.end(), stretch.cares)) {
        // Nobody else knows the copy: so the compiler keeps in registers what it likes.
        Copy copy{*top_.rootp};
        static_cast<void>(usual(copy.root));
        const std::size_t taken = run_all<Masks...>(copy.root, stretch, edge, read);
        new (top_.rootp) Root{copy.root};
        return taken;
      }
    }
    return run_rows<sizeof...(Masks)>(stretch, edge, read);
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
  using Root = std::remove_pointer_t<decltype(Top::rootp)>;
  static constexpr std::size_t kRegisters = 1024;  ///< bytes of a block that is worth a copy

  /// The registers and pins of a block, without what it owns.
  union Copy {
    explicit Copy(const Root& original) : root{original} {}
    ~Copy() {}
    Root root;
  };

  /// For any stretch: what was seen is written down in every cycle.
  template <std::size_t Words>
  std::size_t run_rows(const Stretch& stretch, auto edge, auto read) {
    std::array<std::uint64_t, Words> expected;
    std::memcpy(expected.data(), stretch.expected, sizeof expected);
    for (std::size_t taken = 1;; ++taken) {
      edge(*top_.rootp);
      std::uint64_t* const seen = stretch.seen[(taken - 1) % stretch.seen.size()];
      read(*top_.rootp, seen);
      std::uint64_t wrong = 0;
      for (std::size_t w = 0; w < Words; ++w) wrong |= (seen[w] ^ expected[w]) & stretch.cares[w];
      if (wrong != 0 || rtl_assertion_failed || taken == stretch.cycles) return taken;
      for (std::size_t w = 0; w < Words; ++w) expected[w] += stretch.steps[w];
    }
  }

  /// Every bit counts: so what was seen before the first difference is what was expected, and is
  /// written down at the end.
  template <std::uint64_t... Masks>
  static std::size_t run_all(Root& root, const Stretch& stretch, auto edge, auto read) {
    constexpr std::size_t kWords = sizeof...(Masks);
    using Numbers = std::make_index_sequence<kWords>;
    constexpr std::array<std::uint64_t, kWords> kMasks{Masks...};
    std::array<std::uint64_t, kWords> expected;
    std::array<std::uint64_t, kWords> steps;
    std::memcpy(expected.data(), stretch.expected, sizeof expected);
    std::memcpy(steps.data(), stretch.steps, sizeof steps);
    const std::size_t cycles = stretch.cycles;
    std::size_t taken = 0;
    while (true) {
      edge(root);
      ++taken;
      std::array<std::uint64_t, kWords> seen;
      read(root, seen.data());
      const std::uint64_t wrong = [&]<std::size_t... W>(std::index_sequence<W...>) {
        return (((seen[W] ^ expected[W]) & Masks) | ...);
      }
      (Numbers{});
      if (wrong != 0 || rtl_assertion_failed || taken == cycles) break;
      [&]<std::size_t... W>(std::index_sequence<W...>) {
        ((expected[W] += Masks > 1 ? steps[W] : 0), ...);  // one bit does not grow
      }
      (Numbers{});
    }
    const std::size_t rows = stretch.seen.size();
    read(root, stretch.seen[(taken - 1) % rows]);
    for (std::size_t back = 1; back < std::min(taken, rows); ++back) {
      std::uint64_t* const row = stretch.seen[(taken - 1 - back) % rows];
      for (std::size_t w = 0; w < kWords; ++w) {
        row[w] = (expected[w] - back * stretch.steps[w]) & kMasks[w];
      }
    }
    return taken;
  }

  bool shown_ = false;
};

}  // namespace plexus
