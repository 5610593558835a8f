#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace plexus {

/// At most `kMost` letters that are written again and again: however many they are, all of the
/// places are copied, which costs less than to count.
template <std::size_t kMost>
struct LettersUpTo {
  constexpr LettersUpTo() = default;
  constexpr explicit LettersUpTo(std::string_view text) : size{text.size()} {
    for (std::size_t i = 0; i < size; ++i) letters.at(i) = text[i];
  }

  std::array<char, kMost> letters{};
  std::size_t size = 0;
};

/// A number of hundredths, as 12.34; not less than none.
struct Hundredths {
  std::int64_t count;
};

/// Letters of an output that are not written yet. Rows of traces and waves are many and alike:
/// their pieces are put one behind the other where room has been made for all of them at once,
/// without a format to read.
class TextBuffer {
 public:
  /// Appends strings, letters and whole numbers. An array of letters is one that stands in quotes.
  template <typename... Pieces>
  void add(const Pieces&... pieces) {
    char* to = room((most(pieces) + ...));
    ((to = put(to, pieces)), ...);
    wrote(to);
  }

  /// A cell after RFC 4180: quotes around what holds a comma, a quote or the end of a line.
  void add_csv(std::string_view words) {
    if (words.find_first_of(",\"\r\n") == std::string_view::npos) return add(words);
    add('"');
    for (const char letter : words) add(letter == '"' ? "\"" : "", letter);
    add('"');
  }

  /// Where the next letters go; at least `count` fit. `wrote` says where they end.
  [[nodiscard]] char* room(std::size_t count) {
    if (capacity_ - size_ < count) grow(count);
    return letters_.get() + size_;
  }
  void wrote(const char* end) { size_ = static_cast<std::size_t>(end - letters_.get()); }

  [[nodiscard]] const char* data() const { return letters_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string_view view() const { return {letters_.get(), size_}; }
  void clear() { size_ = 0; }
  /// Only the first `size` letters stay.
  void cut(std::size_t size) { size_ = size; }

 private:
  static constexpr std::size_t kDigits = 20;  ///< of the longest whole number, with its sign

  static std::size_t most(std::string_view text) { return text.size(); }
  template <std::size_t kSize>
  static constexpr std::size_t most(const char (&)[kSize]) {
    return kSize - 1;
  }
  template <std::size_t kMost>
  static constexpr std::size_t most(const LettersUpTo<kMost>&) {
    return kMost;
  }
  static constexpr std::size_t most(Hundredths) { return kDigits + 3; }
  static constexpr std::size_t most(char) { return 1; }
  template <std::integral Number>
  static constexpr std::size_t most(Number) {
    return kDigits;
  }
  static char* put(char* to, std::string_view text) {
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    return to + text.size();
  }
  template <std::size_t kSize>
  static char* put(char* to, const char (&text)[kSize]) {
    std::memcpy(to, text, kSize - 1);
    return to + kSize - 1;
  }
  static char* put(char* to, char letter) {
    *to = letter;
    return to + 1;
  }
  template <std::size_t kMost>
  static char* put(char* to, const LettersUpTo<kMost>& text) {
    std::memcpy(to, text.letters.data(), kMost);
    return to + text.size;
  }
  static char* put(char* to, Hundredths number) {
    to = put(put(to, number.count / 100), '.');
    return put(put(to, number.count % 100 / 10), number.count % 10);
  }
  template <std::integral Number>
  static char* put(char* to, Number number) {
    return std::to_chars(to, to + kDigits, number).ptr;
  }

  [[gnu::noinline]] void grow(std::size_t count) {
    const std::size_t capacity = 2 * capacity_ + count;
    auto letters = std::make_unique_for_overwrite<char[]>(capacity);
    if (size_ > 0) std::memcpy(letters.get(), letters_.get(), size_);
    letters_ = std::move(letters);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> letters_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace plexus
