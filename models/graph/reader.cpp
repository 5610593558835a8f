#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/graph/draft.hpp"

namespace plexus {

namespace {

/// Six nodes in a ring, a chord, and one link that is slower.
constexpr const char* kExample = "0 1\n1 2\n2 3 2 1\n3 4\n4 5\n5 0\n1 4\n";

const std::vector<std::string> kPlain{"from", "to", "startup", "bandwidth"};

/// The column that a word of the first line means, in whatever case. `is_table`: the words stand
/// between commas, where `from` and `to` have other names, too.
std::string column_of(const std::string& word, bool is_table) {
  std::string low = word;
  std::ranges::transform(low, low.begin(), [](unsigned char c) { return std::tolower(c); });
  if (is_table && low == "source") return "from";
  if (is_table && low == "target") return "to";
  return std::ranges::find(kPlain, low) == kPlain.end() ? word : low;
}

/// The first line of a table of edges: `from,to,startup,bandwidth` in any order, or figures in
/// `us` and `GB/s`.
std::vector<std::string> columns_of(const std::vector<std::string>& words, std::size_t line,
                                    const GraphDraft& draft) {
  static const std::vector<std::string> kNames{"from", "to", "startup", "us", "bandwidth", "GB/s"};
  const auto place = [](const std::string& word) {
    return std::ranges::find(kNames, word) - kNames.begin();
  };
  std::vector<bool> there(4, false);  // from, to, a start-up, a bandwidth
  for (const std::string& word : words) {
    const auto which = static_cast<std::size_t>(place(word));
    const std::size_t kind = which < 2 ? which : 1 + which / 2;
    if (which == kNames.size() || there[kind]) {
      draft.refuse(line, fmt::format("'{}' is none of the columns from, to, startup (or us) and "
                                     "bandwidth (or GB/s), each once",
                                     word));
    }
    there[kind] = true;
  }
  return words;
}

}  // namespace

GraphShape read_edge_list(std::istream& in, const GraphFile& file) {
  GraphDraft draft{file};
  std::size_t line = 0;
  std::vector<std::string> columns;  // of a table
  bool begun = false;                // an edge has been read
  for (std::string text; std::getline(in, text);) {
    ++line;
    std::vector<std::string> words = words_of_line(text);
    while (columns.empty() && !words.empty() && words.back().empty()) words.pop_back();
    if (words.empty()) continue;
    if (words.front() == "switches:") {
      for (std::size_t i = 1; i < words.size(); ++i) draft.make_switch(words[i], line);
      continue;
    }
    if (columns.empty() && !begun) {
      const bool is_table = text.find(',') != std::string::npos;
      std::vector<std::string> names = words;
      for (std::string& name : names) name = column_of(name, is_table);
      const auto has = [&](const char* name) {
        return std::ranges::find(names, name) != names.end();
      };
      if (has("from") && has("to")) {
        columns = columns_of(names, line, draft);
        continue;
      }
    }
    begun = true;
    if (words.back() == "{}") words.pop_back();  // as networkx writes that an edge has no data
    while (!columns.empty() && words.size() > columns.size() && words.back().empty()) {
      words.pop_back();
    }
    if (!columns.empty() && words.size() != columns.size()) {
      draft.refuse(line,
                   fmt::format("there are {} cells in place of {}; names with blanks or commas "
                               "stand in quotes",
                               words.size(), columns.size()));
    }
    if (columns.empty() && words.size() != 2 && words.size() != 4) {
      draft.refuse(line, "an edge is two nodes, or two nodes, startup and bandwidth");
    }
    const std::vector<std::string>& names = columns.empty() ? kPlain : columns;
    GraphEdge edge;
    edge.line = line;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].empty()) continue;  // nothing is said of it
      if (names[i] == "from") edge.from = words[i];
      if (names[i] == "to") edge.to = words[i];
      draft.set(edge, names[i], words[i]);
    }
    if (edge.from.empty() || edge.to.empty()) draft.refuse(line, "an edge has two nodes");
    draft.add_node(edge.from);
    draft.add_node(edge.to);
    draft.add_edge(std::move(edge));
  }
  draft.sort_numbers();
  return draft.graph();
}

GraphShape read_graph(const GraphFile& file) {
  if (file.path == "example") {
    std::istringstream in{kExample};
    return read_edge_list(in, file);
  }
  std::ifstream in{file.path};
  if (!in || std::filesystem::is_directory(file.path)) {
    throw Refusal{RefusalClass::kUsage,
                  fmt::format("--graph {}: the file cannot be read; name GraphML or a list of "
                              "edges.",
                              file.path)};
  }
  if (!file.path.ends_with(".graphml") && !file.path.ends_with(".xml")) {
    return read_edge_list(in, file);
  }
  std::ostringstream text;
  text << in.rdbuf();
  return read_graph_xml(text.str(), file);
}

}  // namespace plexus
