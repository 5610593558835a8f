#include "hw/observe/part_view.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
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

struct Meaning {
  std::string_view word;
  PartKind kind;
};
constexpr std::array kMeanings{
    Meaning{"node", PartKind::kNode},        Meaning{"processor", PartKind::kNode},
    Meaning{"link", PartKind::kLink},        Meaning{"port", PartKind::kLink},
    Meaning{"branch", PartKind::kLink},      Meaning{"wire", PartKind::kLink},
    Meaning{"channel", PartKind::kChannel},  Meaning{"slot", PartKind::kChannel},
    Meaning{"coupler", PartKind::kChannel},  Meaning{"bus", PartKind::kChannel},
    Meaning{"element", PartKind::kElement},  Meaning{"switch", PartKind::kElement},
    Meaning{"crossbar", PartKind::kElement}, Meaning{"router", PartKind::kElement},
    Meaning{"queue", PartKind::kStore},      Meaning{"bank", PartKind::kStore},
};

std::optional<PartKind> kind_of(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    for (const Meaning& meaning : kMeanings) {
      if (word == meaning.word) return meaning.kind;
    }
  }
  return std::nullopt;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

PartView view_of(const std::string& part) {
  const std::vector<std::string> path = split(part, '.');
  const std::vector<std::string> words = split(path.back(), '_');
  PartView view;
  view.part = part;
  view.kind = kind_of(words).value_or(PartKind::kControl);
  view.label = joined(words);
  view.order = sortable(part);

  const auto to = std::ranges::find(words, "to");
  const bool has_ends = to != words.begin() && to != words.end() && std::next(to) != words.end();
  if (view.kind == PartKind::kLink && has_ends) {
    const std::vector<std::string> from{words.begin() + 1, to};
    const std::vector<std::string> goal{std::next(to), words.end()};
    view.label = joined(from) + " -> " + joined(goal);
    if (words.front() == "link") {  // behind the node that it leaves
      view.order = sortable(path.front() + ".node_" + joined(from) + '.' + path.back());
    }
  }
  if (path.size() > 2) {
    const std::string& above = path[path.size() - 2];
    view.group = joined(split(above, '_'));
    if (!above.empty() && is_digit(above.back())) view.label = view.group + ' ' + view.label;
  } else if (path.size() == 2 && view.kind == PartKind::kNode) {
    view.group = "nodes";
  }
  return view;
}

}  // namespace plexus
