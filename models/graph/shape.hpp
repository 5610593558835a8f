#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/direct/spanning_tree.hpp"

namespace plexus {

/// Which file describes a graph, and how it is read.
struct GraphFile {
  static constexpr std::int64_t kUsualClock = 100;

  std::string path;
  std::int64_t hosts = 1;  ///< of a topology of GPUs: so many like it, joined by a network
  std::int64_t clock = kUsualClock;  ///< MHz, for links in GB/s and us; by default a cycle is 10 ns
};

/// Nodes joined by links, as a file says. Channels of a node are numbered in the order of its links
/// in the file. The last nodes may be switches: they pass on, hold nothing and take part in
/// nothing.
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
  /// Those that are no switches.
  [[nodiscard]] NodeId processors() const { return processors_; }
  [[nodiscard]] NodeId switches() const { return nodes() - processors_; }
  /// Does the file describe one host, of which there may be several?
  [[nodiscard]] bool has_hosts() const { return has_hosts_; }
  /// Does some link say GB/s or us?
  [[nodiscard]] bool clocked() const { return clocked_; }
  [[nodiscard]] std::size_t links() const { return links_; }
  [[nodiscard]] std::size_t degree() const;
  [[nodiscard]] const std::string& name(NodeId node) const { return names_[node]; }
  [[nodiscard]] const std::vector<End>& ends(NodeId node) const { return ends_[node]; }
  /// By node: links of the shortest way to it.
  [[nodiscard]] std::vector<NodeId> hops(NodeId from) const;
  /// Largest distance between two processors, in links: at least, and at most. Both are the same
  /// where it takes seconds to find out: on what has a middle all do (the search from the outside
  /// in of Crescenzi et al. 2013), on what looks the same from every node some 15,000 nodes.
  [[nodiscard]] std::pair<NodeId, NodeId> diameter() const;
  [[nodiscard]] LinkTiming timing(NodeId node, unsigned channel, LinkTiming fallback) const;
  [[nodiscard]] DirectWiring wiring(LinkTiming fallback) const;

  /// The spanning tree of shortest ways from `root`.
  [[nodiscard]] SpanningTree tree(NodeId root, LinkTiming fallback) const;
  /// All processors in an order in which neighbours are joined, the last and the first too: a ring,
  /// from node 0 on. Nothing if there is none, or if none is found in a bounded search.
  [[nodiscard]] std::optional<std::vector<NodeId>> ring() const;
  /// The channel of a node that leads to a neighbour.
  [[nodiscard]] unsigned channel_to(NodeId node, NodeId neighbour) const;

 private:
  friend class GraphDraft;
  NodeId processors_ = 0;
  bool has_hosts_ = false;
  bool clocked_ = false;
  std::vector<std::string> names_;
  std::vector<std::vector<End>> ends_;
  std::size_t links_ = 0;
};

/// Reads a graph: GraphML or a topology of NCCL (.graphml, .xml), or a list of edges; `example` is
/// a small one that is there. Throws Refusal that names file and line.
[[nodiscard]] GraphShape read_graph(const GraphFile& file);

/// Nodes as far from each other as they have links between them, as well as that can be in a plane;
/// wires as wide as their bandwidth, switches as boxes. Large graphs by groups, on a circle.
[[nodiscard]] Layout layout(const GraphShape& graph);

}  // namespace plexus
