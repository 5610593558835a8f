#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "rtl/frame/verilated_if.hpp"

namespace plexus {

class twin_lane;

/// Words for the values of a pin, from 0 on: the states of a machine.
using ValueNames = std::vector<const char*>;

/// `width` bits of a row of words, from bit `from` on.
[[nodiscard]] inline std::uint64_t bits_of(const std::uint64_t* words, std::size_t from,
                                           unsigned width) {
  const unsigned shift = from % 64;
  std::uint64_t value = words[from / 64] >> shift;
  if (shift + width > 64) value |= words[from / 64 + 1] << (64 - shift);
  return value & ~std::uint64_t{0} >> (64 - width);
}

/// A pin of a twin: a number, or a row of equal fields. Values are cut to the width of a field.
class Pin {
 public:
  Pin(const Pin&) = delete;
  Pin& operator=(const Pin&) = delete;

  [[nodiscard]] std::string name() const { return name_; }  ///< without `_i`, `_o`
  [[nodiscard]] unsigned width() const { return width_; }   ///< bits
  [[nodiscard]] unsigned field_width() const { return field_width_; }
  [[nodiscard]] std::size_t fields() const { return fields_; }
  /// What is on the pin now.
  [[nodiscard]] std::uint64_t get(std::size_t field = 0) const {
    return fields_ == 1 && bytes_ <= 8 ? load() : load(field * field_width_);
  }
  [[nodiscard]] bool bit(std::size_t number) const { return (load(number, 1) & 1) != 0; }
  /// A field of the pin whose words these are.
  [[nodiscard]] std::uint64_t field_of(const std::uint64_t* words, std::size_t field) const {
    return bits_of(words, field * field_width_, field_width_);
  }
  /// `value` in words, or in hexadecimal digits if it is wide.
  [[nodiscard]] std::string text(std::uint64_t value) const;

 protected:
  /// `name` with `_i` or `_o` behind it is the pin; `field`: bits of a field, 0: the whole pin, or
  /// words of 32 bits if it is wider than 64. Throws UnusableSource if there is no such pin.
  /// `name` and `values` must outlive the pin: they are literals.
  Pin(twin_lane& lane, const char* name, bool input, unsigned field, ValueNames values);
  ~Pin() = default;

  [[nodiscard]] std::uint64_t load() const {
    switch (bytes_) {
      case 1:
        return *static_cast<const std::uint8_t*>(at_);
      case 2:
        return *static_cast<const std::uint16_t*>(at_);
      case 4:
        return *static_cast<const std::uint32_t*>(at_);
      default:
        return *static_cast<const std::uint64_t*>(at_);
    }
  }
  [[nodiscard]] std::uint64_t load(std::size_t from) const { return load(from, field_width_); }
  [[nodiscard]] std::uint64_t load(std::size_t from, unsigned bits) const;
  void store(std::uint64_t value) {
    switch (bytes_) {
      case 1:
        *static_cast<std::uint8_t*>(at_) = static_cast<std::uint8_t>(value);
        break;
      case 2:
        *static_cast<std::uint16_t*>(at_) = static_cast<std::uint16_t>(value);
        break;
      case 4:
        *static_cast<std::uint32_t*>(at_) = static_cast<std::uint32_t>(value);
        break;
      default:
        *static_cast<std::uint64_t*>(at_) = value;
    }
  }
  void store(std::size_t from, std::uint64_t value);
  [[nodiscard]] std::uint64_t mask() const { return mask_; }  ///< of a field
  [[nodiscard]] bool narrow() const { return bytes_ <= 8; }

  // Small: thousands of pins are looked at in every cycle.
  void* at_ = nullptr;
  std::uint64_t mask_ = 0;
  std::uint32_t fields_ = 1;
  std::uint32_t width_ = 0;
  std::uint32_t bytes_ = 0;
  std::uint32_t field_width_ = 0;
  const char* name_;
  std::unique_ptr<const ValueNames> values_;  ///< null: numbers

  friend class twin_lane;
};

/// An input of a twin. Keeps its value until it is set anew; starts with 0.
class In final : public Pin {
 public:
  In(twin_lane& lane, const char* name, unsigned field = 0, ValueNames values = {});

  void set(std::uint64_t value) { set(0, value); }
  void set(std::size_t field, std::uint64_t value) {
    value &= mask();
    if (get(field) == value) return;
    *changed_ = true;
    if (fields() == 1 && narrow()) {
      store(value);
    } else {
      store(field * field_width(), value);
    }
  }
  /// A number of cycles or words.
  template <typename Unit>
  void set(Quantity<Unit> value) {
    set(static_cast<std::uint64_t>(value.count()));
  }
  template <typename Unit>
  void set(std::size_t field, Quantity<Unit> value) {
    set(field, static_cast<std::uint64_t>(value.count()));
  }
  void set_bit(std::size_t number);
  void clear();  ///< all of it is 0

 private:
  bool* changed_;
};

/// What a lane keeps of one cycle, in words of 64 bits: its inputs, what its outputs showed, what
/// they were to show, and which bits of that count. Every pin begins with a word of its own, so
/// that all outputs are compared a word at a time.
struct LaneWords {
  std::size_t inputs = 0;   ///< words of all inputs
  std::size_t outputs = 0;  ///< and of all outputs
  std::uint64_t* told = nullptr;
  std::uint64_t* seen = nullptr;
  std::uint64_t* expected = nullptr;
  std::uint64_t* cares = nullptr;
  std::uint64_t* steps = nullptr;  ///< by which what is expected grows: of no cycle

  [[nodiscard]] std::size_t size() const { return inputs + 3 * outputs; }
  void begin_at(std::uint64_t* room) {
    told = room;
    seen = told + inputs;
    expected = seen + outputs;
    cares = expected + outputs;
  }
};

/// An output of a twin, and what the part is expected to show there.
class Out final : public Pin {
 public:
  enum class Looked : std::uint8_t {
    kAfterEdge,   ///< in the cycle that begins with the edge
    kBeforeEdge,  ///< with the inputs of the edge: what follows from them in the same cycle
  };
  Out(twin_lane& lane, const char* name, unsigned field = 0, ValueNames values = {},
      Looked looked = Looked::kAfterEdge);
  Out(twin_lane& lane, const char* name, Looked looked) : Out{lane, name, 0, {}, looked} {}

  /// In lockstep: what this cycle must show, in all fields or in one. Where nothing is expected,
  /// nothing is compared.
  void expect(std::uint64_t value) {
    if (!plain_) return expect_all(value);
    words_->expected[first_] = value & mask();
    words_->cares[first_] = mask();
  }
  void expect(std::size_t field, std::uint64_t value) {
    put(words_->expected, field, value & mask());
    put(words_->cares, field, mask());
  }
  /// A number of cycles or words.
  template <typename Unit>
  void expect(Quantity<Unit> value) {
    expect(static_cast<std::uint64_t>(value.count()));
  }
  void expect_bit(std::size_t number) {  ///< a 1 among what is expected
    words_->expected[first_ + number / 64] |= std::uint64_t{1} << number % 64;
    put(words_->cares, number / field_width(), mask());
  }

  /// In every cycle that is known to come, `step` more; the pin is a number in one word.
  template <typename Unit>
  void grows_by(Quantity<Unit> step) {
    words_->steps[first_] = static_cast<std::uint64_t>(step.count());
  }

  /// What the twin showed when it was looked at.
  [[nodiscard]] std::uint64_t seen(std::size_t field = 0) const {
    return plain_ ? words_->seen[first_] : value(words_->seen, field);
  }
  /// Did it show anything but 0?
  [[nodiscard]] bool on() const { return seen() != 0; }
  [[nodiscard]] bool seen_bit(std::size_t number) const {
    return (words_->seen[first_ + number / 64] >> number % 64 & 1) != 0;
  }

 private:
  friend class twin_lane;

  /// A field of it among the words of all outputs.
  [[nodiscard]] std::uint64_t value(const std::uint64_t* words, std::size_t field) const {
    return field_of(words + first_, field);
  }
  [[nodiscard]] bool differs(const LaneWords& words, std::size_t field) const {
    return ((value(words.seen, field) ^ value(words.expected, field)) &
            value(words.cares, field)) != 0;
  }
  void put(std::uint64_t* words, std::size_t field, std::uint64_t value) const {
    const std::size_t from = field * field_width();
    const unsigned shift = from % 64;
    std::uint64_t* const word = words + first_ + from / 64;
    word[0] = (word[0] & ~(mask() << shift)) | value << shift;
    if (shift + field_width() <= 64) return;
    word[1] = (word[1] & ~(mask() >> (64 - shift))) | value >> (64 - shift);
  }
  void expect_all(std::uint64_t value);

  const LaneWords* words_;
  std::uint32_t first_;  ///< of its words among those of all outputs
  std::uint32_t count_;  ///< of them
  bool plain_;           ///< one field in one word
  Looked looked_;
};

}  // namespace plexus
