#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "testbenches/outputs/readable.hpp"
#include "testbenches/workload/workload.hpp"

namespace plexus {

namespace {

/// Fields of one message in protobuf's wire format: a few lines, where its library would be 3 MB
/// and a compiler of its own for the twenty fields that are read here.
class WireReader {
 public:
  /// One field.
  struct Field {
    std::uint64_t number = 0;
    std::uint64_t value = 0;      ///< of a varint or fixed one
    std::string_view bytes{};     ///< of a string, message or packed list
    std::size_t at = 0;           ///< where it begins in the file
    std::size_t bytes_begin = 0;  ///< and its bytes
    bool is_bytes = false;
  };

  WireReader(std::string_view bytes, std::size_t begin, const std::string& path)
      : bytes_{bytes}, begin_{begin}, path_{path} {}

  [[nodiscard]] bool more() const { return at_ < bytes_.size(); }
  [[nodiscard]] std::size_t place() const { return begin_ + at_; }
  template <typename... Values>
  [[noreturn]] void refuse(std::size_t byte, fmt::format_string<Values...> sentence,
                           Values&&... values) const {
    refuse_at(fmt::format("{}: byte {}", path_, byte), sentence, std::forward<Values>(values)...);
  }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    constexpr unsigned kMostBits = 63;
    for (unsigned shift = 0; shift <= kMostBits; shift += 7) {
      if (!more()) refuse(place(), "the file ends inside a number");
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    refuse(place(), "a number has more than ten bytes");
  }

  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size() - at_) {
      refuse(place(), "{} bytes should follow, and there are {}", count, bytes_.size() - at_);
    }
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }

  Field field() {
    Field field;
    field.at = place();
    const std::uint64_t tag = varint();
    field.number = tag >> 3U;
    switch (tag & 7U) {
      case 0:
        field.value = varint();
        return field;
      case 1:
        field.value = fixed(take(8));
        return field;
      case 2: {
        const std::uint64_t count = varint();
        field.bytes_begin = place();
        field.bytes = take(count);
        field.is_bytes = true;
        return field;
      }
      case 5:
        field.value = fixed(take(4));
        return field;
      default:
        refuse(field.at, "there are no fields of wire type {}: this is no trace of Chakra",
               tag & 7U);
    }
  }

 private:
  /// The lowest byte comes first.
  static std::uint64_t fixed(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
      value = value << 8U | static_cast<unsigned char>(bytes[i - 1]);
    }
    return value;
  }

  std::string_view bytes_;
  std::size_t begin_;
  const std::string& path_;
  std::size_t at_ = 0;
};

/// What a node of the trace is, as the schema of Chakra numbers it.
enum class ChakraNode : std::uint64_t {
  kMetadata = 1,
  kSend = 5,
  kReceive = 6,
  kCollective = 7,
};
constexpr const char* kChakraCollectives[] = {"allreduce", "reduce",         "allgather",
                                              "gather",    "scatter",        "broadcast",
                                              "alltoall",  "reduce-scatter", "reduce-scatter"};
constexpr std::uint64_t kBarrier = 9;
constexpr std::uint64_t kMostAmount = 1'000'000'000'000;  ///< of bytes, microseconds and cycles

/// One node of a trace.
struct TraceNode {
  std::size_t byte = 0;  ///< where it begins
  std::uint64_t id = 0;
  std::string name;
  ChakraNode kind{};
  std::uint64_t micros = 0;
  std::vector<std::uint64_t> after;
  std::optional<std::uint64_t> type;  ///< of a collective
  std::uint64_t size = 0;             ///< bytes
  std::uint64_t root = 0;
  std::optional<std::uint64_t> source;  ///< of a message
  std::optional<std::uint64_t> destination;
  std::uint64_t tag = 0;
  std::string group;   ///< process group
  std::string inputs;  ///< of metadata

  [[nodiscard]] std::string title() const {
    return fmt::format("{}{}{}", id, name.empty() ? "" : " ", readable(name));
  }
  [[nodiscard]] bool is_barrier() const {
    return kind == ChakraNode::kCollective && type == kBarrier;
  }
};

/// The trace of one node, or of what all of them do.
class Trace {
 public:
  Trace(const std::string& bytes, const std::string& path) : path_{path} {
    WireReader file{bytes, 0, path_};
    for (bool first = true; file.more(); first = false) {  // which tells the version
      const std::uint64_t length = file.varint();
      const std::size_t begin = file.place();
      const WireReader message{file.take(length), begin, path_};
      if (first) continue;
      nodes_.push_back(node_of(message, begin));
      const TraceNode& node = nodes_.back();
      if (nodes_.size() > kMostTasks) refuse(node, "there are more than {}", kMostTasks);
      if (!numbers_.emplace(node.id, nodes_.size() - 1).second) {
        refuse(node, "there is one of this id already");
      }
    }
    if (nodes_.empty()) file.refuse(0, "there is no node in the trace");
  }

  [[nodiscard]] const std::vector<TraceNode>& nodes() const { return nodes_; }
  [[nodiscard]] std::string place(const TraceNode& node) const {
    return fmt::format("{}: byte {}", path_, node.byte);
  }
  template <typename... Values>
  [[noreturn]] void refuse(const TraceNode& node, fmt::format_string<Values...> sentence,
                           Values&&... values) const {
    refuse_at(place(node), "node {}: {}", node.id,
              fmt::format(sentence, std::forward<Values>(values)...));
  }
  /// The number of the node that another one waits for.
  [[nodiscard]] std::size_t find(const TraceNode& who, std::uint64_t id) const {
    const auto found = numbers_.find(id);
    if (found == numbers_.end()) {
      refuse_at(place(who), "node {} waits for node {}, which is not there", who.title(), id);
    }
    return found->second;
  }

  /// Cycles that it computes, at `clock` MHz.
  [[nodiscard]] std::int64_t cycles(const TraceNode& node, std::int64_t clock) const {
    if (node.micros > kMostAmount) refuse(node, "it takes more than {} us", kMostAmount);
    const std::int64_t cycles = static_cast<std::int64_t>(node.micros) * clock;
    if (cycles > static_cast<std::int64_t>(kMostAmount)) {
      refuse(node, "it takes more than {} cycles", kMostAmount);
    }
    return cycles;
  }

  /// What a node does, but whom it waits for and who takes part.
  [[nodiscard]] WorkloadTask task_of(const TraceNode& node, std::int64_t clock) const {
    WorkloadTask task;
    task.name = node.title();
    task.place = place(node);
    if (node.kind == ChakraNode::kMetadata || node.is_barrier()) return task;
    if (node.kind != ChakraNode::kCollective) {
      task.compute = {cycles(node, clock)};
      return task;
    }
    if (!node.type || *node.type > kBarrier) refuse(node, "a collective has a comm_type of 0 .. 9");
    require_size(node, "collective");
    task.collective = kChakraCollectives[*node.type];
    task.of_all_blocks = task.collective == "alltoall" || task.collective == "scatter" ||
                         task.collective == "reduce-scatter";
    task.words = static_cast<std::int64_t>(node.size);
    if (node.root > kMostAmount) refuse(node, "there is no root {}", node.root);
    const bool rooted = task.collective == "reduce" || task.collective == "gather" ||
                        task.collective == "scatter" || task.collective == "broadcast";
    if (rooted && node.root > 0) task.parameters["root"] = static_cast<std::int64_t>(node.root);
    return task;
  }

  void require_size(const TraceNode& node, const char* what) const {
    if (node.size >= 1 && node.size <= kMostAmount) return;
    refuse(node, "a {} has a comm_size of 1 .. {} bytes", what, kMostAmount);
  }

 private:
  struct Attribute {
    std::string_view name;
    std::uint64_t value = 0;
    std::string_view text;
  };

  static Attribute attribute_of(WireReader message) {
    constexpr std::uint64_t kText = 29;
    Attribute attribute;
    while (message.more()) {
      const auto field = message.field();
      if (field.number == 1) attribute.name = field.bytes;
      if (field.number == kText) attribute.text = field.bytes;
      // int32, int64, uint32, uint64, the fixed ones, bool; of sint32, sint64 the lowest bit is the
      // sign
      constexpr std::array<std::uint64_t, 9> kNumbers{7, 9, 11, 13, 19, 21, 23, 25, 27};
      const bool is_signed = field.number == 15 || field.number == 17;
      if (std::ranges::find(kNumbers, field.number) != kNumbers.end())
        attribute.value = field.value;
      if (is_signed) attribute.value = (field.value >> 1U) ^ (~(field.value & 1U) + 1U);
    }
    return attribute;
  }

  static void note(TraceNode& node, const Attribute& one) {
    if (one.name == "comm_type") node.type = one.value;
    if (one.name == "comm_size") node.size = one.value;
    if (one.name == "root_rank") node.root = one.value;
    if (one.name == "comm_src") node.source = one.value;
    if (one.name == "comm_dst") node.destination = one.value;
    if (one.name == "comm_tag") node.tag = one.value;
    if (one.name == "pg_name") node.group = one.text;
  }

  TraceNode node_of(WireReader message, std::size_t begin) const {
    TraceNode node;
    node.byte = begin;
    while (message.more()) {
      const auto field = message.field();
      if (field.number == 1) node.id = field.value;
      if (field.number == 2) node.name = field.bytes;
      if (field.number == 3) node.kind = static_cast<ChakraNode>(field.value);
      if (field.number == 7) node.micros = field.value;
      if (field.number == 4 || field.number == 5) {
        WireReader list{field.bytes, field.bytes_begin, path_};
        if (!field.is_bytes) node.after.push_back(field.value);
        while (list.more()) node.after.push_back(list.varint());
      }
      if (field.number == 8) {
        WireReader inputs{field.bytes, field.bytes_begin, path_};
        while (inputs.more()) {
          const auto part = inputs.field();
          if (part.number == 1) node.inputs = part.bytes;
        }
      }
      if (field.number == 10) note(node, attribute_of({field.bytes, field.bytes_begin, path_}));
    }
    if (node.kind != ChakraNode::kMetadata) node.inputs.clear();
    return node;
  }

  std::string path_;
  std::vector<TraceNode> nodes_;
  std::map<std::uint64_t, std::size_t> numbers_;  ///< by id
};

/// Tasks wait for each other no more often than so.
void count_wait(std::size_t& waits, const WorkloadTask& task) {
  if (++waits <= kMostWaits) return;
  refuse_at(task.place, "tasks wait for each other more than {} times", kMostWaits);
}

/// Puts the traces of all nodes together: collectives and messages, which several of them tell of,
/// become one task.
class TraceJoiner {
 public:
  TraceJoiner(const std::vector<std::string>& files, const WorkloadWish& wish)
      : files_{files}, clock_{wish.clock} {
    for (const std::string& file : files) {
      const auto bytes = bytes_of_file(file);
      if (!bytes) refuse_at(file, "the file cannot be read");
      traces_.emplace_back(*bytes, file);
    }
    for (NodeId rank = 0; rank < traces_.size(); ++rank) read_groups(rank);
    for (NodeId rank = 0; rank < traces_.size(); ++rank) name_groups(rank);
  }

  std::vector<WorkloadTask> join() {
    ours_.resize(traces_.size());
    std::size_t longest = 0;
    for (const Trace& trace : traces_) longest = std::max(longest, trace.nodes().size());
    for (std::size_t i = 0; i < longest; ++i) {  // what stands first in some file comes first
      for (NodeId rank = 0; rank < traces_.size(); ++rank) {
        if (i < traces_[rank].nodes().size()) add(rank, traces_[rank].nodes()[i]);
      }
    }
    require_whole();
    std::size_t waits = 0;
    for (NodeId rank = 0; rank < traces_.size(); ++rank) {
      const Trace& trace = traces_[rank];
      for (std::size_t i = 0; i < trace.nodes().size(); ++i) {
        const TraceNode& node = trace.nodes()[i];
        WorkloadTask& task = tasks_[ours_[rank][i]];
        for (const std::uint64_t id : node.after) {
          count_wait(waits, task);
          task.after.push_back(ours_[rank][trace.find(node, id)]);
        }
      }
    }
    return std::move(tasks_);
  }

 private:
  using Group = std::vector<NodeId>;
  /// A collective or a message that several traces tell of.
  struct Shared {
    std::size_t task = 0;
    NodeId rank = 0;  ///< who told of it first
    const TraceNode* node = nullptr;
    std::size_t told = 1;  ///< by so many
  };

  [[nodiscard]] std::string place(const Shared& one) const {
    return traces_[one.rank].place(*one.node);
  }

  /// What metadata say of process groups.
  void read_groups(NodeId rank) {
    for (const TraceNode& node : traces_[rank].nodes()) {
      if (node.kind != ChakraNode::kMetadata ||
          node.name.find("process_group") == std::string::npos) {
        continue;
      }
      const std::size_t first = node.inputs.find("[{");
      const std::size_t last = node.inputs.rfind("}]");
      if (first == std::string::npos || last == std::string::npos || last < first) continue;
      const Json list = Json::parse(node.inputs.substr(first, last + 2 - first), nullptr, false);
      const auto is_name = [](const Json& one) {
        return one.is_string() || one.is_number_integer();
      };
      if (!list.is_array()) traces_[rank].refuse(node, "its list of process groups cannot be read");
      for (const Json& one : list) {
        if (!one.is_object() || !is_name(one.value("pg_name", Json())) ||
            !one.value("ranks", Json()).is_array()) {
          traces_[rank].refuse(node, "a process group has a pg_name and ranks");
        }
        const Json& name = one["pg_name"];
        Group group;
        for (const Json& member : one["ranks"]) {
          if (!member.is_number_unsigned() || member.get<std::uint64_t>() >= traces_.size()) {
            traces_[rank].refuse(node,
                                 "a process group has rank {}, and there are traces of 0 .. {}",
                                 member.dump(), traces_.size() - 1);
          }
          group.push_back(member.get<NodeId>());
        }
        if (group.empty()) group = everybody();
        std::ranges::sort(group);
        group.erase(std::unique(group.begin(), group.end()), group.end());
        groups_.insert_or_assign({rank, name.is_string() ? name.get<std::string>() : name.dump()},
                                 std::move(group));
      }
    }
  }

  [[nodiscard]] Group everybody() const {
    Group all(traces_.size());
    for (NodeId rank = 0; rank < all.size(); ++rank) all[rank] = rank;
    return all;
  }

  /// Of a group that no metadata tell of all those are members whose traces name it.
  void name_groups(NodeId rank) {
    for (const TraceNode& node : traces_[rank].nodes()) {
      if (node.kind != ChakraNode::kCollective || node.group.empty()) continue;
      Group& all = named_[node.group];
      if (all.empty() || all.back() != rank) all.push_back(rank);
    }
  }

  [[nodiscard]] Group members_of(NodeId rank, const TraceNode& node) const {
    if (node.group.empty()) return everybody();
    const auto known = groups_.find({rank, node.group});
    const Group& group = known == groups_.end() ? named_.at(node.group) : known->second;
    if (!std::ranges::binary_search(group, rank)) {
      traces_[rank].refuse(node, "it is one of the group '{}', which is {} and not {}", node.group,
                           fmt::join(group, ", "), rank);
    }
    return group;
  }

  std::size_t add_task(WorkloadTask task) {
    constexpr std::size_t kMostOfAll = 5 * kMostTasks;
    if (tasks_.size() == kMostOfAll) {
      refuse_at(task.place, "there are more than {} in all", kMostOfAll);
    }
    tasks_.push_back(std::move(task));
    return tasks_.size() - 1;
  }

  void add(NodeId rank, const TraceNode& node) {
    if (node.kind == ChakraNode::kCollective) {
      ours_[rank].push_back(add_collective(rank, node));
    } else if (node.kind == ChakraNode::kSend) {
      ours_[rank].push_back(add_send(rank, node));
    } else if (node.kind == ChakraNode::kReceive) {
      ours_[rank].push_back(add_receive(rank, node));
    } else {
      WorkloadTask task = traces_[rank].task_of(node, clock_);
      task.name += fmt::format(" at {}", rank);
      task.nodes = {rank};
      ours_[rank].push_back(add_task(std::move(task)));
    }
  }

  std::size_t add_collective(NodeId rank, const TraceNode& node) {
    WorkloadTask task = traces_[rank].task_of(node, clock_);
    task.nodes = members_of(rank, node);
    if (task.nodes.size() == 1) {  // it has all that there is: no time
      task.collective.clear();
      task.parameters = Json::object();
    }
    std::size_t& count = counts_[{task.nodes, node.group, node.tag, rank}];
    std::vector<Shared>& all = collectives_[{task.nodes, node.group, node.tag}];
    if (count == all.size()) {
      all.push_back({add_task(std::move(task)), rank, &node});
      return all[count++].task;
    }
    Shared& shared = all[count++];
    const WorkloadTask& other = tasks_[shared.task];
    if (other.collective != task.collective || other.words != task.words ||
        other.parameters != task.parameters) {
      const bool roots = task.parameters != other.parameters;
      traces_[rank].refuse(node, "it is collective {} of the group and {}; {} has {} there", count,
                           text_of(task, roots), place(shared), text_of(other, roots));
    }
    ++shared.told;
    return shared.task;
  }

  /// A collective, its size, and its root if that matters.
  static std::string text_of(const WorkloadTask& task, bool with_root) {
    std::string text = fmt::format(
        "{} of {} bytes", task.collective.empty() ? "barrier" : task.collective, task.words);
    if (with_root)
      text += fmt::format(" with root {}", task.parameters.value("root", std::int64_t{0}));
    return text;
  }

  /// The other end of a message.
  [[nodiscard]] NodeId end_of(NodeId rank, const TraceNode& node, bool sends) const {
    const auto& other = sends ? node.destination : node.source;
    const char* const name = sends ? "comm_dst" : "comm_src";
    if (const auto& own = sends ? node.source : node.destination; own && *own != rank) {
      traces_[rank].refuse(node, "its {} is {}, and this is the trace of {}",
                           sends ? "comm_src" : "comm_dst", *own, rank);
    }
    if (!other) traces_[rank].refuse(node, "a message has a {}", name);
    if (*other >= traces_.size() || *other == rank) {
      traces_[rank].refuse(node, "its {} is {}: traces are there of 0 .. {}, and this is {}", name,
                           *other, traces_.size() - 1, rank);
    }
    return static_cast<NodeId>(*other);
  }

  /// A message sets out as soon as its sender is ready.
  std::size_t add_send(NodeId rank, const TraceNode& node) {
    const NodeId to = end_of(rank, node, true);
    traces_[rank].require_size(node, "message");
    WorkloadTask task;
    task.name = fmt::format("{} to {}", node.title(), to);
    task.place = traces_[rank].place(node);
    task.nodes = {std::min(rank, to), std::max(rank, to)};
    task.collective = "move";
    task.sender = rank;
    task.words = static_cast<std::int64_t>(node.size);
    task.parameters = {{"source", rank}, {"destination", to}};
    const std::size_t number = add_task(std::move(task));
    sends_[{rank, to, node.tag}].push_back({number, rank, &node});
    return number;
  }

  /// Who receives waits for the message.
  std::size_t add_receive(NodeId rank, const TraceNode& node) {
    const NodeId from = end_of(rank, node, false);
    WorkloadTask task;
    task.name = fmt::format("{} at {}", node.title(), rank);
    task.place = traces_[rank].place(node);
    task.nodes = {rank};
    const std::size_t number = add_task(std::move(task));
    receives_[{from, rank, node.tag}].push_back({number, rank, &node});
    return number;
  }

  /// All that has several ends has all of them.
  void require_whole() {
    for (const auto& [key, all] : collectives_) {
      const Group& group = std::get<0>(key);
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].told == group.size()) continue;
        const NodeId missing = *std::ranges::find_if(group, [&](NodeId rank) {
          return counts_[{group, std::get<1>(key), std::get<2>(key), rank}] <= i;
        });
        traces_[all[i].rank].refuse(*all[i].node,
                                    "it is collective {} of the group {}, and {} has no such",
                                    i + 1, fmt::join(group, ", "), files_[missing]);
      }
    }
    for (const auto& [key, all] : receives_) sends_.try_emplace(key);
    for (const auto& [key, sends] : sends_) {
      const std::vector<Shared>& receives = receives_[key];
      for (std::size_t i = 0; i < std::max(sends.size(), receives.size()); ++i) {
        const bool sent = i < sends.size();
        const Shared& one = sent ? sends[i] : receives[i];
        if (!sent || i >= receives.size()) {
          traces_[one.rank].refuse(
              *one.node, "nobody {} it: {} has no message {} {} {} with tag {}",
              sent ? "takes" : "sends", files_[sent ? std::get<1>(key) : std::get<0>(key)], i + 1,
              sent ? "from" : "to", one.rank, std::get<2>(key));
        }
        const TraceNode& taken = *receives[i].node;
        if (taken.size != 0 && taken.size != one.node->size) {
          traces_[receives[i].rank].refuse(taken, "it takes {} bytes, and {} sends {}", taken.size,
                                           place(one), one.node->size);
        }
        tasks_[receives[i].task].after.push_back(one.task);
      }
    }
  }

  const std::vector<std::string>& files_;
  std::int64_t clock_;
  std::vector<Trace> traces_;
  std::map<std::pair<NodeId, std::string>, Group> groups_;  ///< by rank: those of metadata
  std::map<std::string, Group> named_;                      ///< by those that use them
  std::vector<WorkloadTask> tasks_;
  std::vector<std::vector<std::size_t>> ours_;  ///< by rank and node: the task
  std::map<std::tuple<Group, std::string, std::uint64_t>, std::vector<Shared>> collectives_;
  /// By group, tag and rank: collectives that it has told of.
  std::map<std::tuple<Group, std::string, std::uint64_t, NodeId>, std::size_t> counts_;
  /// By sender, receiver and tag.
  std::map<std::tuple<NodeId, NodeId, std::uint64_t>, std::vector<Shared>> sends_;
  std::map<std::tuple<NodeId, NodeId, std::uint64_t>, std::vector<Shared>> receives_;
};

}  // namespace

Workload read_chakra(const std::string& bytes, const std::string& path, const WorkloadWish& wish) {
  const Trace trace{bytes, path};
  Workload workload{path, {}};
  std::size_t waits = 0;
  for (const TraceNode& node : trace.nodes()) {
    if (node.kind == ChakraNode::kSend || node.kind == ChakraNode::kReceive) {
      trace.refuse(node,
                   "a message has two ends, and a trace tells of one node alone: name the traces "
                   "of all nodes, as in --file step.*.et");
    }
    if (node.kind == ChakraNode::kCollective && !node.group.empty() && node.group != "0") {
      trace.refuse(node,
                   "it is one of the group '{}', and of one trace all nodes take part: name the "
                   "traces of all nodes, as in --file step.*.et",
                   node.group);
    }
    WorkloadTask task = trace.task_of(node, wish.clock);
    for (const std::uint64_t id : node.after) {
      count_wait(waits, task);
      task.after.push_back(trace.find(node, id));
    }
    workload.tasks.push_back(std::move(task));
  }
  return workload;
}

Workload read_chakra_ranks(const std::string& path, const std::vector<std::string>& files,
                           const WorkloadWish& wish) {
  return {path, TraceJoiner{files, wish}.join(), static_cast<NodeId>(files.size())};
}

}  // namespace plexus
