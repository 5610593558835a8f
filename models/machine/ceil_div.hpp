#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace plexus {

/// ceil(a / b) in 64 bits, a >= 0, b >= 1.
template <std::integral A, std::integral B>
[[nodiscard]] constexpr auto ceil_div(A a, B b) {
  using Signed = std::is_signed<std::common_type_t<A, B>>;
  using Wide = std::conditional_t<Signed::value, std::int64_t, std::uint64_t>;
  return (static_cast<Wide>(a) + static_cast<Wide>(b) - 1) / static_cast<Wide>(b);
}

}  // namespace plexus
