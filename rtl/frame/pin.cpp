#include "rtl/frame/pin.hpp"

#include <cstring>
#include <sstream>

#include "rtl/frame/verilate.hpp"

namespace plexus {

std::string Pin::name() const {
  std::string name{name_};
  if (name.ends_with('?')) name.pop_back();
  return name;
}

std::string Pin::field_name(std::size_t field) const {
  return fields_ == 1 ? name() : name() + '_' + std::to_string(field);
}

void PinRow::bind(std::span<Pin> pins, bool inputs, std::span<const VerilatedPin> all,
                  const Parameters& parameters, const std::string& block) {
  pins_ = pins;
  std::size_t words = 0;
  const auto find = [&](const std::string& name) {
    return std::ranges::find(all, name, [](const VerilatedPin& one) { return one.name; });
  };
  for (Pin& pin : pins) {
    const auto found = find(pin.name() + (inputs ? "_i" : "_o"));
    if (found == all.end() && pin.name() == pin.name_) {
      throw UnusableSource{"The twin of " + block + " has no pin " + pin.name_ + '.'};
    }
    if (found == all.end()) continue;
    pin.at_ = found->at;
    pin.width_ = found->width;
    any_before_ = any_before_ || pin.before_;
    any_once_ = any_once_ || pin.once_;
    if (const std::string per = pin.per_ == nullptr ? "" : pin.per_; !per.empty()) {
      const auto known = std::ranges::find(parameters, per, &Parameters::value_type::first);
      const auto input = find(per + "_i");
      const auto other = input != all.end() ? input : find(per + "_o");
      const std::uint64_t number = known != parameters.end() ? known->second
                                   : other != all.end()      ? other->width
                                                             : 0;
      const bool wide = per.ends_with("Width");
      if (number > 0) pin.field_width_ = static_cast<unsigned>(wide ? number : pin.width_ / number);
    }
    pin.whole_ = pin.field_width_ == 0;
    if (pin.whole_) pin.field_width_ = pin.width_ <= 64 ? pin.width_ : 32;
    pin.fields_ = (pin.width_ + pin.field_width_ - 1) / pin.field_width_;
    pin.crosses_ = pin.width_ > 64 && 64 % pin.field_width_ != 0;
    words += pin.word_count();
  }
  values.assign(words, 0);
  cares.assign(words, 0);
  words = 0;
  for (Pin& pin : pins) {
    pin.words_ = values.data() + words;
    pin.cares_ = cares.data() + words;
    words += pin.word_count();
  }
}

namespace {

/// `narrow(bits)` for a pin of up to 64 bits, as the memory that Verilator has for it, else
/// `wide()`.
auto with_memory(void* at, std::size_t bytes, const auto& narrow, const auto& wide) {
  if (bytes == 1) return narrow(*static_cast<std::uint8_t*>(at));
  if (bytes == 2) return narrow(*static_cast<std::uint16_t*>(at));
  if (bytes == 4) return narrow(*static_cast<std::uint32_t*>(at));
  return bytes == 8 ? narrow(*static_cast<std::uint64_t*>(at)) : wide();
}

}  // namespace

bool PinRow::drive(const PinWords& told) {
  if (told == driven_) return false;
  const std::uint64_t* words = told.data();
  for (const Pin& pin : pins_) {
    const std::size_t bytes = bytes_of(pin.width_);
    if (pin.width_ > 0) {
      with_memory(
          pin.at_, bytes,
          [&](auto& bits) { bits = static_cast<std::decay_t<decltype(bits)>>(*words); },
          [&] { std::memcpy(pin.at_, words, bytes); });  // little endian
    }
    words += pin.word_count();
  }
  driven_ = told;
  return true;
}

void PinRow::take(bool before) {
  if (before && !any_before_) return;
  for (const Pin& pin : pins_) {
    if (pin.before_ != before || pin.width_ == 0) continue;
    const std::size_t bytes = bytes_of(pin.width_);
    with_memory(
        pin.at_, bytes, [&](auto bits) { *pin.words_ = bits; },
        [&] { std::memcpy(pin.words_, pin.at_, bytes); });
  }
}

void PinRow::end_cycle() {
  if (!any_once_) return;
  for (Pin& pin : pins_) {
    if (pin.once_) pin.clear();
  }
}

void PinRow::free() {
  std::ranges::fill(values, 0);
  std::ranges::fill(cares, 0);
}

bool PinRow::differs(const PinRow& seen) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (((values[i] ^ seen.values[i]) & cares[i]) != 0) return true;
  }
  return false;
}

std::vector<PinRow::Field> PinRow::fields() const {
  std::vector<Field> all;
  for (const Pin& pin : pins_) {
    const auto first = static_cast<std::size_t>(pin.words_ - values.data());
    for (std::size_t field = 0; field < pin.fields_; ++field) all.push_back({&pin, field, first});
  }
  return all;
}

std::string PinRow::Field::text(std::uint64_t value) const {
  if (value < pin->values_.size()) return pin->values_[value];
  std::ostringstream text;
  if (pin->field_width_ > 32 && value > 0xffff'ffff) text << "0x" << std::hex;
  text << value;
  return text.str();
}

std::string PinRow::Field::json(std::uint64_t value) const {
  const bool named = value < pin->values_.size();
  return named ? '"' + std::string{pin->values_[value]} + '"' : std::to_string(value);
}

}  // namespace plexus
