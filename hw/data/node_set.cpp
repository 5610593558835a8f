#include "hw/data/node_set.hpp"

#include <algorithm>

namespace plexus {

NodeSet::NodeSet(std::vector<NodeId> members) {
  std::ranges::sort(members);
  std::vector<Interval> intervals;
  for (const NodeId member : members) {
    if (!intervals.empty() && intervals.back().end() > member) continue;
    if (!intervals.empty() && intervals.back().end() == member) {
      ++intervals.back().count;
    } else {
      intervals.push_back({member, 1});
    }
  }
  if (intervals.size() > few_.size()) {
    many_ = std::make_shared<const std::vector<Interval>>(std::move(intervals));
  } else {
    std::ranges::copy(intervals, few_.begin());
    used_ = intervals.size();
  }
}

NodeSet NodeSet::all_but(NodeId nodes, NodeId left_out) {
  NodeSet set;
  if (left_out > 0) set.few_[set.used_++] = {0, left_out};
  if (left_out + 1 < nodes) set.few_[set.used_++] = {left_out + 1, nodes - left_out - 1};
  return set;
}

std::uint64_t NodeSet::count() const {
  std::uint64_t members = 0;
  for (const Interval& interval : intervals()) members += interval.count;
  return members;
}

bool NodeSet::contains(NodeId node) const {
  return std::ranges::any_of(intervals(), [node](const Interval& interval) {
    return interval.first <= node && node < interval.end();
  });
}

bool operator==(const NodeSet& a, const NodeSet& b) {
  return std::ranges::equal(a.intervals(), b.intervals());
}

std::ostream& operator<<(std::ostream& out, const NodeSet& set) {
  print_runs(out, set.intervals());
  return out;
}

bool NodeFlags::any(const NodeSet& members) const {
  return std::ranges::any_of(members.intervals(), [&](const Interval& run) {
    return !for_each_mask(
        run, [&](std::size_t word, std::uint64_t mask) { return (words_[word] & mask) == 0; });
  });
}

void NodeFlags::set(const NodeSet& members) {
  for (const Interval& run : members.intervals()) {
    for_each_mask(run, [&](std::size_t word, std::uint64_t mask) {
      words_[word] |= mask;
      return true;
    });
  }
  count_ += members.count();
}

void NodeFlags::clear(const NodeSet& members) {
  for (const Interval& run : members.intervals()) {
    for_each_mask(run, [&](std::size_t word, std::uint64_t mask) {
      words_[word] &= ~mask;
      return true;
    });
  }
  count_ -= members.count();
}

}  // namespace plexus
