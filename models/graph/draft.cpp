#include "models/graph/draft.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/schedule/schedule.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kMostOfLink = 1'000'000'000'000;  ///< cycles, or words a cycle

}  // namespace

std::vector<std::string> words_of_line(std::string text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  bool in_quotes = false;
  bool is_table = false;
  bool in_cell = false;  // with a word in it
  const auto end_word = [&] {
    if (in_word) words.push_back(std::exchange(word, {}));
    in_cell = in_cell || in_word;
    in_word = false;
  };
  const auto end_cell = [&] {
    end_word();
    if (!in_cell) words.emplace_back();
    in_cell = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (in_quotes) {
      const bool is_quote = letter == '"';
      const bool twice = is_quote && i + 1 < text.size() && text[i + 1] == '"';
      if (!is_quote || twice) word += letter;
      i += twice ? 1 : 0;
      in_quotes = !is_quote || twice;
    } else if (letter == '#') {
      break;
    } else if (letter == ',') {
      is_table = true;
      end_cell();
    } else if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
      end_word();
    } else if (letter == '"' && !in_word && text.find('"', i + 1) != std::string::npos) {
      in_word = in_quotes = true;
    } else {
      in_word = true;
      word += letter;
    }
  }
  is_table ? end_cell() : end_word();
  if (std::ranges::all_of(words, &std::string::empty)) words.clear();
  return words;
}

void GraphDraft::refuse(std::size_t line, const std::string& sentence) const {
  refuse_line(file_.path, line, sentence);
}

bool GraphDraft::add_node(const std::string& name) {
  const bool is_new = known_.insert(name).second;
  if (is_new) names_.push_back(name);
  return is_new;
}

std::int64_t GraphDraft::whole(const std::string& text, std::size_t line, std::int64_t low) const {
  double value = -1;  // 2.0 is whole, too
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc{} && end == text.data() + text.size() &&
                        value == std::floor(value) && value >= static_cast<double>(low);
  if (!is_whole) refuse(line, fmt::format("'{}' is no whole number of at least {}", text, low));
  if (value > static_cast<double>(kMostOfLink)) {
    refuse(line, fmt::format("'{}' is more than {}", text, kMostOfLink));
  }
  return static_cast<std::int64_t>(value);
}

double GraphDraft::decimal(const std::string& text, std::size_t line) const {
  double value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0)) {
    refuse(line, fmt::format("'{}' is no number of at least 0", text));
  }
  return value;
}

std::int64_t GraphDraft::words_a_cycle(double gigabytes, std::size_t line) {
  constexpr double kMost = kMostOfLink;
  clocked_ = true;
  const double bytes = std::round(gigabytes * 1000 / static_cast<double>(file_.clock));
  if (!(bytes >= 1 && bytes <= kMost)) {
    refuse(line, fmt::format("{} GB/s are {} bytes in a cycle of {} MHz, and a link has 1 .. {}: "
                             "choose another --clock",
                             gigabytes, bytes, file_.clock, kMostOfLink));
  }
  return static_cast<std::int64_t>(bytes);
}

void GraphDraft::set(GraphEdge& edge, const std::string& name, const std::string& text) {
  if (name == "startup") edge.startup = whole(text, edge.line, 0);
  if (name == "bandwidth") edge.bandwidth = whole(text, edge.line, 1);
  if (name == "GB/s") edge.bandwidth = words_a_cycle(decimal(text, edge.line), edge.line);
  if (name == "us") {
    clocked_ = true;
    const double exact = decimal(text, edge.line) * static_cast<double>(file_.clock);
    const double cycles = std::ceil(exact * (1 - 1e-12));  // 0.07 us at 100 MHz are seven
    if (!(cycles <= static_cast<double>(kMostOfLink))) {
      refuse(edge.line, fmt::format("'{}' us are more than {} cycles", text, kMostOfLink));
    }
    edge.startup = static_cast<std::int64_t>(cycles);
  }
}

void GraphDraft::sort_numbers() {
  std::map<std::string, std::size_t> plain;
  std::size_t nodes = 0;
  for (const std::string& name : names_) {
    if (!switches_.contains(name)) plain[std::to_string(nodes)] = nodes, ++nodes;
  }
  const auto place = [&](const std::string& name) {
    const auto found = plain.find(name);
    return found == plain.end() ? plain.size() : found->second;
  };
  const bool all = std::ranges::all_of(names_, [&](const std::string& name) {
    return switches_.contains(name) || plain.contains(name);
  });
  if (all) std::ranges::stable_sort(names_, {}, place);
}

GraphShape GraphDraft::graph() const {
  for (const auto& [name, line] : switches_) {
    if (line > 0 && !knows(name))
      refuse(line, fmt::format("there is no node '{}' to be a switch", name));
  }
  GraphShape graph;
  std::map<std::string, NodeId> numbers;
  for (const bool switches : {false, true}) {
    for (const std::string& name : names_) {
      if (switches_.contains(name) != switches) continue;
      numbers.emplace(name, static_cast<NodeId>(graph.names_.size()));
      graph.names_.push_back(name);
    }
    if (!switches) graph.processors_ = static_cast<NodeId>(graph.names_.size());
  }
  graph.has_hosts_ = host_;
  graph.clocked_ = clocked_;
  if (graph.processors() < 2) refuse(1, "a graph has at least two nodes and an edge");
  graph.ends_.resize(names_.size());
  std::set<std::pair<NodeId, NodeId>> there;
  for (const GraphEdge& edge : edges_) join(graph, edge, numbers, there);
  for (const GraphEdge& edge : edges_) {
    if (!directed_ || there.contains({numbers.at(edge.to), numbers.at(edge.from)})) continue;
    refuse(edge.line, fmt::format("there is no edge back from {} to {}", edge.to, edge.from));
  }
  require_connected(graph);
  return graph;
}

void GraphDraft::join(GraphShape& graph, const GraphEdge& edge,
                      const std::map<std::string, NodeId>& numbers,
                      std::set<std::pair<NodeId, NodeId>>& there) const {
  const NodeId from = numbers.at(edge.from);
  const NodeId to = numbers.at(edge.to);
  if (from == to) refuse(edge.line, fmt::format("{} is joined to itself", edge.from));
  const bool is_new = there.emplace(from, to).second;
  const bool back = there.contains({to, from});
  if (!is_new || (back && !directed_)) {
    refuse(edge.line, fmt::format("{} and {} are joined twice", edge.from, edge.to));
  }
  if (back) {  // the other direction of a link that is there
    GraphShape::End& end = graph.ends_[from][graph.channel_to(from, to)];
    end.startup = edge.startup;
    end.bandwidth = edge.bandwidth;
    return;
  }
  ++graph.links_;
  const auto channel = [&](NodeId node) { return static_cast<unsigned>(graph.ends_[node].size()); };
  const unsigned ours = channel(from);
  const unsigned theirs = channel(to);
  if (std::max(ours, theirs) >= GraphShape::kMostLinks) {
    refuse(edge.line, fmt::format("a node has at most {} links", GraphShape::kMostLinks));
  }
  graph.ends_[from].push_back({to, theirs, edge.startup, edge.bandwidth});
  graph.ends_[to].push_back({from, ours, edge.startup, edge.bandwidth});
}

void GraphDraft::require_connected(const GraphShape& graph) const {
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
  std::string sentence =
      fmt::format("{}: no way leads from node {} to node {}.", file_.path, graph.name(0),
                  graph.name(static_cast<NodeId>(lost - reached.begin())));
  std::ranges::replace(sentence, '\0', ' ');  // where an exception's text would end
  throw Refusal{RefusalClass::kUsage, sentence};
}

}  // namespace plexus
