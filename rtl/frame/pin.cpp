#include "rtl/frame/pin.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "rtl/frame/lane.hpp"
#include "rtl/frame/verilate.hpp"

namespace plexus {

Pin::Pin(twin_lane& lane, const char* name, bool input, unsigned field, ValueNames values)
    : name_{name} {
  if (!values.empty()) values_ = std::make_unique<const ValueNames>(std::move(values));
  const std::string full = std::string{name} + (input ? "_i" : "_o");
  const VerilatedPin& pin = lane.pin(full, input);
  at_ = pin.at;
  width_ = pin.width;
  bytes_ = width_ <= 8    ? 1
           : width_ <= 16 ? 2
           : width_ <= 32 ? 4
           : width_ <= 64 ? 8
                          : (width_ + 31) / 32 * 4;
  field_width_ = field != 0 ? field : width_ <= 64 ? width_ : 32;
  fields_ = (width_ + field_width_ - 1) / field_width_;
  mask_ = ~std::uint64_t{0} >> (64 - field_width_);
}

std::uint64_t Pin::load(std::size_t from, unsigned bits) const {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  if (narrow()) return load() >> from & mask;
  const auto* const words = static_cast<const std::uint32_t*>(at_);
  const std::size_t first = from / 32;
  const unsigned shift = from % 32;
  std::uint64_t value = words[first] >> shift;
  if (shift + bits > 32) value |= std::uint64_t{words[first + 1]} << (32 - shift);
  if (shift + bits > 64) value |= std::uint64_t{words[first + 2]} << (64 - shift);
  return value & mask;
}

void Pin::store(std::size_t from, std::uint64_t value) {
  if (narrow()) {
    store((load() & ~(mask_ << from)) | value << from);
    return;
  }
  auto* const words = static_cast<std::uint32_t*>(at_);
  const std::size_t first = from / 32;
  const unsigned shift = from % 32;
  const auto put = [&](std::size_t word, std::uint64_t bits, std::uint64_t mask) {
    words[word] = static_cast<std::uint32_t>((words[word] & ~mask) | bits);
  };
  put(first, value << shift, mask_ << shift);
  if (shift + field_width_ > 32) put(first + 1, value >> (32 - shift), mask_ >> (32 - shift));
  if (shift + field_width_ > 64) put(first + 2, value >> (64 - shift), mask_ >> (64 - shift));
}

std::string Pin::text(std::uint64_t value) const {
  if (values_ != nullptr && value < values_->size()) return (*values_)[value];
  std::ostringstream text;
  if (field_width_ > 32 && value > 0xffff'ffff) {
    text << "0x" << std::hex << value;
  } else {
    text << value;
  }
  return text.str();
}

In::In(twin_lane& lane, const char* name, unsigned field, ValueNames values)
    : Pin{lane, name, true, field, std::move(values)}, changed_{lane.add(*this)} {}

void In::set_bit(std::size_t number) {
  const std::size_t field = number / field_width();
  set(field, get(field) | std::uint64_t{1} << number % field_width());
}

void In::clear() {
  if (narrow()) {
    if (load() == 0) return;
    store(0);
  } else {
    auto* const words = static_cast<std::uint32_t*>(at_);
    if (std::all_of(words, words + bytes_ / 4, [](std::uint32_t word) { return word == 0; }))
      return;
    std::fill(words, words + bytes_ / 4, 0U);
  }
  *changed_ = true;
}

Out::Out(twin_lane& lane, const char* name, unsigned field, ValueNames values, Looked looked)
    : Pin{lane, name, false, field, std::move(values)},
      count_{static_cast<std::uint32_t>(words_of(width()))},
      plain_{fields() == 1 && narrow()},
      looked_{looked} {
  const auto [words, first] = lane.add(*this);
  words_ = words;
  first_ = static_cast<std::uint32_t>(first);
}

void Out::expect_all(std::uint64_t value) {
  if (value != 0) {
    for (std::size_t field = 0; field < fields(); ++field) expect(field, value);
    return;
  }
  std::fill_n(words_->expected + first_, count_, std::uint64_t{0});
  std::fill_n(words_->cares + first_, count_, ~std::uint64_t{0});
}

}  // namespace plexus
