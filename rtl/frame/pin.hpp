#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl/frame/verilated_if.hpp"

namespace plexus {

/// Values of a SystemVerilog module's parameters, by name: its sizes.
using Parameters = std::vector<std::pair<std::string, std::uint64_t>>;

/// Words for the values of a pin, from 0 on: the states of a machine.
using ValueNames = std::vector<const char*>;

using PinWords = std::vector<std::uint64_t>;  ///< bits, the lowest first

/// A pin of a block, and a value on it: a number, or a row of equal fields. Values are cut to the
/// width of a field. The inputs of a block are a struct of pins, and its outputs another one.
class Pin {
 public:
  /// `name` with `_i` or `_o` behind it is the pin; a `?` behind it: some sizes of the block do
  /// not have it, and what is put there goes nowhere. `field`: bits of a field; 0: the whole pin,
  /// or words of 32 bits if it is wider than 64. Names are literals.
  Pin(const char* name, unsigned field = 0) : name_{name}, field_width_{field} {}
  /// Fields by a parameter of the block: `CoordWidth` says how wide one is, `Ports` how many there
  /// are. The name of a pin: a field for each of its bits. None of them: the whole pin.
  Pin(const char* name, const char* per) : name_{name}, per_{per} {}
  /// Shown by these words.
  Pin of(ValueNames values) && {
    values_ = std::move(values);
    return std::move(*this);
  }
  /// An output that is looked at before the edge, with the inputs of the edge: what follows from
  /// them in the same cycle. Others are looked at after it.
  Pin before() && {
    before_ = true;
    return std::move(*this);
  }
  /// An input that stands for a cycle alone: with the cycle's end it is 0 again.
  Pin once() && {
    once_ = true;
    return std::move(*this);
  }

  /// All fields; a number of any kind, of cycles or words, too.
  template <typename Value>
  void set(Value value) {
    for (std::size_t field = 0; field < fields_; ++field) set(field, value);
  }
  template <typename Value>
  void set(std::size_t field, Value value) {
    put(words_, field, number(value));
    put(cares_, field, ~std::uint64_t{0});
  }
  void set_bit(std::size_t number) {
    const std::size_t field = number / field_width_;
    set(field, get(field) | std::uint64_t{1} << number % field_width_);
  }
  void clear() {  ///< all of it is 0
    std::ranges::fill(words_, 0);
    std::ranges::fill(cares_, ~std::uint64_t{0});
  }
  void free() {  ///< nothing is said of its value any more
    std::ranges::fill(words_, 0);
    std::ranges::fill(cares_, 0);
  }

  [[nodiscard]] std::uint64_t get(std::size_t field = 0) const {
    return field < fields_ ? field_of(words_.data(), field) : 0;
  }
  template <typename Number>
  [[nodiscard]] Number as(std::size_t field = 0) const {
    return static_cast<Number>(get(field));
  }
  [[nodiscard]] bool bit(std::size_t number) const {
    return (words_[number / 64] >> number % 64 & 1) != 0;
  }
  [[nodiscard]] bool on() const {  ///< is there anything but 0?
    return std::ranges::any_of(words_, [](std::uint64_t word) { return word != 0; });
  }

  [[nodiscard]] std::string name() const;  ///< without `_i`, `_o`, `?`
  [[nodiscard]] std::string field_name(std::size_t field) const;
  [[nodiscard]] unsigned width() const { return width_; }  ///< bits; 0: the block does not have it
  [[nodiscard]] std::size_t fields() const { return fields_; }

 private:
  friend class twin_lane;

  /// Becomes the pin of that name of a block that has `pins` and `parameters`. Throws
  /// UnusableSource if there is none.
  void bind(std::span<const VerilatedPin> pins, bool input, const Parameters& parameters,
            const std::string& block);
  /// Puts its value on the block's pin. True: it was another one.
  bool drive() const;
  /// Takes what is on the block's pin.
  void take();
  [[nodiscard]] bool differs(const Pin& seen) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (((words_[i] ^ seen.words_[i]) & cares_[i]) != 0) return true;
    }
    return false;
  }
  /// `value` in words, or in hexadecimal digits if it is wide; as JSON.
  [[nodiscard]] std::string text(std::uint64_t value) const;
  [[nodiscard]] std::string json(std::uint64_t value) const;

  template <typename Value>
  static std::uint64_t number(Value value) {
    if constexpr (requires { value.count(); })
      return static_cast<std::uint64_t>(value.count());
    else
      return static_cast<std::uint64_t>(value);
  }
  [[nodiscard]] std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - field_width_); }
  /// A field of the pin whose words these are.
  [[nodiscard]] std::uint64_t field_of(const std::uint64_t* words, std::size_t field) const {
    const std::size_t from = field * field_width_;
    const unsigned shift = from % 64;
    std::uint64_t value = words[from / 64] >> shift;
    if (shift + field_width_ > 64 && from / 64 + 1 < words_.size()) {
      value |= words[from / 64 + 1] << (64 - shift);
    }
    return value & mask();
  }
  void put(PinWords& words, std::size_t field, std::uint64_t value) {
    if (field >= fields_) return;
    value &= mask();
    const std::size_t from = field * field_width_;
    const unsigned shift = from % 64;
    std::uint64_t* const word = words.data() + from / 64;
    word[0] = (word[0] & ~(mask() << shift)) | value << shift;
    if (shift + field_width_ <= 64 || from / 64 + 1 == words.size()) return;
    word[1] = (word[1] & ~(mask() >> (64 - shift))) | value >> (64 - shift);
  }

  const char* name_;
  const char* per_ = nullptr;
  ValueNames values_;
  bool before_ = false;
  bool once_ = false;
  unsigned width_ = 0;
  unsigned field_width_ = 0;
  std::size_t fields_ = 0;
  void* at_ = nullptr;  ///< VerilatedPin::at
  PinWords words_;
  PinWords cares_;  ///< bits of which something is said
};

/// The pins of a struct of them, in its order.
template <typename Pins>
[[nodiscard]] std::span<Pin> pins_of(Pins& pins) {
  static_assert(sizeof(Pins) % sizeof(Pin) == 0 && alignof(Pins) == alignof(Pin),
                "a struct of pins and nothing else");
  return {reinterpret_cast<Pin*>(&pins), sizeof(Pins) / sizeof(Pin)};
}

/// All of them are 0.
template <typename Pins>
void clear(Pins& pins) {
  for (Pin& pin : pins_of(pins)) pin.clear();
}

}  // namespace plexus
