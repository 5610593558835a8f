#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "rtl/frame/verilated_if.hpp"

namespace plexus {

class twin_lane;

/// Words for the values of a pin, from 0 on: the states of a machine.
using ValueNames = std::vector<const char*>;

/// A pin of a twin: a number, or a row of equal fields. Values are cut to the width of a field.
class Pin {
 public:
  Pin(const Pin&) = delete;
  Pin& operator=(const Pin&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }  ///< without `_i`, `_o`
  [[nodiscard]] unsigned width() const { return width_; }          ///< bits
  [[nodiscard]] unsigned field_width() const { return field_width_; }
  [[nodiscard]] std::size_t fields() const { return fields_; }
  /// What is on the pin now.
  [[nodiscard]] std::uint64_t get(std::size_t field = 0) const {
    return fields_ == 1 && bytes_ <= 8 ? load() : load(field * field_width_);
  }
  [[nodiscard]] bool bit(std::size_t number) const { return (load(number, 1) & 1) != 0; }
  /// `value` in words, or in hexadecimal digits if it is wide.
  [[nodiscard]] std::string text(std::uint64_t value) const;

 protected:
  /// `name` with `_i` or `_o` behind it is the pin; `field`: bits of a field, 0: the whole pin, or
  /// words of 32 bits if it is wider than 64. Throws UnusableSource if there is no such pin.
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

  std::string name_;
  void* at_ = nullptr;
  std::size_t fields_ = 1;
  std::uint64_t mask_ = 0;
  unsigned width_ = 0;
  unsigned field_width_ = 0;
  unsigned bytes_ = 0;
  ValueNames values_;

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
  void set_bit(std::size_t number);
  void clear();  ///< all of it is 0

 private:
  bool* changed_;
};

/// All fields of all outputs of a lane, side by side.
struct OutputRows {
  std::vector<std::uint64_t> expected;  ///< of the part
  std::vector<std::uint64_t> seen;      ///< of the twin
  std::vector<std::uint8_t> cares;      ///< is something expected?
};

/// An output of a twin, and what the part is expected to show there.
class Out final : public Pin {
 public:
  enum class Looked {
    kAfterEdge,   ///< in the cycle that begins with the edge
    kBeforeEdge,  ///< with the inputs of the edge: what follows from them in the same cycle
  };
  Out(twin_lane& lane, const char* name, unsigned field = 0, ValueNames values = {},
      Looked looked = Looked::kAfterEdge);
  Out(twin_lane& lane, const char* name, Looked looked) : Out{lane, name, 0, {}, looked} {}

  /// In lockstep: what this cycle must show, in all fields or in one. Where nothing is expected,
  /// nothing is compared.
  void expect(std::uint64_t value) {
    for (std::size_t field = 0; field < fields(); ++field) expect(field, value);
  }
  void expect(std::size_t field, std::uint64_t value) {
    rows_->expected[first_ + field] = value & mask();
    rows_->cares[first_ + field] = 1;
  }
  void expect_bit(std::size_t number) {  ///< a 1 among what is expected
    const std::size_t at = first_ + number / field_width();
    rows_->expected[at] |= std::uint64_t{1} << number % field_width();
    rows_->cares[at] = 1;
  }

  /// What the twin showed when it was looked at.
  [[nodiscard]] std::uint64_t seen(std::size_t field = 0) const {
    return rows_->seen[first_ + field];
  }
  [[nodiscard]] bool seen_bit(std::size_t number) const {
    return (seen(number / field_width()) >> number % field_width() & 1) != 0;
  }

 private:
  friend class twin_lane;

  void look() {
    for (std::size_t field = 0; field < fields(); ++field) rows_->seen[first_ + field] = get(field);
  }

  OutputRows* rows_;
  std::size_t first_;  ///< of its fields in the rows
  Looked looked_;
};

}  // namespace plexus
