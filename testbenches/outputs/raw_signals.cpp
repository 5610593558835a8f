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

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kMostNeighbours = 64;  ///< bytes

}  // namespace

/// Memory that lies within eight bytes of two numbers belongs to what they belong to. No number
/// lies in two words, as the language places them.
void raw_signals::find_neighbours() {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::size_t kGap = 8;
  std::vector<std::uint32_t> by_place(numbers_.size());
  std::iota(by_place.begin(), by_place.end(), 0U);
  std::ranges::sort(by_place, std::less<>{}, [this](std::uint32_t n) {
    return std::pair{reinterpret_cast<std::uintptr_t>(numbers_[n].place), n};
  });
  neighbours_.clear();
  words_.clear();
  pieces_.clear();
  begins_.clear();
  for (const std::uint32_t n : by_place) {
    Number& next = numbers_[n];
    const auto place = reinterpret_cast<std::uintptr_t>(next.place);
    const auto behind = [place](const Neighbours& some) {
      return place - reinterpret_cast<std::uintptr_t>(some.begin);
    };
    if (neighbours_.empty() || behind(neighbours_.back()) >= neighbours_.back().bytes + kGap ||
        behind(neighbours_.back()) + next.bytes > kMostNeighbours) {
      neighbours_.push_back({next.place, 0, place % kWord, words_.size()});
    }
    Neighbours& some = neighbours_.back();
    some.bytes = std::max(some.bytes, behind(some) + next.bytes);
    const std::size_t byte = some.before + behind(some);
    next.word = static_cast<std::uint32_t>(some.first + byte / kWord);
    next.shift = static_cast<std::uint8_t>(8 * (byte % kWord));
    words_.resize(next.word + std::size_t{1}, 0);
    begins_.resize(words_.size(), static_cast<std::uint32_t>(pieces_.size()));
    pieces_.push_back({n, next.mask << next.shift});
  }
  begins_.push_back(static_cast<std::uint32_t>(pieces_.size()));
}

void raw_signals::look_at(const Neighbours& some) {
  std::array<std::uint64_t, kMostNeighbours / kWord + 1> found{};
  std::memcpy(reinterpret_cast<std::byte*>(found.data()) + some.before, some.begin, some.bytes);
  std::uint64_t* const words = &words_[some.first];
  const std::uint32_t* const begins = &begins_[some.first];
  const Piece* const pieces = pieces_.data();
  std::uint64_t* const changed = changed_.data();
  const std::size_t count = (some.before + some.bytes + kWord - 1) / kWord;
  for (std::size_t word = 0; word < count; ++word) {
    const std::uint64_t differing = found[word] ^ words[word];
    if (differing == 0) continue;
    words[word] = found[word];
    for (std::uint32_t at = begins[word]; at < begins[word + 1]; ++at) {
      const std::uint64_t bit = (differing & pieces[at].mask) != 0 ? 1 : 0;
      changed[pieces[at].number / 64] |= bit << pieces[at].number % 64;
    }
  }
}

namespace {

/// Are the bytes the same?
bool same(const std::byte* one, const std::byte* other, std::size_t bytes) {
  for (; bytes >= kWord; bytes -= kWord, one += kWord, other += kWord) {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::memcpy(&first, one, kWord);
    std::memcpy(&second, other, kWord);
    if (first != second) return false;
  }
  for (; bytes > 0; --bytes) {
    if (*one++ != *other++) return false;
  }
  return true;
}

}  // namespace

void raw_signals::sample() {
  if (known_ != numbers_.size()) {
    find_neighbours();
    known_ = numbers_.size();
    changed_.assign((known_ + 63) / 64, 0);
    for (std::size_t n = 0; n < known_; ++n) changed_[n / 64] |= std::uint64_t{1} << n % 64;
  }
  const auto* const words = reinterpret_cast<const std::byte*>(words_.data());
  for (const Neighbours& some : neighbours_) {
    const std::byte* const known = words + kWord * some.first + some.before;
    if (!same(known, some.begin, some.bytes)) look_at(some);
  }
  for (Other& other : others_) other.found = other.read();
}

void raw_signals::write() {
  for (std::size_t word = 0; word < changed_.size(); ++word) {
    for (std::uint64_t left = std::exchange(changed_[word], 0); left != 0; left &= left - 1) {
      Number& number = numbers_[64 * word + static_cast<std::size_t>(std::countr_zero(left))];
      const std::uint64_t value = words_[number.word] >> number.shift & number.mask;
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
