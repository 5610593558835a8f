#include "testbenches/outputs/raw_signals.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

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
  if (!out_->is_over()) sample();
}

namespace {

constexpr std::uint8_t kWord = 8;  ///< bytes

/// `bytes` bytes, fewer than a word has.
std::uint64_t read_pieces(const std::byte* place, unsigned bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t value = 0;
  unsigned at = 0;
  const auto take = [&]<typename Piece>(Piece piece) {
    if ((bytes & sizeof piece) == 0) return;
    std::memcpy(&piece, place + at, sizeof piece);
    value |= std::uint64_t{piece} << 8 * at;
    at += sizeof piece;
  };
  take(std::uint32_t{});
  take(std::uint16_t{});
  take(std::uint8_t{});
  return value;
}

}  // namespace

/// No number lies in two words, as the language places them.
void raw_signals::find_words() {
  const auto place_of = [this](std::uint32_t n) {
    return reinterpret_cast<std::uintptr_t>(numbers_[n].place);
  };
  std::vector<std::uint32_t> by_place(numbers_.size());
  std::iota(by_place.begin(), by_place.end(), 0U);
  std::ranges::sort(by_place, {}, [&](std::uint32_t n) { return std::pair{place_of(n), n}; });
  struct Found {
    std::span<const std::uint32_t> numbers;
    std::uint8_t bytes;
  };
  std::vector<Found> all;
  for (auto begin = by_place.begin(); begin != by_place.end();) {
    const auto end = std::find_if(begin, by_place.end(), [&](std::uint32_t n) {
      return place_of(n) / kWord != place_of(*begin) / kWord;
    });
    std::size_t bytes = 0;
    for (auto n = begin; n != end; ++n) {
      bytes = std::max(bytes, place_of(*n) - place_of(*begin) + numbers_[*n].bytes);
    }
    sc_assert(bytes <= kWord);  // numbers lie at multiples of their sizes
    all.push_back({{begin, end}, static_cast<std::uint8_t>(bytes)});
    begin = end;
  }
  const auto others =
      std::ranges::stable_partition(all, [](const Found& one) { return one.bytes == kWord; });
  const auto rest =
      std::ranges::stable_partition(others, [](const Found& one) { return one.bytes == 1; });
  wholes_ = all.size() - others.size();
  singles_ = others.size() - rest.size();
  words_.clear();
  bytes_.clear();
  begins_.clear();
  parts_.clear();
  for (const Found& one : all) {
    const std::byte* const place = numbers_[one.numbers.front()].place;
    begins_.push_back(static_cast<std::uint32_t>(parts_.size()));
    for (const std::uint32_t n : one.numbers) {
      Number& number = numbers_[n];
      number.word = static_cast<std::uint32_t>(words_.size());
      number.shift = static_cast<std::uint8_t>(8 * (number.place - place));
      parts_.push_back({number.mask << number.shift, n});
    }
    words_.push_back({place, 0});
    bytes_.push_back(one.bytes);
  }
  begins_.push_back(static_cast<std::uint32_t>(parts_.size()));
}

void raw_signals::look_at_words() {
  const auto found = [this](std::size_t at, std::uint64_t value) {
    const std::uint64_t differing = value ^ words_[at].found;
    if (differing == 0) return;
    words_[at].found = value;
    for (std::uint32_t i = begins_[at]; i < begins_[at + 1]; ++i) {
      if ((differing & parts_[i].mask) == 0) continue;
      changed_[parts_[i].number / 64] |= std::uint64_t{1} << parts_[i].number % 64;
    }
  };
  std::size_t at = 0;
  for (; at < wholes_; ++at) {
    std::uint64_t value = 0;
    std::memcpy(&value, words_[at].place, kWord);
    found(at, value);
  }
  for (; at < wholes_ + singles_; ++at) {
    found(at, std::to_integer<std::uint64_t>(*words_[at].place));
  }
  for (; at < words_.size(); ++at) found(at, read_pieces(words_[at].place, bytes_[at]));
}

void raw_signals::sample() {
  if (parts_.size() != numbers_.size()) {  // for the first time
    find_words();
    changed_.assign((numbers_.size() + 63) / 64, 0);
    for (std::size_t n = 0; n < numbers_.size(); ++n)
      changed_[n / 64] |= std::uint64_t{1} << n % 64;
  }
  look_at_words();
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

void raw_signals::add_number(const void* place, std::size_t bytes, const std::string& name,
                             int width) {
  if (!wants_(name)) return;
  Number number;
  number.place = static_cast<const std::byte*>(place);
  number.bytes = static_cast<std::uint8_t>(bytes);
  number.bit = width == 1;
  const int most = std::min(width, 8 * static_cast<int>(bytes));
  number.mask = most >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << most) - 1;
  number.id = declare(name, number.bit ? VcdWriter::Kind::kBit : VcdWriter::Kind::kBits);
  numbers_.push_back(number);
}

void raw_signals::add_other(const std::string& name, VcdWriter::Kind kind,
                            std::function<std::string()> read) {
  if (!wants_(name)) return;
  others_.push_back({std::move(read), "", "", declare(name, kind), kind});
}

void raw_signals::trace(const unsigned int& value, const std::string& name, const char** words) {
  add_other(name, VcdWriter::Kind::kText, [&value, words] {
    unsigned int last = 0;
    while (words[last] != nullptr) ++last;
    return value < last ? std::string{words[value]} : std::to_string(value);
  });
}

}  // namespace plexus
