#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/direct/spanning_tree.hpp"

namespace plexus {

/// Nodes joined by links, as a file says. Channels of a node are numbered in the order of its links
/// in the file.
class GraphShape {
 public:
  /// Most links of a node.
  static constexpr std::size_t kMostLinks = 63;

  /// One end of a link. Timing: of the direction that leaves here; what is not given is the
  /// machine's.
  struct End {
    NodeId node = 0;       ///< at the other end
    unsigned channel = 0;  ///< its channel
    std::optional<std::int64_t> startup;
    std::optional<std::int64_t> bandwidth;
  };

  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(ends_.size()); }
  [[nodiscard]] std::size_t links() const { return links_; }
  [[nodiscard]] std::size_t degree() const;
  [[nodiscard]] const std::string& name(NodeId node) const { return names_[node]; }
  [[nodiscard]] const std::vector<End>& ends(NodeId node) const { return ends_[node]; }
  /// Largest distance between two nodes, in links.
  [[nodiscard]] NodeId diameter() const;
  [[nodiscard]] LinkTiming timing(NodeId node, unsigned channel, LinkTiming fallback) const;
  [[nodiscard]] DirectWiring wiring(LinkTiming fallback) const;

  /// The spanning tree of shortest ways from `root`.
  [[nodiscard]] SpanningTree tree(NodeId root, LinkTiming fallback) const;
  /// All nodes in an order in which neighbours are joined, the last and the first too: a ring,
  /// from node 0 on. Nothing if there is none, or if none is found in a bounded search.
  [[nodiscard]] std::optional<std::vector<NodeId>> ring() const;
  /// The channel of a node that leads to a neighbour.
  [[nodiscard]] unsigned channel_to(NodeId node, NodeId neighbour) const;

 private:
  friend class GraphReader;
  std::vector<std::string> names_;
  std::vector<std::vector<End>> ends_;
  std::size_t links_ = 0;
};

/// Reads a graph: GraphML or a topology of NCCL (.graphml, .xml), or a list of edges; `example` is
/// a small one that is there. Throws Refusal that names file and line.
[[nodiscard]] GraphShape read_graph(const std::string& path);

/// Nodes on a circle, joined as the file says.
[[nodiscard]] Layout layout(const GraphShape& graph);

}  // namespace plexus
