#include "testbenches/outputs/raw_signals.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace plexus {

raw_signals::raw_signals(VcdWriter& out, Wants wants, std::function<void()> ended)
    : out_{&out}, wants_{std::move(wants)}, ended_{std::move(ended)} {
#if IEEE_1666_SYSTEMC >= 202301L  // tells the stages of a simulation to whoever asks
  sc_core::sc_register_stage_callback(*this, sc_core::SC_PRE_TIMESTEP);
#else
  sc_core::sc_get_curr_simcontext()->add_trace_file(this);
#endif
}

raw_signals::~raw_signals() {
#if IEEE_1666_SYSTEMC >= 202301L
  sc_core::sc_unregister_stage_callback(*this, sc_core::SC_PRE_TIMESTEP);
#else
  sc_core::sc_get_curr_simcontext()->remove_trace_file(this);
#endif
}

void raw_signals::cycle(bool delta) {
  if (delta) return;
  ended_();
  sample();
}

std::uint64_t raw_signals::found(const Number& number) const {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t value = 0;
  std::memcpy(&value, &copies_[number.copy], sizeof value);
  return value & number.mask;
}

/// Memory that lies within eight bytes of two numbers belongs to what they belong to.
void raw_signals::find_neighbours() {
  constexpr std::size_t kGap = 8;
  constexpr std::size_t kMost = 64;
  by_place_.resize(numbers_.size());
  std::iota(by_place_.begin(), by_place_.end(), 0U);
  std::ranges::sort(by_place_, std::less<>{}, [this](std::uint32_t n) {
    return std::pair{reinterpret_cast<std::uintptr_t>(numbers_[n].place), n};
  });
  neighbours_.clear();
  changed_.assign((numbers_.size() + 63) / 64, 0);
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < by_place_.size(); ++i) {
    Number& next = numbers_[by_place_[i]];
    const auto behind = [&next](const Neighbours& some) {
      return reinterpret_cast<std::uintptr_t>(next.place) -
             reinterpret_cast<std::uintptr_t>(some.begin);
    };
    if (neighbours_.empty() || behind(neighbours_.back()) >= neighbours_.back().bytes + kGap ||
        behind(neighbours_.back()) + next.bytes > kMost) {
      neighbours_.push_back({next.place, 0, bytes, i, 0});
    }
    Neighbours& some = neighbours_.back();
    const std::size_t end = std::max(some.bytes, behind(some) + next.bytes);
    bytes += end - some.bytes;
    some.bytes = end;
    ++some.count;
    next.copy = some.copy + behind(some);
  }
  copies_.resize(bytes + sizeof(std::uint64_t));
}

void raw_signals::look_at(const Neighbours& some) {
  std::memcpy(&copies_[some.copy], some.begin, some.bytes);
  for (std::size_t i = some.first; i < some.first + some.count; ++i) {
    const std::uint32_t n = by_place_[i];
    const bool changed = found(numbers_[n]) != numbers_[n].written;
    changed_[n / 64] |= std::uint64_t{changed} << n % 64;
  }
}

void raw_signals::sample() {
  const bool is_first = by_place_.size() != numbers_.size();
  if (is_first) find_neighbours();
  for (const Neighbours& some : neighbours_) {
    if (is_first || std::memcmp(&copies_[some.copy], some.begin, some.bytes) != 0) look_at(some);
  }
  for (Other& other : others_) other.found = other.read();
}

void raw_signals::write() {
  for (std::size_t word = 0; word < changed_.size(); ++word) {
    for (std::uint64_t left = std::exchange(changed_[word], 0); left != 0; left &= left - 1) {
      Number& number = numbers_[64 * word + static_cast<std::size_t>(std::countr_zero(left))];
      const std::uint64_t value = found(number);
      if (value == number.written) continue;  // it has gone back in the same time step
      if (number.bit) {
        out_->bit(number.id, value != 0);
      } else {
        out_->bits(number.id, value);
      }
      number.written = value;
    }
  }
  for (Other& other : others_) {
    if (other.found == other.written) continue;
    other.written = other.found;
    if (other.kind == VcdWriter::Kind::kReal) {
      out_->real(other.id, std::stod(other.found));
    } else if (other.kind == VcdWriter::Kind::kText) {
      out_->text(other.id, other.found);
    } else {
      out_->digits(other.id, other.found);
    }
  }
}

VcdWriter::Id raw_signals::declare(const std::string& name, VcdWriter::Kind kind, unsigned width) {
  const std::size_t dot = name.rfind('.');
  const bool nested = dot != std::string::npos;
  return out_->add(nested ? name.substr(0, dot) : "", nested ? name.substr(dot + 1) : name, kind,
                   width);
}

template <typename Value>
void raw_signals::add_number(const Value& value, const std::string& name, int width) {
  if (!wants_(name)) return;
  Number number;
  number.place = reinterpret_cast<const std::byte*>(&value);
  number.bytes = sizeof(Value);
  number.bit = width == 1;
  const int most = std::min(width, 8 * static_cast<int>(sizeof(Value)));
  number.mask = most >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << most) - 1;
  number.id = declare(name, number.bit ? VcdWriter::Kind::kBit : VcdWriter::Kind::kBits);
  numbers_.push_back(number);
}

void raw_signals::add_other(const std::string& name, VcdWriter::Kind kind,
                            std::function<std::string()> read) {
  if (!wants_(name)) return;
  others_.push_back({std::move(read), "", "", declare(name, kind), kind});
}

void raw_signals::trace(const bool& value, const std::string& name) { add_number(value, name, 1); }
void raw_signals::trace(const unsigned char& value, const std::string& name, int width) {
  add_number(value, name, width);
}
void raw_signals::trace(const unsigned short& value, const std::string& name, int width) {
  add_number(value, name, width);
}
void raw_signals::trace(const unsigned int& value, const std::string& name, int width) {
  add_number(value, name, width);
}
void raw_signals::trace(const unsigned long& value, const std::string& name, int width) {
  add_number(value, name, width);
}
void raw_signals::trace(const char& value, const std::string& name, int width) {
  add_number(value, name, width);
}
void raw_signals::trace(const short& value, const std::string& name, int width) {
  add_number(value, name, width);
}
void raw_signals::trace(const int& value, const std::string& name, int width) {
  add_number(value, name, width);
}
void raw_signals::trace(const long& value, const std::string& name, int width) {
  add_number(value, name, width);
}
void raw_signals::trace(const sc_dt::int64& value, const std::string& name, int width) {
  add_number(value, name, width);
}
void raw_signals::trace(const sc_dt::uint64& value, const std::string& name, int width) {
  add_number(value, name, width);
}

void raw_signals::trace(const sc_core::sc_time& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kReal, [&value] { return std::to_string(value.to_seconds()); });
}
void raw_signals::trace(const sc_dt::sc_bit& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kBits, [&value] { return std::string(1, value.to_char()); });
}
void raw_signals::trace(const sc_dt::sc_logic& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kBits, [&value] { return std::string(1, value.to_char()); });
}
void raw_signals::trace(const float& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kReal, [&value] { return fmt::format("{}", value); });
}
void raw_signals::trace(const double& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kReal, [&value] { return fmt::format("{}", value); });
}

namespace {

/// Binary digits without a sign or a prefix.
template <typename Value>
auto binary(const Value& value) {
  return [&value] { return value.to_string(sc_dt::SC_BIN_US, false); };
}

}  // namespace

void raw_signals::trace(const sc_dt::sc_int_base& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kBits, binary(value));
}
void raw_signals::trace(const sc_dt::sc_uint_base& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kBits, binary(value));
}
void raw_signals::trace(const sc_dt::sc_signed& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kBits, binary(value));
}
void raw_signals::trace(const sc_dt::sc_unsigned& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kBits, binary(value));
}
void raw_signals::trace(const sc_dt::sc_bv_base& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kBits, [&value] { return value.to_string(); });
}
void raw_signals::trace(const sc_dt::sc_lv_base& value, const std::string& name) {
  add_other(name, VcdWriter::Kind::kBits, [&value] { return value.to_string(); });
}

void raw_signals::trace_text(const std::string& text, const std::string& name) {
  add_other(name, VcdWriter::Kind::kText, [&text] { return text; });
}

void raw_signals::trace(const unsigned int& value, const std::string& name, const char** words) {
  add_other(name, VcdWriter::Kind::kText, [&value, words] {
    unsigned int last = 0;
    while (words[last] != nullptr) ++last;
    return value < last ? std::string{words[value]} : std::to_string(value);
  });
}

}  // namespace plexus
