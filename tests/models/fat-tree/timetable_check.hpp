#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

/// What a plain count says of a timetable: an independent second opinion that knows no routers,
/// only where a packet is in which step.
struct TimetableCheck {
  std::int64_t steps = 0;                    ///< until the last arrival
  std::uint64_t transfers = 0;               ///< link traversals
  std::uint64_t injected = 0;                ///< packets dispatched
  std::string overload;                      ///< a branch with more packets than links; empty: none
  std::vector<std::vector<int>> deliveries;  ///< [source][destination]
};

/// Counts where the packets of `timetables`, by leaf, are in each step.
class TimetableCounter {
 public:
  TimetableCounter(const FatTreeShape& tree, const std::vector<Timetable>& timetables)
      : tree_{tree} {
    check_.deliveries.assign(tree.nodes(), std::vector<int>(tree.nodes(), 0));
    for (NodeId leaf = 0; leaf < tree.nodes(); ++leaf) {
      for (const Dispatch& packet : timetables[leaf]) follow(leaf, packet);
    }
  }
  [[nodiscard]] const TimetableCheck& check() const { return check_; }

 private:
  void use(bool up, unsigned j, NodeId branch, std::int64_t step) {
    ++check_.transfers;
    const auto load = ++loads_[{up, j, branch, step}];
    if (load > tree_.capacity(j) || step < 1) {
      check_.overload = (up ? "up " : "down ") + std::to_string(j) + '.' + std::to_string(branch) +
                        " in step " + std::to_string(step);
    }
  }

  void arrive(NodeId leaf, NodeId destination, std::int64_t step) {
    ++check_.deliveries[leaf][destination];
    if (step > check_.steps) check_.steps = step;
  }

  /// Copies to all leaves below node (level, index); `step` is that in which branch `level` is
  /// used.
  void spread(NodeId leaf, unsigned level, NodeId index, std::int64_t step) {
    use(false, level + 1, index, step);
    if (level == 0) return arrive(leaf, index, step);
    for (NodeId u = 0; u < tree_.arity(); ++u) {
      spread(leaf, level - 1, index * tree_.arity() + u, step + 1);
    }
  }

  void follow(NodeId leaf, const Dispatch& packet) {
    ++check_.injected;
    if (packet.header.kind() == TreeHeader::Kind::kUnicast) return follow_unicast(leaf, packet);
    const bool flood = packet.header.kind() == TreeHeader::Kind::kFlood;
    unsigned top = 0;
    for (unsigned g = 1; g <= tree_.height(); ++g) {
      if (flood || packet.header.offset(tree_, g) != 0) top = g;
    }
    for (unsigned g = 1; g <= top; ++g) {
      use(true, g, leaf / tree_.power(g - 1), packet.step + g - 1);
      const NodeId child = leaf / tree_.power(g - 1);
      for (NodeId o = 1; o < tree_.arity(); ++o) {
        if (!flood && packet.header.offset(tree_, g) != o) continue;
        const NodeId first = child - child % tree_.arity();
        spread(leaf, g - 1, first + (child + o) % tree_.arity(), packet.step + g);
      }
    }
  }

  void follow_unicast(NodeId leaf, const Dispatch& packet) {
    const NodeId to = packet.header.destination();
    const unsigned h = tree_.class_of(leaf, to);
    for (unsigned j = 1; j <= h; ++j) {
      use(true, j, leaf / tree_.power(j - 1), packet.step + j - 1);
      use(false, j, to / tree_.power(j - 1), packet.step + 2 * h - j);
    }
    arrive(leaf, to, packet.step + 2 * h - 1);
  }

  const FatTreeShape& tree_;
  TimetableCheck check_;
  std::map<std::tuple<bool, unsigned, NodeId, std::int64_t>, std::int64_t> loads_;
};

/// Do the deliveries bring every leaf's data to every other one, once?
inline bool everyone_once(const TimetableCheck& check) {
  for (std::size_t s = 0; s < check.deliveries.size(); ++s) {
    for (std::size_t d = 0; d < check.deliveries.size(); ++d) {
      if (check.deliveries[s][d] != (s == d ? 0 : 1)) return false;
    }
  }
  return true;
}

/// One timetable per leaf, as `make` gives it.
template <typename Make>
std::vector<Timetable> timetables_of(const FatTreeShape& tree, const Make& make) {
  std::vector<Timetable> timetables;
  for (NodeId leaf = 0; leaf < tree.nodes(); ++leaf) timetables.push_back(make(leaf));
  return timetables;
}

}  // namespace plexus::fat_tree
