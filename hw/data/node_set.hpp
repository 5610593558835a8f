#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A set of processors, as few intervals: small also when nearly all of them belong to it.
class NodeSet {
 public:
  NodeSet() = default;  ///< nobody
  /// Members in any order; what is named twice counts once.
  explicit NodeSet(std::vector<NodeId> members);
  /// One processor.
  static NodeSet one(NodeId member) { return run({member, 1}); }
  /// Processors first .. first + count - 1.
  static NodeSet run(Interval members) {
    NodeSet set;
    set.few_[0] = members;
    set.used_ = members.count == 0 ? 0 : 1;
    return set;
  }
  /// Processors 0 .. nodes - 1 without `left_out`: all readers of a broadcast.
  static NodeSet all_but(NodeId nodes, NodeId left_out);

  /// Runs of processors in rising order.
  [[nodiscard]] std::span<const Interval> intervals() const {
    return many_ ? std::span<const Interval>{*many_}
                 : std::span<const Interval>{few_.data(), used_};
  }
  /// Calls visit(member) for each, in rising order.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (const Interval& run : intervals()) {
      for (auto member = static_cast<NodeId>(run.first); member < run.end(); ++member)
        visit(member);
    }
  }
  [[nodiscard]] bool empty() const { return intervals().empty(); }
  [[nodiscard]] std::uint64_t count() const;
  [[nodiscard]] bool contains(NodeId node) const;
  /// One more than the highest member; 0 for nobody.
  [[nodiscard]] std::uint64_t end() const { return empty() ? 0 : intervals().back().end(); }

  friend bool operator==(const NodeSet& a, const NodeSet& b);
  /// `3` or `0-7 9`.
  friend std::ostream& operator<<(std::ostream& out, const NodeSet& set);

 private:
  std::array<Interval, 2> few_{};
  std::size_t used_ = 0;                               ///< of few_
  std::shared_ptr<const std::vector<Interval>> many_;  ///< all the intervals, where they are more
};

/// One flag per processor, 64 to a word.
class NodeFlags {
 public:
  explicit NodeFlags(NodeId nodes) : words_((nodes + 63) / 64) {}

  [[nodiscard]] bool at(NodeId node) const { return (words_[node / 64] >> node % 64 & 1) != 0; }
  /// Is the flag of any member set?
  [[nodiscard]] bool any(const NodeSet& members) const;
  /// How many flags are set.
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Sets the flags of members, none of which may be set.
  void set(const NodeSet& members);
  /// Takes them back; all of them must be set.
  void clear(const NodeSet& members);

 private:
  std::vector<std::uint64_t> words_;
  std::uint64_t count_ = 0;
};

}  // namespace plexus
