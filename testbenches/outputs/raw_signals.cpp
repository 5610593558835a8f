#include "testbenches/outputs/raw_signals.hpp"

#include <algorithm>
#include <array>
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

/// No number lies in two words, as the language places them.
void raw_signals::find_words() {
  constexpr std::uintptr_t kWord = 8;
  const auto place_of = [this](std::uint32_t n) {
    return reinterpret_cast<std::uintptr_t>(numbers_[n].place);
  };
  std::vector<std::uint32_t> by_place(numbers_.size());
  std::iota(by_place.begin(), by_place.end(), 0U);
  std::ranges::sort(by_place, {}, [&](std::uint32_t n) { return std::pair{place_of(n), n}; });
  words_.clear();
  parts_.clear();
  std::uintptr_t begin = 0;
  for (const std::uint32_t n : by_place) {
    Number& number = numbers_[n];
    if (words_.empty() || place_of(n) / kWord != begin / kWord) {
      begin = place_of(n);
      words_.push_back({number.place, 0, static_cast<std::uint32_t>(parts_.size()), 0, 0});
    }
    Word& word = words_.back();
    const std::uintptr_t byte = place_of(n) - begin;
    word.bytes = std::max(word.bytes, static_cast<std::uint16_t>(byte + number.bytes));
    ++word.count;
    number.word = static_cast<std::uint32_t>(words_.size() - 1);
    number.shift = static_cast<std::uint8_t>(8 * byte);
    parts_.push_back({number.mask << number.shift, n});
  }
}

/// Most words are whole, or a bit that lies alone.
inline std::uint64_t raw_signals::read(const Word& word) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t value = 0;
  if (word.bytes == sizeof value) {
    std::memcpy(&value, word.place, sizeof value);
    return value;
  }
  return word.bytes == 1 ? std::to_integer<std::uint64_t>(*word.place) : read_pieces(word);
}

std::uint64_t raw_signals::read_pieces(const Word& word) {
  std::uint64_t value = 0;
  unsigned at = 0;
  const auto take = [&]<typename Piece>(Piece piece) {
    if ((word.bytes & sizeof piece) == 0) return;
    std::memcpy(&piece, word.place + at, sizeof piece);
    value |= std::uint64_t{piece} << 8 * at;
    at += sizeof piece;
  };
  take(std::uint32_t{});
  take(std::uint16_t{});
  take(std::uint8_t{});
  return value;
}

void raw_signals::sample() {
  if (parts_.size() != numbers_.size()) {  // for the first time
    find_words();
    changed_.assign((numbers_.size() + 63) / 64, 0);
    for (std::size_t n = 0; n < numbers_.size(); ++n)
      changed_[n / 64] |= std::uint64_t{1} << n % 64;
  }
  for (Word& word : words_) {
    const std::uint64_t value = read(word);
    const std::uint64_t differing = value ^ word.found;
    if (differing == 0) continue;
    word.found = value;
    for (std::uint32_t at = word.first; at < word.first + word.count; ++at) {
      const Part& part = parts_[at];
      if ((differing & part.mask) == 0) continue;
      changed_[part.number / 64] |= std::uint64_t{1} << part.number % 64;
    }
  }
  for (Other& other : others_) other.found = other.read();
}

void raw_signals::write() {
  for (std::size_t word = 0; word < changed_.size(); ++word) {
    for (std::uint64_t left = std::exchange(changed_[word], 0); left != 0; left &= left - 1) {
      Number& number = numbers_[64 * word + static_cast<std::size_t>(std::countr_zero(left))];
      const std::uint64_t value = words_[number.word].found >> number.shift & number.mask;
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
