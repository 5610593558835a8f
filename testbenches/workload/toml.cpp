#include <algorithm>
#include <map>
#include <set>

#define TOML_EXCEPTIONS 1
#include <fmt/format.h>
#include <toml++/toml.h>

#include "models/catalogue/values.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/refuse.hpp"
#include "testbenches/workload/workload.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kMostCycles = 1'000'000'000'000;
constexpr std::int64_t kMostWords = 1'000'000'000'000;

/// Reads one workload in TOML.
class WorkloadReader {
 public:
  WorkloadReader(std::string path, const WorkloadWish& wish)
      : path_{std::move(path)}, wish_{wish} {}

  Workload read(const std::string& text) {
    toml::table root;
    try {
      root = toml::parse(text, path_);
    } catch (const toml::parse_error& wrong) {
      refuse_at(place(wrong.source().begin.line), std::string{wrong.description()});
    }
    require_keys(root, {"task"});
    const toml::node* const tasks = root.get("task");
    if (tasks == nullptr || !tasks->is_array_of_tables()) {
      refuse_at(place(1), "a workload is a list of tasks: write [[task]] above each");
    }
    for (const toml::node& node : *tasks->as_array()) note(*node.as_table());
    for (const toml::node& node : *tasks->as_array()) add(*node.as_table());
    return {path_, std::move(tasks_)};
  }

 private:
  [[nodiscard]] std::string place(std::size_t line) const {
    return fmt::format("{}:{}", path_, std::max<std::size_t>(1, line));
  }
  template <typename... Values>
  [[noreturn]] void refuse(const toml::node& where, fmt::format_string<Values...> sentence,
                           Values&&... values) const {
    refuse_at(place(where.source().begin.line), sentence, std::forward<Values>(values)...);
  }

  void require_keys(const toml::table& table, const std::vector<std::string>& known) const {
    for (const auto& [key, node] : table) {
      const std::string name{key.str()};
      if (std::ranges::find(known, name) != known.end()) continue;
      refuse_at(place(key.source().begin.line), "'{}' is not known here: there are {}", name,
                fmt::join(known, ", "));
    }
  }

  std::string text_at(const toml::table& table, const char* name) const {
    const toml::node* const node = table.get(name);
    if (node == nullptr) return {};
    if (!node->is_string() || node->as_string()->get().empty()) {
      refuse(*node, "'{}' is a name in quotes", name);
    }
    return node->as_string()->get();
  }

  std::int64_t whole(const toml::node& node, std::int64_t least, std::int64_t most) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < least || *value > most) {
      refuse(node, "a whole number of {} .. {} goes here", least, most);
    }
    return *value;
  }
  std::int64_t whole_at(const toml::table& table, const char* name, std::int64_t fallback,
                        std::int64_t least, std::int64_t most) const {
    const toml::node* const node = table.get(name);
    return node == nullptr ? fallback : whole(*node, least, most);
  }

  /// Names and places of the tasks, for those that wait for later ones.
  void note(const toml::table& table) {
    const std::string name = text_at(table, "name");
    if (name.empty()) refuse(table, "a task has a name");
    if (!pieces_.emplace(name, std::vector<std::size_t>{}).second) {
      refuse(*table.get("name"), "there is a task '{}' already", name);
    }
    const std::size_t first = count_;
    const std::int64_t times = whole_at(table, "times", 1, 1, kMostTasks);
    words_[name] = whole_at(table, "words", 0, 1, kMostWords);
    count_ += gathers(table) ? buckets(table).size() : static_cast<std::size_t>(times);
    if (count_ > kMostTasks) refuse(table, "there are more than {} tasks", kMostTasks);
    for (std::size_t i = first; i < count_; ++i) pieces_[name].push_back(i);
  }

  [[nodiscard]] static bool gathers(const toml::table& table) { return table.get("of") != nullptr; }

  /// What the tasks before leave, in buckets: of each, its words and the task that fills it.
  std::vector<std::pair<std::int64_t, std::size_t>> buckets(const toml::table& table) const {
    const std::string of = text_at(table, "of");
    const auto source = pieces_.find(of);
    if (source == pieces_.end() || of == text_at(table, "name")) {
      refuse(*table.get("of"), "there is no task '{}' above this one", of);
    }
    const std::int64_t each = words_.at(of);
    if (each == 0) {
      refuse(*table.get("of"), "'{}' leaves no words: give it words = NUMBER", of);
    }
    std::int64_t size = whole_at(table, "bucket", 0, 1, kMostWords);
    if (size == 0) refuse(table, "what is gathered is sent in buckets: add bucket = WORDS");
    if (wish_.bucket > 0) size = wish_.bucket;
    std::vector<std::pair<std::int64_t, std::size_t>> all;
    std::int64_t words = 0;
    for (const std::size_t task : source->second) {
      words += each;
      if (words < size && task != source->second.back()) continue;
      all.emplace_back(words, task);
      words = 0;
    }
    return all;
  }

  std::vector<std::size_t> after_of(const toml::table& table) const {
    std::vector<std::size_t> after;
    std::set<std::string> names;
    const auto add = [&](const toml::node& node) {
      const auto* const name = node.as_string();
      if (name == nullptr) refuse(node, "'after' is the name of a task, or a list of names");
      const auto found = pieces_.find(name->get());
      if (found == pieces_.end()) refuse(node, "there is no task '{}'", name->get());
      if (!names.insert(name->get()).second) return;
      after.insert(after.end(), found->second.begin(), found->second.end());
    };
    const toml::node* const node = table.get("after");
    if (node == nullptr) return after;
    if (!node->is_array()) {
      add(*node);
    } else {
      for (const toml::node& one : *node->as_array()) add(one);
    }
    return after;
  }

  /// Those that take part, rising.
  std::vector<NodeId> nodes_of(const toml::table& table) const {
    constexpr std::int64_t kLast = 999'999;
    std::vector<NodeId> nodes;
    const toml::node* const list = table.get("nodes");
    if (list == nullptr) return nodes;
    if (!list->is_array() || list->as_array()->empty()) refuse(*list, "write nodes = [0, 1, ..]");
    for (const toml::node& one : *list->as_array()) {
      nodes.push_back(static_cast<NodeId>(whole(one, 0, kLast)));
      if (nodes.size() > 1 && nodes.back() <= nodes[nodes.size() - 2]) {
        refuse(one, "nodes are named in rising order, each once");
      }
    }
    return nodes;
  }

  void add(const toml::table& table) {
    WorkloadTask task;
    task.name = text_at(table, "name");
    task.place = place(table.source().begin.line);
    task.after = after_of(table);
    task.nodes = nodes_of(table);
    task.collective = standard_name(text_at(table, "collective"));
    if (task.collective.empty()) {
      add_computing(table, std::move(task));
    } else {
      add_collective(table, std::move(task));
    }
  }

  void add_computing(const toml::table& table, WorkloadTask task) {
    require_keys(table, {"name", "after", "nodes", "compute", "times", "words"});
    const toml::node* const compute = table.get("compute");
    if (compute == nullptr) {
      refuse(table,
             "a task computes or is a collective: add compute = CYCLES or collective = \"NAME\"");
    }
    if (!compute->is_array()) {
      task.compute = {whole(*compute, 0, kMostCycles)};
    } else {
      for (const toml::node& one : *compute->as_array()) {
        task.compute.push_back(whole(one, 0, kMostCycles));
      }
      if (task.compute.empty()) refuse(*compute, "cycles of no node make no task");
      if (!task.nodes.empty()) {
        if (task.compute.size() != task.nodes.size() && task.compute.size() > 1) {
          refuse(*compute, "there are cycles of {} nodes, and {} take part", task.compute.size(),
                 task.nodes.size());
        }
        return repeat(std::move(task));
      }
      if (lanes_ == 0 && task.compute.size() > 1) lanes_ = task.compute.size();
      if (task.compute.size() > 1 && task.compute.size() != lanes_) {
        refuse(*compute, "there are cycles of {} nodes, and of {} above", task.compute.size(),
               lanes_);
      }
    }
    repeat(std::move(task));
  }

  void add_collective(const toml::table& table, WorkloadTask task) {
    if (gathers(table)) {
      require_keys(table, {"name", "after", "nodes", "collective", "algorithm", "parameters", "of",
                           "bucket"});
    } else {
      require_keys(table, {"name", "after", "nodes", "collective", "algorithm", "parameters",
                           "words", "times"});
    }
    task.algorithm = text_at(table, "algorithm");
    task.words = words_.at(task.name);
    if (const toml::node* const more = table.get("parameters")) {
      if (!more->is_table()) refuse(*more, "write parameters = {{ NAME = VALUE }}");
      for (const auto& [key, value] : *more->as_table()) {
        task.parameters[std::string{key.str()}] = json_of(value);
      }
    }
    if (task.collective == "move" && !task.nodes.empty()) task.sender = sender_of(table, task);
    if (!gathers(table)) {
      if (task.words == 0) refuse(table, "a collective has words = NUMBER, or of = \"TASK\"");
      return repeat(std::move(task));
    }
    const std::string name = task.name;
    std::size_t number = 0;
    const auto all = buckets(table);
    require_room(task, all.size());
    for (const auto& [words, last] : all) {
      WorkloadTask one = task;
      if (all.size() > 1) one.name = fmt::format("{} {}", name, ++number);
      one.words = words;
      one.after.push_back(last);
      push(std::move(one));
    }
  }

  /// Whose message it is, where the two that take part are named: its two ends.
  NodeId sender_of(const toml::table& table, const WorkloadTask& task) const {
    const Json source = task.parameters.value("source", Json());
    const Json destination = task.parameters.value("destination", Json());
    const auto takes_part = [&](const Json& end) {
      return end.is_number_integer() &&
             std::ranges::any_of(task.nodes, [&](NodeId node) { return end == node; });
    };
    if (task.nodes.size() != 2 || !takes_part(source) || !takes_part(destination) ||
        source == destination) {
      refuse(*table.get("nodes"),
             "the nodes of a move are its two ends, as in nodes = [0, 2] with parameters = {{ "
             "source = 2, destination = 0 }}");
    }
    return source.get<NodeId>();
  }

  /// Copies of a task with long lists and texts are no workload.
  void require_room(const WorkloadTask& task, std::size_t copies) const {
    constexpr std::size_t kMostBytes = 200'000'000;
    const std::size_t each =
        task.name.size() + task.collective.size() + task.algorithm.size() +
        task.parameters.dump().size() +
        sizeof(std::int64_t) * (task.compute.size() + task.after.size() + task.nodes.size());
    if (each <= kMostBytes / copies) return;
    refuse_at(task.place, "{} copies of so long a task are too much", copies);
  }

  void push(WorkloadTask task) {
    waits_ += task.after.size();
    if (waits_ > kMostWaits) {
      refuse_at(task.place, "tasks wait for each other more than {} times", kMostWaits);
    }
    tasks_.push_back(std::move(task));
  }

  Json json_of(const toml::node& node) const {
    if (const auto number = node.value_exact<std::int64_t>()) return *number;
    if (const auto fraction = node.value_exact<double>()) return *fraction;
    if (const auto flag = node.value_exact<bool>()) return *flag;
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (!node.is_array()) refuse(node, "a parameter is a number, a text, true, false, or a list");
    Json list = Json::array();
    for (const toml::node& one : *node.as_array()) list.push_back(json_of(one));
    return list;
  }

  /// So often as the file says, one behind the other.
  void repeat(WorkloadTask task) {
    const std::string name = task.name;
    const std::size_t times = pieces_.at(name).size();
    require_room(task, times);
    for (std::size_t i = 0; i < times; ++i) {
      WorkloadTask one = task;
      if (times > 1) one.name = fmt::format("{} {}", name, i + 1);
      if (i > 0) one.after = {tasks_.size() - 1};
      push(std::move(one));
    }
  }

  std::string path_;
  WorkloadWish wish_;
  std::map<std::string, std::vector<std::size_t>> pieces_;  ///< tasks of this name
  std::map<std::string, std::int64_t> words_;               ///< that each of them leaves
  std::size_t count_ = 0;
  std::size_t waits_ = 0;
  std::size_t lanes_ = 0;  ///< nodes with cycles of their own
  std::vector<WorkloadTask> tasks_;
};

}  // namespace

Workload read_workload_toml(const std::string& text, const std::string& path,
                            const WorkloadWish& wish) {
  return WorkloadReader{path, wish}.read(text);
}

}  // namespace plexus
