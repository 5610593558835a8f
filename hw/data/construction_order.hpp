#pragma once

#include <cstdint>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// 0 .. count - 1 in the order in which the numbers of `order` first meet them, modulo count: in
/// which order parts are constructed, which must not matter, as a test says.
[[nodiscard]] inline std::vector<std::uint32_t> numbers_in(const std::vector<NodeId>& order,
                                                           std::uint32_t count) {
  std::vector<std::uint32_t> numbers;
  std::vector<bool> there(count, false);
  const auto add = [&](std::uint32_t number) {
    if (!there[number]) numbers.push_back(number);
    there[number] = true;
  };
  for (const NodeId number : order) add(number % count);
  for (std::uint32_t number = 0; number < count; ++number) add(number);
  return numbers;
}

}  // namespace plexus
