#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <type_traits>

namespace plexus {

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
  static char* put(char* to, Hundredths number) {
    to = put(put(to, number.count / 100), '.');
    return put_two(to, static_cast<std::uint64_t>(number.count % 100));
  }
  /// Most numbers have few digits.
  template <std::integral Number>
  static char* put(char* to, Number number) {
    const auto digits = static_cast<std::make_unsigned_t<Number>>(number);
    if (digits < 10) return put(to, static_cast<char>('0' + digits));
    if (digits < 100) return put_two(to, digits);
    if (digits < 1000) return put_two(put(to, static_cast<char>('0' + digits / 100)), digits % 100);
    if (digits < 10000) return put_two(put_two(to, digits / 100), digits % 100);
    return std::to_chars(to, to + kDigits, number).ptr;
  }
  static char* put_two(char* to, std::uint64_t number) {
    std::memcpy(to, kPairs.data() + 2 * number, 2);
    return to + 2;
  }

  /// 00 01 .. 99
  static constexpr auto kPairs = [] {
    std::array<char, 200> all{};
    for (std::size_t number = 0; number < 100; ++number) {
      all[2 * number] = static_cast<char>('0' + number / 10);
      all[2 * number + 1] = static_cast<char>('0' + number % 10);
    }
    return all;
  }();

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
