#pragma once

#include <cstddef>
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

/// Bytes of memory that a pin of this width takes.
constexpr std::size_t bytes_of(unsigned width) {
  return width <= 8    ? 1
         : width <= 16 ? 2
         : width <= 32 ? 4
         : width <= 64 ? 8
                       : (width + 31) / 32 * 4;
}

/// A Verilated block of any kind and size, as the library that was made of it offers it.
class verilated_if {
 public:
  virtual ~verilated_if() = default;
  [[nodiscard]] virtual std::span<const VerilatedPin> pins() const = 0;
  virtual void eval() = 0;
  /// Adds all that is inside to `wave`.
  virtual void show(VerilatedVcdC& wave) = 0;
};

/// What every such library exports. `name`: of the instance, for waves and assertions.
using VerilatedMaker = verilated_if* (*)(VerilatedContext& context, const char* name);
inline constexpr const char* kVerilatedMaker = "plexus_make_verilated";

}  // namespace plexus
