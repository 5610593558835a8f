#include "rtl/frame/replay.hpp"

namespace plexus {

namespace {

/// Hexadecimal digits of a pin, at least one.
std::string digits_of(const VerilatedPin& pin) {
  constexpr const char* kDigits = "0123456789abcdef";
  const auto* const bytes = static_cast<const unsigned char*>(pin.at);  // the lowest first
  std::string digits;
  for (std::size_t i = (pin.width + 3) / 4; i-- > 0;) {
    const int digit = bytes[i / 2] >> (i % 2 == 0 ? 0 : 4) & 0xf;
    if (digit != 0 || !digits.empty() || i == 0) digits += kDigits[digit];
  }
  return digits;
}

}  // namespace

std::size_t TwinReplay::begin(const std::string& block, const std::string& part,
                              const Parameters& sizes, std::span<const VerilatedPin> pins) {
  out_ << "twin " << twins_ << ' ' << block << ' ' << part;
  for (const auto& [name, value] : sizes) out_ << ' ' << name << '=' << value;
  out_ << " :";
  for (const VerilatedPin& pin : pins)
    out_ << ' ' << pin.name << (pin.input ? '<' : '>') << pin.width;
  out_ << '\n';
  return twins_++;
}

void TwinReplay::evaluated(std::size_t twin, std::span<const VerilatedPin> pins) {
  out_ << twin;
  for (const VerilatedPin& pin : pins) out_ << ' ' << digits_of(pin);
  out_ << '\n';
}

}  // namespace plexus
