#include "models/graph/routes.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/graph/draft.hpp"
#include "models/schedule/schedule.hpp"

namespace plexus {

namespace {

/// A table of ways, and shortest ways beside it.
class RouteTable {
 public:
  RouteTable(const GraphShape& graph, NextHopOf shortest, std::string path)
      : graph_{graph}, shortest_{std::move(shortest)}, path_{std::move(path)} {
    for (NodeId v = 0; v < graph_.nodes(); ++v) numbers_.emplace(graph_.name(v), v);
    read();
    for (NodeId to = 0; to < graph_.processors(); ++to) require_arrival(to);
  }

  [[nodiscard]] NextHop next(NodeId here, NodeId to) const {
    const Row* const row = row_for(here, to);
    if (row == nullptr) return shortest_(here, to);
    const GraphShape::End& end = graph_.ends(here)[row->channel];
    return {row->channel, end.node, end.channel};
  }

 private:
  struct Row {
    unsigned channel = 0;
    std::size_t line = 1;
  };
  static constexpr NodeId kAny = ~NodeId{0};

  [[nodiscard]] const Row* row_for(NodeId here, NodeId to) const {
    for (const NodeId destination : {to, kAny}) {
      const auto row = rows_.find({here, destination});
      if (row != rows_.end()) return &row->second;
    }
    return nullptr;
  }

  void read() {
    std::ifstream in{path_};
    if (!in || std::filesystem::is_directory(path_)) {
      throw Refusal{RefusalClass::kUsage,
                    fmt::format("--routes {}: the file cannot be read; name a table of rows "
                                "at,to,next.",
                                path_)};
    }
    std::size_t line = 0;
    for (std::string text; std::getline(in, text);) {
      ++line;
      const std::vector<std::string> words = words_of_line(text);
      if (words.empty() || words == std::vector<std::string>{"at", "to", "next"}) continue;
      add(words, line);
    }
  }

  void add(const std::vector<std::string>& words, std::size_t line) {
    const auto refuse = [&](const std::string& sentence) { refuse_line(path_, line, sentence); };
    if (words.size() != 3) refuse("a row is at,to,next: a node, a destination, a neighbour");
    const auto node = [&](const std::string& name) {
      const auto found = numbers_.find(name);
      if (found == numbers_.end()) refuse(fmt::format("there is no node '{}'", name));
      return found->second;
    };
    const NodeId at = node(words[0]);
    const NodeId to = words[1] == "*" ? kAny : node(words[1]);
    const NodeId next = node(words[2]);
    const unsigned channel = graph_.channel_to(at, next);
    if (channel == graph_.ends(at).size()) {
      refuse(fmt::format("no link leads from {} to {}", words[0], words[2]));
    }
    if (to != kAny && to >= graph_.processors()) {
      refuse(fmt::format("nothing is for {}, which is a switch", words[1]));
    }
    if (!rows_.emplace(std::pair{at, to}, Row{channel, line}).second) {
      refuse(fmt::format("{} has a row for {} already", words[0], words[1]));
    }
  }

  /// All that is for a node gets there.
  void require_arrival(NodeId to) const {
    std::vector<NodeId> seen(graph_.nodes(), kAny);  // by node: on the way from which one
    for (NodeId from = 0; from < graph_.nodes(); ++from) {
      for (NodeId here = from; here != to;) {
        if (seen[here] != kAny && seen[here] != from) break;  // that way arrives
        if (seen[here] == from) refuse_circle(here, to);
        seen[here] = from;
        here = next(here, to).node;
      }
    }
  }

  [[noreturn]] void refuse_circle(NodeId here, NodeId to) const {
    NodeId at = here;
    while (row_for(at, to) == nullptr) at = next(at, to).node;  // some row is to blame
    refuse_line(path_, row_for(at, to)->line,
                fmt::format("what is for {} comes back to {} by this row", graph_.name(to),
                            graph_.name(at)));
  }

  GraphShape graph_;
  NextHopOf shortest_;
  std::string path_;
  std::map<std::string, NodeId> numbers_;
  std::map<std::pair<NodeId, NodeId>, Row> rows_;  ///< by node and destination
};

}  // namespace

NextHopOf ways_on(const GraphShape& graph, LinkTiming fallback, const std::string& path,
                  bool by_links) {
  NextHopOf ways = spread_ways(graph.wiring(fallback));
  if (by_links) {
    ways = [graph, shortest = std::move(ways)](NodeId here, NodeId destination) -> NextHop {
      const unsigned channel = graph.channel_to(here, destination);
      if (channel == graph.ends(here).size()) return shortest(here, destination);
      return {channel, destination, graph.ends(here)[channel].channel};
    };
  }
  if (path.empty()) return ways;
  const auto table = std::make_shared<const RouteTable>(graph, std::move(ways), path);
  return [table](NodeId here, NodeId destination) { return table->next(here, destination); };
}

}  // namespace plexus
