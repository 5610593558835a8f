#include "models/schedule/places.hpp"

#include <charconv>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

namespace plexus {

namespace {

constexpr std::string_view kLetters = "?ios";
constexpr std::uint64_t kHighest = 1'000'000'000;  ///< offset that a file may name

std::optional<std::uint64_t> offset_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value > kHighest) return {};
  return value;
}

}  // namespace

std::uint64_t count_of(const Places& places) {
  std::uint64_t count = 0;
  for (const PlaceRun& run : places) count += run.offsets.count;
  return count;
}

void add_place(Places& places, BufferPlace place) {
  if (!places.empty() && places.back().buffer == place.buffer &&
      places.back().offsets.end() == place.offset) {
    ++places.back().offsets.count;
  } else {
    places.push_back({place.buffer, {place.offset, 1}});
  }
}

std::string to_text(const Places& places) {
  std::string text;
  for (const PlaceRun& run : places) {
    if (!text.empty()) text += ' ';
    if (run.buffer != Buffer::kBlocks) text += kLetters[static_cast<std::size_t>(run.buffer)];
    text += std::to_string(run.offsets.first);
    if (run.offsets.count > 1) text += fmt::format("-{}", run.offsets.end() - 1);
  }
  return text;
}

std::optional<Places> parse_places(const std::string& text) {
  Places places;
  std::istringstream in{text};
  for (std::string word; in >> word;) {
    const std::size_t letter = kLetters.find(word.front(), 1);
    if (letter == std::string_view::npos) return {};
    const std::string_view numbers = std::string_view{word}.substr(1);
    const std::size_t dash = numbers.find('-');
    const auto first = offset_of(numbers.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : offset_of(numbers.substr(dash + 1));
    if (!first || !last || *last < *first) return {};
    places.push_back({static_cast<Buffer>(letter), {*first, *last - *first + 1}});
  }
  if (places.empty()) return {};
  return places;
}

}  // namespace plexus
