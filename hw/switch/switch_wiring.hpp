#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/switch/wiring.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// How the elements of a switch network are joined, as a value: all that the hardware is built
/// from. Line i of stage t is input i mod radix of element i / radix; outputs are numbered alike.
struct SwitchWiring {
  std::uint32_t ports = 0;           ///< on either side
  std::uint32_t stages = 0;          ///< >= 1
  std::uint32_t elements = 0;        ///< of each stage
  std::uint32_t radix = 2;           ///< inputs of each element, and outputs
  std::uint32_t most = 2;            ///< messages that an element carries at the same time
  std::vector<std::uint32_t> entry;  ///< port -> line in front of stage 0
  std::vector<Wiring> between;       ///< [t]: line behind stage t -> line in front of stage t + 1
  std::vector<std::uint32_t> exit;   ///< line behind the last stage -> port

  [[nodiscard]] std::uint32_t lines() const { return elements * radix; }
  /// Is it an omega network of radix 2: stages for each bit of a port, a shuffle before each?
  [[nodiscard]] bool is_omega() const {
    const auto shuffles = [this](const auto& wires) {
      for (std::uint32_t line = 0; line < ports; ++line) {
        if (wires[line] != line * 2 % ports + line * 2 / ports) return false;
      }
      return true;
    };
    return radix == 2 && std::has_single_bit(ports) && lines() == ports &&
           std::uint32_t{1} << stages == ports && shuffles(entry) &&
           std::ranges::all_of(between, shuffles) && std::ranges::is_sorted(exit);
  }
};

}  // namespace plexus
