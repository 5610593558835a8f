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

void Pin::bind(std::span<const VerilatedPin> pins, bool input, const Parameters& parameters,
               const std::string& block) {
  const auto width_of = [&](const std::string& name) -> unsigned {
    for (const VerilatedPin& pin : pins) {
      if (name + "_i" == pin.name || name + "_o" == pin.name) return pin.width;
    }
    return 0;
  };
  for (const VerilatedPin& pin : pins) {
    if (pin.input != input || name() + (input ? "_i" : "_o") != pin.name) continue;
    at_ = pin.at;
    width_ = pin.width;
  }
  if (width_ == 0) {
    if (name() != name_) return;
    throw UnusableSource{"The twin of " + block + " has no pin " + name_ + '.'};
  }
  if (per_ != nullptr) {
    const auto known =
        std::ranges::find(parameters, std::string{per_}, [](const auto& one) { return one.first; });
    const std::uint64_t number = known == parameters.end() ? width_of(per_) : known->second;
    const bool wide = std::string_view{per_}.ends_with("Width");
    if (number > 0) field_width_ = static_cast<unsigned>(wide ? number : width_ / number);
  }
  if (field_width_ == 0) field_width_ = width_ <= 64 ? width_ : 32;
  fields_ = (width_ + field_width_ - 1) / field_width_;
  words_.resize((width_ + 63) / 64);
  cares_.resize(words_.size());
}

bool Pin::drive() const {
  const std::size_t bytes = bytes_of(width_);
  if (std::memcmp(at_, words_.data(), bytes) == 0) return false;
  std::memcpy(at_, words_.data(), bytes);  // little endian
  return true;
}

void Pin::take() {
  if (!words_.empty()) std::memcpy(words_.data(), at_, bytes_of(width_));
}

std::string Pin::text(std::uint64_t value) const {
  if (value < values_.size()) return values_[value];
  std::ostringstream text;
  if (field_width_ > 32 && value > 0xffff'ffff) text << "0x" << std::hex;
  text << value;
  return text.str();
}

std::string Pin::json(std::uint64_t value) const {
  return value < values_.size() ? '"' + std::string{values_[value]} + '"' : std::to_string(value);
}

}  // namespace plexus
