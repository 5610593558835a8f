#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
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
  Pin of(ValueNames values) && { return values_ = std::move(values), std::move(*this); }
  /// An output that is looked at before the edge, with the inputs of the edge: what follows from
  /// them in the same cycle. Others are looked at after it.
  Pin before() && { return before_ = true, std::move(*this); }
  /// An input that stands for a cycle alone: with the cycle's end it is 0 again.
  Pin once() && { return once_ = true, std::move(*this); }

  /// All fields; a number of any kind, of cycles or words, too.
  template <typename Value>
  void set(Value value) {
    for (std::size_t field = 0; field < fields_; ++field) set(field, value);
  }
  template <typename Value>
  void set(std::size_t field, Value value) {
    if (field >= fields_) return;
    const std::uint64_t bits = number(value) & mask();
    const std::size_t word = field * field_width_ / 64;
    const unsigned shift = field * field_width_ % 64;
    words_[word] = (words_[word] & ~(mask() << shift)) | bits << shift;
    cares_[word] |= mask() << shift;
    if (!crosses(field)) return;
    words_[word + 1] = (words_[word + 1] & ~(mask() >> (64 - shift))) | bits >> (64 - shift);
    cares_[word + 1] |= mask() >> (64 - shift);
  }
  /// Field after field what `value(field)` is.
  void each(const auto& value) {
    for (std::uint32_t field = 0; field < fields_; ++field) set(field, value(field));
  }
  /// A bit of its field, of which the other bits stay.
  void set_bit(std::size_t number, bool value = true) {
    const std::size_t field = fields_ == 1 ? 0 : number / field_width_;
    const std::uint64_t bit = std::uint64_t{1} << (number - field * field_width_);
    set(field, value ? get(field) | bit : get(field) & ~bit);
  }
  /// A field; of a pin that is divided into none, a bit.
  template <typename Value>
  void set_at(std::size_t place, Value value) {
    whole_ ? set_bit(place, number(value) != 0) : set(place, value);
  }
  /// The bits of these numbers are 1, the others 0.
  template <typename Numbers>
  void set_bits(const Numbers& numbers) {
    clear();
    for (const auto number : numbers) set_bit(number);
  }
  void clear() {  ///< all of it is 0
    std::ranges::fill(words(), 0);
    std::fill_n(cares_, words().size(), ~std::uint64_t{0});
  }

  [[nodiscard]] std::uint64_t get(std::size_t field = 0) const {
    return field < fields_ ? field_of(words_, field) : 0;
  }
  template <typename Number>
  [[nodiscard]] Number as(std::size_t field = 0) const {
    return static_cast<Number>(get(field));
  }
  [[nodiscard]] bool bit(std::size_t number) const {
    return (words_[number / 64] >> number % 64 & 1) != 0;
  }
  [[nodiscard]] bool on() const {  ///< is there anything but 0?
    return std::ranges::any_of(words(), [](std::uint64_t word) { return word != 0; });
  }

  [[nodiscard]] std::string name() const;  ///< without `_i`, `_o`, `?`
  [[nodiscard]] std::string field_name(std::size_t field) const;
  [[nodiscard]] unsigned width() const { return width_; }  ///< bits; 0: the block does not have it
  [[nodiscard]] std::size_t fields() const { return fields_; }
  [[nodiscard]] unsigned field_width() const { return field_width_; }  ///< bits
  /// Does the table divide it into no fields? It may be words all the same.
  [[nodiscard]] bool is_whole() const { return whole_; }
  [[nodiscard]] const ValueNames& values() const { return values_; }

 private:
  friend class PinRow;

  template <typename Value>
  static std::uint64_t number(Value value) {
    if constexpr (requires { value.count(); })
      return static_cast<std::uint64_t>(value.count());
    else
      return static_cast<std::uint64_t>(value);
  }
  [[nodiscard]] std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - field_width_); }
  [[nodiscard]] std::size_t word_count() const { return (width_ + 63) / 64; }
  [[nodiscard]] std::span<std::uint64_t> words() const { return {words_, word_count()}; }
  /// Does a field stand in two words?
  [[nodiscard]] bool crosses(std::size_t field) const {
    if (!crosses_) return false;
    const std::size_t end = (field * field_width_ / 64 + 1) * 64;
    return (field + 1) * field_width_ > end && width_ > end;
  }
  /// A field of the pin whose words these are.
  [[nodiscard]] std::uint64_t field_of(const std::uint64_t* words, std::size_t field) const {
    const std::uint64_t* const word = words + field * field_width_ / 64;
    const unsigned shift = field * field_width_ % 64;
    return (word[0] >> shift | (crosses(field) ? word[1] << (64 - shift) : 0)) & mask();
  }

  const char* name_;
  const char* per_ = nullptr;
  ValueNames values_;
  bool before_ = false;
  bool once_ = false;
  bool whole_ = false;
  bool crosses_ = false;  ///< some fields stand in two words
  unsigned width_ = 0;
  unsigned field_width_ = 0;
  std::size_t fields_ = 0;
  void* at_ = nullptr;              ///< VerilatedPin::at
  std::uint64_t* words_ = nullptr;  ///< in those of its row
  std::uint64_t* cares_ = nullptr;  ///< likewise: bits of which something is said
};

/// The pins of one side of a block, in the order of its table, and their values in one piece.
class PinRow {
 public:
  /// `pins` become those of a block that has `all` and `parameters`. Throws UnusableSource if there
  /// is none of a name.
  void bind(std::span<Pin> pins, bool inputs, std::span<const VerilatedPin> all,
            const Parameters& parameters, const std::string& block);
  /// Puts values of the row on the block's pins. True: one was another.
  bool drive(const PinWords& told);
  /// Takes what is on the block's pins: on those that are looked at before the edge, or the others.
  void take(bool before);
  void end_cycle();  ///< what stands for a cycle alone is 0 again
  void free();       ///< nothing is said any more of any value
  [[nodiscard]] bool differs(const PinRow& seen) const;

  /// A field of a pin, as `values` of the row have it.
  struct Field {
    const Pin* pin;
    std::size_t number, first;
    [[nodiscard]] std::string name() const { return pin->field_name(number); }
    [[nodiscard]] std::uint64_t of(const PinWords& values) const {
      return pin->field_of(&values[first], number);
    }
    /// In words, or in hexadecimal digits if it is wide; as JSON.
    [[nodiscard]] std::string text(std::uint64_t value) const;
    [[nodiscard]] std::string json(std::uint64_t value) const;
  };
  [[nodiscard]] std::vector<Field> fields() const;

  PinWords values;
  PinWords cares;

 private:
  std::span<Pin> pins_;
  PinWords driven_;  ///< what is on the block's pins; empty: nothing has been put there yet
  bool any_before_ = false;
  bool any_once_ = false;
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

/// In the place of a value for `put`: the pin stays as it is.
struct Free {};
inline constexpr Free kFree;

/// `set(pin, value)` for each of `values`, from `pin` on in the order of its table.
template <typename... Values>
void put_each(Pin* pin, const auto& set, const Values&... values) {
  const auto one = [&](const auto& value) {
    if constexpr (requires { value.has_value(); }) {
      if (value) set(*pin, *value);
    } else if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, Free>) {
      set(*pin, value);
    }
    ++pin;
  };
  (one(values), ...);
}
/// Values of a struct of pins from its first pin on, in the order of its table. An optional one
/// that is empty: the pin stays as it is.
template <typename Pins, typename... Values>
void put(Pins& pins, const Values&... values) {
  static_assert(sizeof...(values) * sizeof(Pin) <= sizeof(Pins), "a value for each pin at most");
  put_each(
      pins_of(pins).data(), [](Pin& pin, const auto& value) { pin.set(value); }, values...);
}
/// The same at one place of pins that have something for each of many: from `first` on a field, or
/// where a pin is divided into none, a bit.
template <typename... Values>
void put_at(std::size_t place, Pin& first, const Values&... values) {
  put_each(
      &first, [place](Pin& pin, const auto& value) { pin.set_at(place, value); }, values...);
}

/// A struct of values with which a part decides: `pins` lists its members in the order of the
/// block's table.
template <typename Values>
concept OnPins = requires {
  Values::pins();
};

template <typename Pins, OnPins Values>
void put(Pins& pins, const Values& values) {
  std::apply([&](auto... member) { put(pins, values.*member...); }, Values::pins());
}
/// The values of a struct of pins.
template <OnPins Values, typename Pins>
[[nodiscard]] Values take(Pins& pins) {
  Values values;
  const Pin* pin = pins_of(pins).data();
  const auto one = [&pin](auto& value) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (requires { typename Value::value_type; }) {
      value = pin++->template as<typename Value::value_type>();
    } else {
      value = pin++->template as<Value>();
    }
  };
  std::apply([&](auto... member) { (one(values.*member), ...); }, Values::pins());
  return values;
}

}  // namespace plexus
