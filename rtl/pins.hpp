#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "rtl/verilated.hpp"

namespace plexus {

// Fields of flattened vectors on a model's pins: numbers of up to 64 bits, a VlWide above.

template <std::unsigned_integral Pin>
void clear(Pin& pin) {
  pin = 0;
}

template <std::size_t Words>
void clear(VlWide<Words>& pin) {
  for (std::size_t word = 0; word < Words; ++word) pin[word] = 0;
}

template <std::unsigned_integral Pin>
void set_bit(Pin& pin, std::size_t bit) {
  pin = static_cast<Pin>(pin | std::uint64_t{1} << bit);
}

template <std::size_t Words>
void set_bit(VlWide<Words>& pin, std::size_t bit) {
  pin[bit / 32] |= std::uint32_t{1} << bit % 32;
}

template <std::unsigned_integral Pin>
[[nodiscard]] bool bit(const Pin& pin, std::size_t number) {
  return (pin >> number & 1) != 0;
}

template <std::size_t Words>
[[nodiscard]] bool bit(const VlWide<Words>& pin, std::size_t number) {
  return (pin.m_storage[number / 32] >> number % 32 & 1) != 0;
}

/// Field `index` of fields that are `width` (1 .. 64) bits wide; its bits must be 0 before.
template <typename Pin>
void set_field(Pin& pin, std::size_t index, unsigned width, std::uint64_t value) {
  for (unsigned i = 0; i < width; ++i) {
    if ((value >> i & 1) != 0) set_bit(pin, index * width + i);
  }
}

template <typename Pin>
[[nodiscard]] std::uint64_t field(const Pin& pin, std::size_t index, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i) {
    value |= std::uint64_t{bit(pin, index * width + i)} << i;
  }
  return value;
}

}  // namespace plexus
