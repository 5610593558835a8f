#include "models/pops/outcome.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace plexus {

void PopsOutcome::keep(NodeId x, const MessageData& data) {
  ++came_[x].data;
  came_[x].fingerprint += mixed(mixed(mixed(data[0]) + data[1]) + data[2]);
}

std::optional<std::string> PopsOutcome::other_data(const PopsOutcome& other) const {
  for (std::size_t x = 0; x < came_.size(); ++x) {
    if (came_[x] == other.came_[x]) continue;
    const auto [got, due] = std::pair{came_[x].data, other.came_[x].data};
    if (got == due) return fmt::format("Node {} has received other data than those for it.", x);
    return fmt::format("Node {} has received {} data, and {} are for it.", x, got, due);
  }
  return std::nullopt;
}

std::optional<std::string> PopsOutcome::violation_of(const Operation& operation) const {
  PopsOutcome due{static_cast<NodeId>(came_.size())};
  for (NodeId x = 0; operation.after && x < came_.size(); ++x) {
    const auto before = operation.before ? operation.before(x) : std::vector<Interval>{};
    for (const Interval& blocks : operation.after(x)) {
      for (BlockId block = blocks.first; block < blocks.end(); ++block) {
        const bool there = std::ranges::any_of(before, [block](const Interval& held) {
          return held.first <= block && block < held.end();
        });
        if (!there) due.keep(x, datum(block));
      }
    }
  }
  return other_data(due);
}

std::optional<std::string> PopsOutcome::wrong_result(
    const std::vector<std::optional<MessageData>>& expected) const {
  for (std::size_t x = 0; x < expected.size(); ++x) {
    if (results_[x] == expected[x]) continue;
    return fmt::format("Node {} has {} result.", x,
                       !results_[x]   ? "no"
                       : !expected[x] ? "a result, and should have no"
                                      : "worked out a wrong");
  }
  return std::nullopt;
}

}  // namespace plexus
