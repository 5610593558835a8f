#include "models/pops/data.hpp"

#include <algorithm>
#include <sstream>

namespace plexus {

namespace {

template <typename... Part>
std::string text_of(const Part&... part) {
  std::ostringstream text;
  (text << ... << part);
  return text.str();
}

void note_first(std::optional<std::string>& wrong, std::string sentence) {
  if (!wrong) wrong = std::move(sentence);
}

}  // namespace

void pops_data::result(NodeId /*x*/, const MessageData& /*value*/) {}

void pops_data::keep(NodeId /*x*/, const Message& /*message*/) {}

void one_datum::keep(NodeId x, const Message& message) {
  if (message.data[0] != expected_[x]) {
    note_first(wrong_,
               text_of("Node ", x, " received datum ", message.data[0], ", which is not for it."));
  } else if (std::exchange(got_[x], 1) != 0) {
    note_first(wrong_, text_of("Node ", x, " received datum ", message.data[0], " twice."));
  }
}

std::optional<std::string> one_datum::problem() const {
  if (wrong_) return wrong_;
  for (std::size_t x = 0; x < expected_.size(); ++x) {
    if (expected_[x] == kNone || got_[x] != 0) continue;
    return text_of("Node ", x, " has not received datum ", expected_[x], '.');
  }
  return std::nullopt;
}

void row_of_data::keep(NodeId x, const Message& message) {
  const std::uint64_t origin = personal_ ? message.data[0] / nodes_ : message.data[0];
  const bool mine = personal_ ? message.data[0] % nodes_ == x : !only_ || *only_ == x;
  if (!mine || origin >= nodes_ || origin == x) {
    return note_first(
        wrong_, text_of("Node ", x, " received datum ", message.data[0], ", which is not for it."));
  }
  std::vector<std::uint64_t>& bits = got_[x];
  if (bits.empty()) bits.resize((nodes_ + 63) / 64);
  const std::uint64_t bit = std::uint64_t{1} << origin % 64;
  std::uint64_t& word = bits[origin / 64];
  if ((word & bit) != 0) {
    note_first(wrong_, text_of("Node ", x, " received datum ", message.data[0], " twice."));
  }
  word |= bit;
}

std::optional<std::string> row_of_data::problem() const {
  if (wrong_) return wrong_;
  for (NodeId x = 0; x < nodes_; ++x) {
    if (only_ && *only_ != x) continue;
    for (NodeId origin = 0; origin < nodes_; ++origin) {
      if (origin == x) continue;
      if (!got_[x].empty() && (got_[x][origin / 64] >> origin % 64 & 1) != 0) continue;
      return text_of("Node ", x, " has not received the datum of node ", origin, '.');
    }
  }
  return std::nullopt;
}

listed_data::listed_data(std::vector<std::vector<NodeId>> receivers)
    : receivers_{std::move(receivers)} {
  got_.reserve(receivers_.size());
  for (const auto& list : receivers_) got_.emplace_back(list.size(), false);
}

void listed_data::keep(NodeId x, const Message& message) {
  const std::uint64_t number = message.data[0];
  const auto& list = receivers_[number];
  const auto place = std::ranges::lower_bound(list, x);
  if (place == list.end() || *place != x) {
    return note_first(wrong_,
                      text_of("Node ", x, " received message ", number, ", which is not for it."));
  }
  ++arrived_;
  auto&& got = got_[number][static_cast<std::size_t>(place - list.begin())];
  if (got) note_first(wrong_, text_of("Node ", x, " received message ", number, " twice."));
  got = true;
}

std::optional<std::string> listed_data::problem() const {
  if (wrong_) return wrong_;
  for (std::size_t number = 0; number < receivers_.size(); ++number) {
    for (std::size_t i = 0; i < receivers_[number].size(); ++i) {
      if (got_[number][i]) continue;
      return text_of("Node ", receivers_[number][i], " has not received message ", number, '.');
    }
  }
  return std::nullopt;
}

std::optional<std::string> computed::problem() const {
  for (std::size_t x = 0; x < expected_.size(); ++x) {
    if (results_[x] == expected_[x]) continue;
    if (!results_[x]) return text_of("Node ", x, " has no result.");
    if (!expected_[x]) return text_of("Node ", x, " has a result, which it should not have.");
    return text_of("Node ", x, " has worked out a wrong result.");
  }
  return std::nullopt;
}

}  // namespace plexus
