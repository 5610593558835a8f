#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace plexus {

/// Flows of greatest value through a network of capacities, by Dinic's algorithm (1970): rounds of
/// shortest ways, O(nodes^2 edges).
class MaxFlow {
 public:
  static constexpr std::int64_t kPlenty = std::int64_t{1} << 50;  ///< of what holds nothing back

  explicit MaxFlow(std::size_t nodes) : first_(nodes, kNone) {}

  /// Makes room for so many edges, which are added sooner then.
  void reserve(std::size_t edges) { edges_.reserve(2 * edges); }
  /// Adds an edge of capacity `capacity` >= 0; returns its number.
  std::size_t add(std::size_t from, std::size_t to, std::int64_t capacity);
  /// Raises the flow to its greatest value, at most `most`, or as far as it is when `stop` says
  /// that it is time to end; returns what was added.
  std::int64_t raise(
      std::size_t source, std::size_t sink, std::int64_t most,
      const std::function<bool()>& stop = [] { return false; });
  /// What goes through an edge.
  [[nodiscard]] std::int64_t flow(std::size_t edge) const { return edges_[edge ^ 1U].left; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  struct Edge {
    std::size_t to;
    std::size_t next;  ///< of the same node
    std::int64_t left;
  };

  bool level(std::size_t source, std::size_t sink);
  std::int64_t push(std::size_t here, std::size_t sink, std::int64_t most);

  std::vector<Edge> edges_;  ///< each with the one back behind it
  std::vector<std::size_t> first_;
  std::vector<std::size_t> at_;  ///< edge that is tried next
  std::vector<int> level_;
};

}  // namespace plexus
