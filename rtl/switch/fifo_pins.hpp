#pragma once

#include <cstdint>

#include "hw/switch/omega_fifo_element.hpp"
#include "rtl/frame/pin.hpp"

/// How packets, grants and coins of a buffered switch stand on pins: of a twin of one element and
/// of one of a whole network alike.
namespace plexus::fifo_pins {

inline constexpr unsigned kDataWidth =
    64;                                    ///< source and number: no two packets of a run are equal
inline constexpr unsigned kAgeWidth = 32;  ///< cycle in which a packet was made, modulo 2^32

inline std::uint64_t data_of(const FifoPacket& packet) {
  return std::uint64_t{packet.source} << 32 | packet.number;
}

inline Pin arbitration() {
  return Pin{"arbitration"}.of({"alternating", "upper-first", "oldest", "random"});
}

/// The bit that an element with random arbitration draws; 0 with any other one.
inline bool coin_of(const omega_fifo_element& element) {
  return element.context().arbitration == Arbitration::kRandom && element.coin() >> 63 != 0;
}

/// The input that has output `o`, of the pin `grant` of an element; kNobody: none.
inline std::uint32_t input_of(std::uint64_t grant, std::uint32_t o) {
  const std::uint64_t granted = grant >> 2 * o & 3;
  if (granted == 0) return kNobody;
  return (granted & 1) != 0 ? 0 : 1;
}

}  // namespace plexus::fifo_pins
