#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/graph/shape.hpp"

namespace plexus {

/// A link as a file says it; what it does not say is the machine's.
struct GraphEdge {
  std::string from;
  std::string to;
  std::optional<std::int64_t> startup{};    ///< cycles
  std::optional<std::int64_t> bandwidth{};  ///< words a cycle
  std::size_t line = 1;
};

/// The words of a line, apart by blanks or commas; # begins a comment. A word in quotes may have
/// either, and `""` for a quote. Nothing between two commas is an empty word.
[[nodiscard]] std::vector<std::string> words_of_line(std::string text);

/// Collects nodes and links of one file, and makes the graph of them. All that is wrong is refused
/// by file and line.
class GraphDraft {
 public:
  explicit GraphDraft(const GraphFile& file) : file_{file} {}

  [[nodiscard]] const GraphFile& file() const { return file_; }
  [[noreturn]] void refuse(std::size_t line, const std::string& sentence) const;

  /// Is it a new one?
  bool add_node(const std::string& name);
  [[nodiscard]] bool knows(const std::string& name) const { return known_.contains(name); }
  /// `line`: where a list says so that may misspell it; else 0.
  void make_switch(const std::string& name, std::size_t line = 0) { switches_.emplace(name, line); }
  void add_edge(GraphEdge edge) { edges_.push_back(std::move(edge)); }
  /// Every edge is one direction of a link.
  void set_directed() { directed_ = true; }
  /// The file describes one host, of which there may be several.
  void set_host() { host_ = true; }
  /// Notes what a column or key `name` says of a link: `startup`, `bandwidth`, `us` or `GB/s`;
  /// others say nothing.
  void set(GraphEdge& edge, const std::string& name, const std::string& text);
  /// Words a cycle of a link of so many GB/s: a word is a byte, a cycle as long as --clock says.
  [[nodiscard]] std::int64_t words_a_cycle(double gigabytes, std::size_t line);
  [[nodiscard]] std::int64_t whole(const std::string& text, std::size_t line,
                                   std::int64_t low) const;
  [[nodiscard]] double decimal(const std::string& text, std::size_t line) const;

  /// Nodes that are called 0, 1, .., k - 1 have these numbers.
  void sort_numbers();
  /// The graph: switches behind all others.
  [[nodiscard]] GraphShape graph() const;

 private:
  void join(GraphShape& graph, const GraphEdge& edge, const std::map<std::string, NodeId>& numbers,
            std::set<std::pair<NodeId, NodeId>>& there) const;
  void require_connected(const GraphShape& graph) const;

  GraphFile file_;
  std::vector<std::string> names_;
  std::set<std::string> known_;
  std::map<std::string, std::size_t> switches_;  ///< and the line of a list
  std::vector<GraphEdge> edges_;
  bool directed_ = false;
  bool host_ = false;
  bool clocked_ = false;  ///< some link says GB/s or us
};

/// A list or table of edges, a line each.
[[nodiscard]] GraphShape read_edge_list(std::istream& in, const GraphFile& file);
/// GraphML, or the topology that NCCL and RCCL write.
[[nodiscard]] GraphShape read_graph_xml(const std::string& text, const GraphFile& file);

}  // namespace plexus
