#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "testbenches/refuse.hpp"
#include "testbenches/schedules/convert.hpp"

namespace plexus {

namespace {

/// The words of a line without its comments; `inside`: one that began with `/*` goes on.
std::vector<std::string> words_of(const std::string& text, bool& inside) {
  std::string line;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string two = text.substr(at, 2);
    if (inside) {
      inside = two != "*/";
      if (!inside) ++at;
    } else if (two == "/*") {
      inside = true;
      line += ' ';
      ++at;
    } else if (two == "//" || text[at] == '#') {
      break;
    } else {
      line += text[at];
    }
  }
  std::string spaced;
  for (const char letter : line) {
    const bool alone = letter == '{' || letter == '}';
    if (alone) spaced += ' ';
    spaced += letter;
    if (alone || letter == ':') spaced += ' ';
  }
  std::istringstream in{spaced};
  std::vector<std::string> words;
  for (std::string word; in >> word;) {
    if (word == ":" && !words.empty()) {
      words.back() += word;
    } else {
      words.push_back(word);
    }
  }
  return words;
}

/// Reads the ranks of one file.
class GoalReader {
 public:
  explicit GoalReader(const std::string& path) : path_{path} { schedule_.file = path; }

  Schedule read(std::istream& in) {
    for (std::string text; std::getline(in, text);) {
      ++line_;
      const std::vector<std::string> words = words_of(text, comment_);
      if (!words.empty()) statement(words);
    }
    if (inside_) refuse("a rank ends with }}");
    if (ranks_ < 0) refuse("there is no num_ranks");
    if (schedule_.rows.empty()) refuse("there are no tasks");
    settle();
    if (schedule_.nodes() < ranks_) schedule_.least_nodes = static_cast<NodeId>(ranks_);
    return std::move(schedule_);
  }

 private:
  static constexpr std::int64_t kMostRanks = 1'000'000;

  struct Wait {
    NodeId rank;
    std::string who;
    std::string whom;
    bool start_only;
    std::size_t line;
  };

  template <typename... Values>
  [[noreturn]] void refuse(fmt::format_string<Values...> sentence, Values&&... values) const {
    refuse_line(path_, std::max<std::size_t>(1, line_), sentence, std::forward<Values>(values)...);
  }

  std::int64_t number(std::string text, bool bytes = false) const {
    if (bytes && text.ends_with('b')) text.pop_back();
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0) {
      refuse("'{}' is no number", text);
    }
    return value;
  }

  void statement(std::vector<std::string> words) {
    if (words[0] == "num_ranks" && words.size() == 2) {
      ranks_ = number(words[1]);
      if (ranks_ > kMostRanks) refuse("at most {} ranks are read", kMostRanks);
    } else if (words[0] == "rank" && words.size() == 3 && words[2] == "{") {
      if (inside_) refuse("the rank before has no }}");
      inside_ = true;
      rank_ = rank(words[1]);
      if (!begun_.insert(rank_).second) refuse("rank {} is there twice", rank_);
    } else if (words[0] == "}") {
      if (!inside_) refuse("no rank ends here");
      inside_ = false;
    } else if (!inside_) {
      refuse("'{}' stands in no rank", words[0]);
    } else if (words.size() == 3 && (words[1] == "requires" || words[1] == "irequires")) {
      waits_.push_back({rank_, words[0], words[2], words[1] == "irequires", line_});
    } else {
      task(std::move(words));
    }
  }

  void task(std::vector<std::string> words) {
    std::string label;
    if (words[0].ends_with(':')) {
      label = words[0].substr(0, words[0].size() - 1);
      words.erase(words.begin());
    }
    if (words.empty()) refuse("a label stands before nothing");
    ScheduleRow row;
    row.node = rank_;
    row.line = line_;
    row.thread = counts_[rank_]++;
    const auto at = [&](std::size_t place) {
      if (place >= words.size()) refuse("'{}' lacks words", words[0]);
      return words[place];
    };
    if (words[0] == "send" || words[0] == "recv") {
      const bool sends = words[0] == "send";
      row.kind = sends ? RowKind::kSend : RowKind::kReceive;
      row.count = number(at(1), true);
      if (row.count == 0) row.count = 1;  // a message without data: its header is a word
      if (at(2) != (sends ? "to" : "from"))
        refuse("write send SIZEb to RANK, recv SIZEb from RANK");
      if (at(3) == "-1") refuse("a receive from any source is not known: name the rank");
      row.peer = rank(at(3));
      if (row.peer == row.node) refuse("a rank sends nothing to itself");
      read_places(words, 4, row);
    } else if (words[0] == "calc" || words[0] == "loclop") {
      row.kind = RowKind::kCompute;
      row.count = number(at(1));
      read_places(words, 2, row);
    } else {
      refuse("'{}' is no statement of GOAL: write send, recv, calc or requires", words[0]);
    }
    if (!label.empty() && !labels_.emplace(std::pair{rank_, label}, schedule_.rows.size()).second) {
      refuse("the label {} is there twice", label);
    }
    schedule_.rows.push_back(std::move(row));
  }

  NodeId rank(const std::string& text) const {
    const std::int64_t number = this->number(text);
    if (ranks_ >= 0 && number >= ranks_) {
      refuse("there is no rank {}: num_ranks is {}", number, ranks_);
    }
    return static_cast<NodeId>(number);
  }

  /// `tag`, and `cpu` and `nic`, which are read over: tasks that may run at one time do.
  void read_places(const std::vector<std::string>& words, std::size_t first,
                   ScheduleRow& row) const {
    for (std::size_t i = first; i < words.size(); i += 2) {
      const bool tag = words[i] == "tag" && row.kind != RowKind::kCompute;
      if (!tag && words[i] != "cpu" && words[i] != "nic") {
        refuse("'{}' does not belong here: write tag, cpu or nic", words[i]);
      }
      if (i + 1 == words.size()) refuse("'{}' lacks its number", words[i]);
      if (tag && words[i + 1] == "-1") refuse("a receive with any tag is not known: name the tag");
      const std::int64_t value = number(words[i + 1]);
      if (tag) row.tag = static_cast<std::uint32_t>(value);
    }
  }

  [[nodiscard]] std::size_t row_of(const Wait& wait, const std::string& label) const {
    const auto found = labels_.find({wait.rank, label});
    if (found == labels_.end()) {
      refuse_line(path_, wait.line, "rank {} has no label {}", wait.rank, label);
    }
    return found->second;
  }

  /// `requires` waits for a task's end; `irequires` for its start: for all that it waits for.
  void settle() {
    std::map<std::size_t, std::vector<std::size_t>> starts;
    for (const Wait& wait : waits_) {
      const std::size_t who = row_of(wait, wait.who);
      const std::size_t whom = row_of(wait, wait.whom);
      if (wait.start_only) {
        starts[who].push_back(whom);
      } else {
        schedule_.rows[who].after.push_back({schedule_.rows[whom].thread, 0});
      }
    }
    std::map<std::size_t, std::vector<RowName>> more;
    for (const auto& [who, first] : starts) {
      std::set<std::size_t> met;
      for (std::vector<std::size_t> open = first; !open.empty();) {
        const std::size_t whom = open.back();
        open.pop_back();
        if (!met.insert(whom).second) continue;
        const auto& after = schedule_.rows[whom].after;
        more[who].insert(more[who].end(), after.begin(), after.end());
        if (const auto on = starts.find(whom); on != starts.end()) {
          open.insert(open.end(), on->second.begin(), on->second.end());
        }
      }
    }
    for (auto& [who, names] : more) {
      auto& after = schedule_.rows[who].after;
      after.insert(after.end(), names.begin(), names.end());
    }
  }

  std::string path_;
  Schedule schedule_;
  std::map<std::pair<NodeId, std::string>, std::size_t> labels_;
  std::map<NodeId, std::uint32_t> counts_;
  std::vector<Wait> waits_;
  std::set<NodeId> begun_;
  std::int64_t ranks_ = -1;
  NodeId rank_ = 0;
  bool inside_ = false;
  bool comment_ = false;
  std::size_t line_ = 0;
};

}  // namespace

Schedule read_goal(const std::string& path) {
  std::ifstream in{path};
  if (!in) refuse("{}: the file cannot be read.", path);
  return GoalReader{path}.read(in);
}

void write_goal(std::ostream& out, const Schedule& schedule) {
  const NodeId nodes = schedule.nodes();
  out << "num_ranks " << nodes << '\n';
  for (NodeId rank = 0; rank < nodes; ++rank) {
    out << "\nrank " << rank << " {\n";
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> names;
    std::map<std::uint32_t, std::uint32_t> counts;
    std::size_t label = 0;
    std::ostringstream waits;
    for (const ScheduleRow& row : schedule.rows) {
      if (row.node != rank) continue;
      ++label;
      const std::uint32_t number = counts[row.thread]++;
      names[{row.thread, number}] = label;
      const Words data =
          row.blocks.slice().count > 0_words
              ? row.blocks.words()
              : Words{static_cast<std::int64_t>(row.blocks.count() + count_of(row.places))};
      const std::int64_t size = row.count > 0 ? row.count : data.count();
      out << 'l' << label << ": ";
      if (row.kind == RowKind::kCompute || !row.from.empty()) {
        out << "calc " << row.count;
      } else {
        out << (row.kind == RowKind::kSend ? "send " : "recv ") << size << 'b'
            << (row.kind == RowKind::kSend ? " to " : " from ") << row.peer << " tag " << row.tag;
      }
      out << '\n';
      if (number > 0)
        waits << 'l' << label << " requires l" << names[{row.thread, number - 1}] << '\n';
    }
    label = 0;
    for (const ScheduleRow& row : schedule.rows) {
      if (row.node != rank) continue;
      ++label;
      for (const RowName& name : row.after) {
        waits << 'l' << label << " requires l" << names[{name.thread, name.number}] << '\n';
      }
    }
    out << waits.str() << "}\n";
  }
}

}  // namespace plexus
