#include "hw/observe/part_view.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace plexus {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    pieces.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return pieces;
}

/// Numbers filled up with zeros, so that comparing letters compares numbers.
std::string sortable(const std::string& name) {
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

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

PartView view_of(const std::string& part, PartKind kind) {
  const std::vector<std::string> path = split(part, '.');
  const std::vector<std::string> words = split(path.back(), '_');
  PartView view;
  view.part = part;
  view.kind = kind;
  view.label = joined(words);
  view.order = sortable(part);

  const auto to = std::ranges::find(words, "to");
  const bool has_ends = to != words.begin() && to != words.end() && std::next(to) != words.end();
  if (has_ends) {
    view.from = joined({words.begin() + 1, to});
    view.to = joined({std::next(to), words.end()});
    view.label = view.from + " -> " + view.to;
    if (words.front() == "link") {  // behind the node that it leaves
      view.order = sortable(path.front() + ".node_" + view.from + '.' + path.back());
    }
  }
  if (path.size() > 2) {
    const std::string& above = path[path.size() - 2];
    if (!above.empty() && is_digit(above.back())) {
      const std::string group = joined(split(above, '_')) + ' ';
      view.label = group + view.label;
      if (has_ends) view.from = group + view.from;
    }
  }
  return view;
}

}  // namespace plexus
