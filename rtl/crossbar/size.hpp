#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

namespace plexus {

/// Ports of a twin that stands for a crossbar with `ports` of them: so few sizes serve all small
/// machines.
[[nodiscard]] constexpr std::size_t ports_of_twin(std::size_t ports) {
  return std::max<std::size_t>(32, std::bit_ceil(ports));
}

/// Bits of the number of one of its ports.
[[nodiscard]] constexpr unsigned port_width(std::size_t ports) {
  return static_cast<unsigned>(std::bit_width(ports_of_twin(ports) - 1));
}

}  // namespace plexus
