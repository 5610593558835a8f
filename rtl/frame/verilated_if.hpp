#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

class VerilatedContext;
class VerilatedVcdC;

namespace plexus {

/// One pin of a Verilated block.
struct VerilatedPin {
  const char* name;  ///< as in the `.sv`: `start_i`
  void* at;          ///< 1, 2, 4 or 8 bytes up to 8, 16, 32, 64 bits; words of 32 bits above
  unsigned width;    ///< bits
  bool input;
};

/// Words of 64 bits that a pin of this width takes.
constexpr std::size_t words_of(unsigned width) { return (width + 63) / 64; }

/// What all outputs of a block must show, cycle after cycle, in words that stand or grow.
struct Stretch {
  std::size_t cycles = 0;                   ///< at most so many
  const std::uint64_t* expected = nullptr;  ///< in the first of them
  const std::uint64_t* steps = nullptr;     ///< by which a word grows with every cycle
  const std::uint64_t* cares = nullptr;     ///< bits that count
  std::span<std::uint64_t* const> seen{};   ///< where the outputs of a cycle go, in turns
};

/// A Verilated block of any kind and size, as the library that was made of it offers it.
class verilated_if {
 public:
  virtual ~verilated_if() = default;
  [[nodiscard]] virtual std::span<const VerilatedPin> pins() const = 0;
  virtual void eval() = 0;
  /// Makes the clock look low for the next evaluation, which costs nothing: for when no input has
  /// changed since the last edge. False: the block must see the low clock.
  [[nodiscard]] virtual bool lower_clock() = 0;
  /// That and the next edge, and a look at all outputs. False: it cannot be done.
  [[nodiscard]] virtual bool tick(std::uint64_t* outputs) = 0;
  /// The same cycle after cycle, up to the first whose outputs differ or in which an assertion
  /// fails. The number of cycles taken; 0: it cannot be done.
  [[nodiscard]] virtual std::size_t run(const Stretch& stretch) = 0;
  /// What is on all inputs, or all outputs, in the order of `pins`; each begins with a word of its
  /// own and takes words_of(width).
  virtual void read_inputs(std::uint64_t* words) const = 0;
  virtual void read_outputs(std::uint64_t* words) const = 0;
  /// Adds all that is inside to `wave`.
  virtual void show(VerilatedVcdC& wave) = 0;
};

/// What every such library exports. `name`: of the instance, for waves and assertions.
using VerilatedMaker = verilated_if* (*)(VerilatedContext& context, const char* name);
inline constexpr const char* kVerilatedMaker = "plexus_make_verilated";

}  // namespace plexus
