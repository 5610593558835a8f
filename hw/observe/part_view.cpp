#include "hw/observe/part_view.hpp"

#include <algorithm>
#include <utility>

namespace plexus {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Words with spaces between them, numbers that follow each other with dots.
std::string words_of(std::string_view piece) {
  std::string words{piece};
  for (std::size_t at = words.find('_'); at != std::string::npos; at = words.find('_', at)) {
    const std::string_view before = std::string_view{words}.substr(0, at);
    const std::string_view word = before.substr(before.find_last_of(" .") + 1);
    const bool numbers = !word.empty() && std::ranges::all_of(word, is_digit) &&
                         at + 1 < words.size() && is_digit(words[at + 1]);
    words[at] = numbers ? '.' : ' ';
  }
  return words;
}

}  // namespace

std::string sort_key(std::string_view name) {
  constexpr std::size_t kDigits = 10;
  std::string key;
  key.reserve(name.size() + 2 * kDigits);
  for (auto at = name.begin(); at != name.end();) {
    const auto number = std::find_if(at, name.end(), is_digit);
    const auto end = std::find_if_not(number, name.end(), is_digit);
    const auto digits = static_cast<std::size_t>(end - number);
    key.append(at, number);
    if (digits > 0 && digits < kDigits) key.append(kDigits - digits, '0');
    key.append(number, end);
    at = end;
  }
  return key;
}

std::string spoken(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return words_of(name);
  const std::string own = words_of(name.substr(dot + 1));
  const std::string_view above = name.substr(0, dot);
  const std::size_t begin = above.rfind('.');
  const bool is_one_of_many =
      begin != std::string_view::npos && begin + 1 < dot && is_digit(above.back());
  return is_one_of_many ? words_of(above.substr(begin + 1)) + ' ' + own : own;
}

PartView named_view(std::string part, PartKind kind) {
  PartView view{{}, spoken(part), kind, sort_key(part)};
  view.part = std::move(part);
  return view;
}

PartView view_between(std::string part, PartKind kind, std::string from, std::string to) {
  PartView view{{}, from + " -> " + to, kind, sort_key(part), std::move(from), std::move(to)};
  view.part = std::move(part);
  return view;
}

PartView link_view(std::string part, std::string_view machine, std::string from, std::string to) {
  PartView view = view_between(std::move(part), PartKind::kLink, std::move(from), std::move(to));
  view.order = sort_key(std::string{machine} + ".node_" + view.from +
                        view.part.substr(view.part.rfind('.')));
  return view;
}

}  // namespace plexus
