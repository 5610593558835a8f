#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <functional>
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
    std::size_t width = 0;                         // of the table, if it has a first line
    std::vector<std::size_t> columns{0, 1, 2, 3};  // of from, to, startup and bandwidth
    for (std::string text; std::getline(in, text);) {
      ++line;
      text.resize(std::min(text.size(), text.find('#')));
      std::ranges::replace(text, ',', ' ');
      std::istringstream cells{text};
      std::vector<std::string> words;
      for (std::string word; cells >> word;) words.push_back(word);
      if (words.empty()) continue;
      if (edges_.empty() && is_heading(words)) {
        columns = columns_of(words, line);
        width = words.size();
        continue;
      }
      if (width > 0 && words.size() != width) {
        refuse_line(path_, line,
                    fmt::format("there are {} cells in place of {}", words.size(), width));
      }
      if (words.size() != 2 && words.size() != 4) {
        refuse_line(path_, line, "an edge is two nodes, or two nodes, startup and bandwidth");
      }
      const auto cell = [&](std::size_t column) {
        return columns[column] < words.size() ? words[columns[column]] : std::string{};
      };
      Edge edge{cell(0), cell(1), {}, {}, line};
      if (words.size() == 4) {
        edge.startup = number(cell(2), line, 0);
        edge.bandwidth = number(cell(3), line, 1);
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

  /// GraphML, or the topology of NCCL or RCCL.
  GraphShape xml(const std::string& text) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
    const LineAt line_at = [&](std::ptrdiff_t offset) {
      const auto end = text.begin() + std::clamp<std::ptrdiff_t>(
                                          offset, 0, static_cast<std::ptrdiff_t>(text.size()));
      return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
    };
    if (!parsed) refuse_line(path_, line_at(parsed.offset), parsed.description());
    if (document.child("system")) return topology(document, line_at);
    return graphml(document, line_at);
  }

 private:
  using LineAt = std::function<std::size_t(std::ptrdiff_t)>;

  GraphShape graphml(const pugi::xml_document& document, const LineAt& line_at) {
    const pugi::xml_node root = document.child("graphml");
    const pugi::xml_node drawn = root.child("graph");
    if (!drawn) refuse_line(path_, 1, "there is no <graphml> with a <graph>, and no <system>");
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

  /// The GPUs and the links between them: of a link that stands for several, so many words cross in
  /// a cycle.
  GraphShape topology(const pugi::xml_document& document, const LineAt& line_at) {
    std::map<std::string, std::string> gpus;  // by the address on the bus
    directed_ = true;
    const pugi::xpath_node_set found = document.select_nodes("//gpu");
    for (const pugi::xpath_node& one : found) {
      const pugi::xml_node gpu = one.node();
      const std::size_t line = line_at(gpu.offset_debug());
      const std::string name = gpu.attribute("dev").value();
      const std::string address = address_of(gpu.parent().attribute("busid"));
      if (name.empty() || address.empty()) {
        refuse_line(path_, line, "a <gpu> has a dev and stands in a <pci> with a busid");
      }
      if (!note(name) || !gpus.emplace(address, name).second) {
        refuse_line(path_, line, fmt::format("gpu {} or its busid is there twice", name));
      }
    }
    for (const pugi::xpath_node& one : found) {
      for (const pugi::xml_node& link : one.node().children()) {
        const std::string kind = link.name();
        if (kind != "nvlink" && kind != "xgmi") continue;
        const std::size_t line = line_at(link.offset_debug());
        const auto target = gpus.find(address_of(link.attribute("target")));
        if (target == gpus.end()) {
          refuse_line(path_, line,
                      fmt::format("<{}> leads to '{}', which is no gpu of the file: machines with "
                                  "switches are not read",
                                  kind, link.attribute("target").value()));
        }
        const std::int64_t count = number(link.attribute("count").value(), line, 1);
        edges_.push_back(
            {one.node().attribute("dev").value(), target->second, std::nullopt, count, line});
      }
    }
    sort_numbers();
    return graph();
  }

  static std::string address_of(const pugi::xml_attribute& attribute) {
    std::string address = attribute.value();
    std::ranges::transform(address, address.begin(), [](unsigned char letter) {
      return static_cast<char>(std::tolower(letter));
    });
    return address;
  }

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

  /// The first line of a table of edges: `from,to,startup,bandwidth` in any order.
  static bool is_heading(const std::vector<std::string>& words) {
    return std::ranges::find(words, "from") != words.end() &&
           std::ranges::find(words, "to") != words.end();
  }
  std::vector<std::size_t> columns_of(const std::vector<std::string>& words,
                                      std::size_t line) const {
    const std::vector<std::string> names{"from", "to", "startup", "bandwidth"};
    std::vector<std::size_t> columns(names.size(), names.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto name = std::ranges::find(names, words[i]);
      const auto which = static_cast<std::size_t>(name - names.begin());
      if (name == names.end() || columns[which] != names.size()) {
        refuse_line(path_, line,
                    fmt::format("'{}' is none of the columns from, to, startup and bandwidth, "
                                "each once",
                                words[i]));
      }
      columns[which] = i;
    }
    if (words.size() == 3) refuse_line(path_, line, "startup and bandwidth stand together");
    return columns;
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
  return GraphReader{path}.xml(text.str());
}

}  // namespace plexus
