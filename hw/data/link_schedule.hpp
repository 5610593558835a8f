#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// One port of one node at a crossbar.
struct CrossbarPort {
  NodeId node = 0;
  std::uint32_t port = 0;

  friend constexpr auto operator<=>(const CrossbarPort&, const CrossbarPort&) = default;
  /// `3.0`: port 0 of node 3.
  friend std::ostream& operator<<(std::ostream& out, CrossbarPort end) {
    return out << end.node << '.' << end.port;
  }
};

/// A link of one phase: the two ports that it joins, and the words that it carries each way; 0
/// where no message goes that way.
struct PhaseLink {
  CrossbarPort a;
  CrossbarPort b;
  Words to_b{0};
  Words to_a{0};

  friend constexpr bool operator==(const PhaseLink&, const PhaseLink&) = default;
  friend std::ostream& operator<<(std::ostream& out, const PhaseLink& link) {
    return out << link.a << '-' << link.b;
  }
};

/// A program of configurations: phases one after another, each with its links in the order in which
/// a manager sets them. A plain value: managers and nodes play it, cost functions add it up.
class LinkSchedule {
 public:
  /// The links added from now on belong to the next phase.
  void begin_phase() { begins_.push_back(links_.size()); }
  void add(const PhaseLink& link) { links_.push_back(link); }
  void reserve(std::size_t links) { links_.reserve(links); }

  [[nodiscard]] std::size_t phases() const { return begins_.size(); }
  [[nodiscard]] std::span<const PhaseLink> links() const { return links_; }
  /// Number of the first link of phase `p`; of all links for p = phases().
  [[nodiscard]] std::size_t begin(std::size_t p) const {
    return p < begins_.size() ? begins_[p] : links_.size();
  }
  [[nodiscard]] std::span<const PhaseLink> phase(std::size_t p) const {
    return links().subspan(begin(p), begin(p + 1) - begin(p));
  }
  /// The phase of link number `link`.
  [[nodiscard]] std::size_t phase_of(std::size_t link) const;
  /// Ports that a node of it needs: one more than the highest that is used.
  [[nodiscard]] std::uint32_t ports() const;

 private:
  std::vector<std::size_t> begins_;
  std::vector<PhaseLink> links_;
};

/// What one node does in a schedule: its ends of links, phase by phase in set order.
struct NodeEnd {
  std::uint32_t phase = 0;
  std::uint32_t port = 0;
  std::uint32_t link = 0;  ///< number of the link in the schedule
  bool first = true;       ///< the node is end `a` of it

  friend constexpr bool operator==(const NodeEnd&, const NodeEnd&) = default;
};

/// The ends of all nodes, node by node. What a schedule says, sorted the nodes' way.
class NodeEnds {
 public:
  NodeEnds(const LinkSchedule& schedule, NodeId nodes);
  [[nodiscard]] std::span<const NodeEnd> of(NodeId node) const {
    return std::span{ends_}.subspan(begins_[node], begins_[node + 1] - begins_[node]);
  }

 private:
  std::vector<std::size_t> begins_;
  std::vector<NodeEnd> ends_;
};

/// Those of the first ends that belong to the same phase.
[[nodiscard]] std::span<const NodeEnd> same_phase(std::span<const NodeEnd> ends);

}  // namespace plexus
