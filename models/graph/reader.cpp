#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/graph/shape.hpp"
#include "models/schedule/schedule.hpp"

namespace plexus {

/// Collects nodes and edges of one file, and makes the graph of them.
class GraphReader {
 public:
  explicit GraphReader(std::string path) : path_{std::move(path)} {}

  GraphShape list(std::istream& in) {
    std::size_t line = 0;
    for (std::string text; std::getline(in, text);) {
      ++line;
      text.resize(std::min(text.size(), text.find('#')));
      std::ranges::replace(text, ',', ' ');
      std::istringstream cells{text};
      std::vector<std::string> words;
      for (std::string word; cells >> word;) words.push_back(word);
      if (words.empty()) continue;
      if (words.size() != 2 && words.size() != 4) {
        refuse_line(path_, line, "an edge is two nodes, or two nodes, startup and bandwidth");
      }
      Edge edge{words[0], words[1], {}, {}, line};
      if (words.size() == 4) {
        edge.startup = number(words[2], line, 0);
        edge.bandwidth = number(words[3], line, 1);
      }
      edges_.push_back(std::move(edge));
    }
    for (const Edge& edge : edges_) {
      note(edge.from);
      note(edge.to);
    }
    sort_numbers();
    return graph();
  }

  GraphShape graphml(const std::string& text) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
    const auto line_at = [&](std::ptrdiff_t offset) {
      const auto end = text.begin() + std::clamp<std::ptrdiff_t>(
                                          offset, 0, static_cast<std::ptrdiff_t>(text.size()));
      return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
    };
    if (!parsed) refuse_line(path_, line_at(parsed.offset), parsed.description());
    const pugi::xml_node root = document.child("graphml");
    const pugi::xml_node drawn = root.child("graph");
    if (!drawn) refuse_line(path_, 1, "there is no <graphml> with a <graph>");
    std::map<std::string, std::string> keys;
    for (const pugi::xml_node& key : root.children("key")) {
      keys[key.attribute("id").value()] = key.attribute("attr.name").value();
    }
    directed_ = std::string{drawn.attribute("edgedefault").value()} == "directed";
    for (const pugi::xml_node& node : drawn.children("node")) {
      const std::string id = node.attribute("id").value();
      const std::size_t line = line_at(node.offset_debug());
      if (id.empty()) refuse_line(path_, line, "a <node> needs an id");
      if (!note(id)) refuse_line(path_, line, fmt::format("node {} is there twice", id));
    }
    for (const pugi::xml_node& node : drawn.children("edge")) {
      const std::size_t line = line_at(node.offset_debug());
      Edge edge{node.attribute("source").value(), node.attribute("target").value(), {}, {}, line};
      for (const std::string& end : {edge.from, edge.to}) {
        if (!numbers_.contains(end)) {
          refuse_line(path_, line, fmt::format("there is no node '{}'", end));
        }
      }
      for (const pugi::xml_node& data : node.children("data")) {
        const std::string& name = keys[data.attribute("key").value()];
        const std::string value = data.child_value();
        if (name == "startup") edge.startup = number(value, line, 0);
        if (name == "bandwidth") edge.bandwidth = number(value, line, 1);
      }
      edges_.push_back(std::move(edge));
    }
    return graph();
  }

 private:
  struct Edge {
    std::string from;
    std::string to;
    std::optional<std::int64_t> startup;
    std::optional<std::int64_t> bandwidth;
    std::size_t line = 0;
  };

  std::int64_t number(const std::string& text, std::size_t line, std::int64_t low) const {
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < low) {
      refuse_line(path_, line, fmt::format("'{}' is no whole number of at least {}", text, low));
    }
    return value;
  }

  bool note(const std::string& name) {
    const bool is_new = numbers_.emplace(name, static_cast<NodeId>(names_.size())).second;
    if (is_new) names_.push_back(name);
    return is_new;
  }

  /// Nodes that are called 0, 1, .., k - 1 have these numbers.
  void sort_numbers() {
    std::map<std::string, NodeId> plain;
    for (NodeId v = 0; v < names_.size(); ++v) plain[std::to_string(v)] = v;
    const bool all =
        std::ranges::all_of(names_, [&](const std::string& name) { return plain.contains(name); });
    if (!all) return;
    numbers_ = plain;
    for (const auto& [name, number] : plain) names_[number] = name;
  }

  GraphShape graph() {
    GraphShape graph;
    graph.names_ = names_;
    graph.ends_.resize(names_.size());
    if (names_.size() < 2) refuse_line(path_, 1, "a graph has at least two nodes and an edge");
    std::map<std::pair<NodeId, NodeId>, const Edge*> there;
    for (const Edge& edge : edges_) add(graph, edge, there);
    for (const Edge& edge : edges_) {
      if (!directed_ || there.contains({numbers_[edge.to], numbers_[edge.from]})) continue;
      refuse_line(path_, edge.line,
                  fmt::format("there is no edge back from {} to {}", edge.to, edge.from));
    }
    require_connected(graph);
    return graph;
  }

  void add(GraphShape& graph, const Edge& edge,
           std::map<std::pair<NodeId, NodeId>, const Edge*>& there) {
    const NodeId from = numbers_[edge.from];
    const NodeId to = numbers_[edge.to];
    if (from == to) refuse_line(path_, edge.line, fmt::format("{} is joined to itself", edge.from));
    const bool is_new = there.emplace(std::pair{from, to}, &edge).second;
    const bool back = there.contains({to, from});
    if (!is_new || (back && !directed_)) {
      refuse_line(path_, edge.line, fmt::format("{} and {} are joined twice", edge.from, edge.to));
    }
    if (back) {  // the other direction of a link that is there
      GraphShape::End& end = graph.ends_[from][graph.channel_to(from, to)];
      end.startup = edge.startup;
      end.bandwidth = edge.bandwidth;
      return;
    }
    ++graph.links_;
    const auto channel = [&](NodeId node) {
      return static_cast<unsigned>(graph.ends_[node].size());
    };
    const unsigned ours = channel(from);
    const unsigned theirs = channel(to);
    if (std::max(ours, theirs) >= GraphShape::kMostLinks) {
      refuse_line(path_, edge.line,
                  fmt::format("a node has at most {} links", GraphShape::kMostLinks));
    }
    graph.ends_[from].push_back({to, theirs, edge.startup, edge.bandwidth});
    graph.ends_[to].push_back({from, ours, edge.startup, edge.bandwidth});
  }

  void require_connected(const GraphShape& graph) const {
    std::vector<bool> reached(graph.nodes(), false);
    std::vector<NodeId> open{0};
    reached[0] = true;
    while (!open.empty()) {
      const NodeId here = open.back();
      open.pop_back();
      for (const GraphShape::End& end : graph.ends(here)) {
        if (reached[end.node]) continue;
        reached[end.node] = true;
        open.push_back(end.node);
      }
    }
    const auto lost = std::ranges::find(reached, false);
    if (lost == reached.end()) return;
    throw Refusal{RefusalClass::kUsage,
                  fmt::format("{}: no way leads from node {} to node {}.", path_, names_[0],
                              names_[static_cast<std::size_t>(lost - reached.begin())])};
  }

  std::string path_;
  std::vector<std::string> names_;
  std::map<std::string, NodeId> numbers_;
  std::vector<Edge> edges_;
  bool directed_ = false;
};

namespace {

/// Six nodes in a ring, a chord, and one link that is slower.
constexpr const char* kExample = "0 1\n1 2\n2 3 2 1\n3 4\n4 5\n5 0\n1 4\n";

}  // namespace

GraphShape read_graph(const std::string& path) {
  if (path == "example") {
    std::istringstream in{kExample};
    return GraphReader{path}.list(in);
  }
  std::ifstream in{path};
  if (!in || std::filesystem::is_directory(path)) {
    throw Refusal{
        RefusalClass::kUsage,
        fmt::format("--graph {}: the file cannot be read; name GraphML or a list of edges.", path)};
  }
  if (!path.ends_with(".graphml") && !path.ends_with(".xml")) return GraphReader{path}.list(in);
  std::ostringstream text;
  text << in.rdbuf();
  return GraphReader{path}.graphml(text.str());
}

}  // namespace plexus
