#include "testbenches/outputs/readable.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

constexpr std::size_t kMostOfAWord = 70;  ///< bytes: what fits on a line with the words around it

/// Bytes of the UTF-8 character at the front of `text`; 0 if there is none.
std::size_t character_at(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first < 0x80                      ? 1
                             : (first >= 0xc2 && first < 0xe0) ? 2
                             : (first >= 0xe0 && first < 0xf0) ? 3
                             : (first >= 0xf0 && first < 0xf5) ? 4
                                                               : 0;
  if (length > text.size()) return 0;
  const auto follows = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; };
  if (length > 1 && !std::ranges::all_of(text.substr(1, length - 1), follows)) return 0;
  return length;
}

}  // namespace

std::string readable(std::string_view sentence) {
  std::string shown;
  std::size_t word = 0;  // bytes of the present word
  while (!sentence.empty()) {
    const std::size_t length = character_at(sentence);
    const auto byte = static_cast<unsigned char>(sentence.front());
    std::string piece{sentence.substr(0, std::max<std::size_t>(length, 1))};
    if (length == 0) {
      piece = fmt::format("\\x{:02x}", byte);
    } else if (byte == '\n') {
      piece = "\\n";
    } else if (byte < ' ' || byte == 0x7f) {
      piece = fmt::format("\\x{:02x}", byte);
    }
    sentence.remove_prefix(std::max<std::size_t>(length, 1));
    const std::size_t before = word;
    word = piece == " " ? 0 : word + piece.size();
    if (word <= kMostOfAWord) {
      shown += piece;
    } else if (before <= kMostOfAWord) {
      shown += "..";
    }
  }
  return shown;
}

std::string readable_lines(std::string_view lines) {
  std::string shown;
  while (true) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    shown += readable(lines.substr(0, end));
    if (end == lines.size()) return shown;
    shown += '\n';
    lines.remove_prefix(end + 1);
  }
}

std::string dumped(const Json& object) {
  return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace plexus
