#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

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
  [[noreturn]] void refuse(std::size_t byte, const std::string& sentence) const {
    refuse_at(fmt::format("{}: byte {}", path_, byte), sentence);
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
      refuse(place(),
             fmt::format("{} bytes should follow, and there are {}", count, bytes_.size() - at_));
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
        take(8);
        return field;
      case 2: {
        const std::uint64_t count = varint();
        field.bytes_begin = place();
        field.bytes = take(count);
        field.is_bytes = true;
        return field;
      }
      case 5:
        take(4);
        return field;
      default:
        refuse(field.at, fmt::format("there are no fields of wire type {}: this is no trace of "
                                     "Chakra",
                                     tag & 7U));
    }
  }

 private:
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

/// Reads one trace.
class ChakraReader {
 public:
  ChakraReader(const std::string& bytes, const std::string& path, const WorkloadWish& wish)
      : file_{bytes, 0, path}, path_{path}, wish_{wish} {}

  Workload read() {
    bool first = true;
    while (file_.more()) {
      const std::uint64_t length = file_.varint();
      const std::size_t begin = file_.place();
      WireReader message{file_.take(length), begin, path_};
      if (!first) read_node(message, begin);
      first = false;  // which tells the version
    }
    if (tasks_.empty()) file_.refuse(0, "there is no node in the trace");
    std::size_t waits = 0;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      for (const std::uint64_t id : after_[i]) {
        const auto found = numbers_.find(id);
        if (found == numbers_.end()) {
          refuse_at(tasks_[i].place, fmt::format("node {} waits for node {}, which is not there",
                                                 tasks_[i].name, id));
        }
        if (++waits > kMostWaits) {
          refuse_at(tasks_[i].place,
                    fmt::format("tasks wait for each other more than {} times", kMostWaits));
        }
        tasks_[i].after.push_back(found->second);
      }
    }
    return {path_, std::move(tasks_)};
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
      const bool whole = field.number == 7 || field.number == 9 || field.number == 11 ||
                         field.number == 13 || field.number == 27;
      if (whole) attribute.value = field.value;
    }
    return attribute;
  }

  void read_node(WireReader message, std::size_t begin) {
    std::uint64_t id = 0;
    std::uint64_t kind = 0;
    std::uint64_t micros = 0;
    std::string name;
    std::vector<std::uint64_t> after;
    std::map<std::string_view, Attribute> attributes;
    while (message.more()) {
      const auto field = message.field();
      if (field.number == 1) id = field.value;
      if (field.number == 2) name = field.bytes;
      if (field.number == 3) kind = field.value;
      if (field.number == 7) micros = field.value;
      if (field.number == 4 || field.number == 5) {
        WireReader list{field.bytes, field.bytes_begin, path_};
        if (!field.is_bytes) after.push_back(field.value);
        while (list.more()) after.push_back(list.varint());
      }
      if (field.number == 10) {
        const Attribute one = attribute_of({field.bytes, field.bytes_begin, path_});
        attributes.emplace(one.name, one);
      }
    }
    WorkloadTask task;
    task.place = fmt::format("{}: byte {}", path_, begin);
    task.name = fmt::format("{}{}{}", id, name.empty() ? "" : " ", name);
    const auto refuse = [&](const std::string& sentence) {
      refuse_at(task.place, fmt::format("node {}: {}", id, sentence));
    };
    const auto number = [&](const char* attribute) {
      const auto found = attributes.find(attribute);
      return found == attributes.end() ? std::optional<std::uint64_t>{} : found->second.value;
    };
    constexpr std::uint64_t kMost = 1'000'000'000'000;
    switch (static_cast<ChakraNode>(kind)) {
      case ChakraNode::kSend:
      case ChakraNode::kReceive:
        refuse(
            "messages of two nodes are no collective, and a trace tells those of one node alone");
        break;
      case ChakraNode::kCollective: {
        const auto type = number("comm_type");
        if (!type || *type > kBarrier) refuse("a collective has a comm_type of 0 .. 9");
        if (*type == kBarrier) {
          task.compute = {0};
          break;
        }
        const auto group = attributes.find("pg_name");
        if (group != attributes.end() && !group->second.text.empty() && group->second.text != "0") {
          refuse(fmt::format("it is one of the group '{}', and all nodes of a machine take part",
                             group->second.text));
        }
        const std::uint64_t size = number("comm_size").value_or(0);
        if (size < 1 || size > kMost) {
          refuse(fmt::format("a collective has a comm_size of 1 .. {} bytes", kMost));
        }
        task.collective = kChakraCollectives[*type];
        task.of_all_blocks = task.collective == "alltoall" || task.collective == "scatter" ||
                             task.collective == "reduce-scatter";
        task.words = static_cast<std::int64_t>(size);
        if (const auto root = number("root_rank").value_or(0); root > 0) {
          if (root > kMost) refuse(fmt::format("there is no root {}", root));
          task.parameters["root"] = static_cast<std::int64_t>(root);
        }
        break;
      }
      default:
        if (static_cast<ChakraNode>(kind) == ChakraNode::kMetadata) micros = 0;
        if (micros > kMost) refuse(fmt::format("it takes more than {} us", kMost));
        task.compute = {static_cast<std::int64_t>(micros) * wish_.clock};
        if (task.compute.front() > static_cast<std::int64_t>(kMost)) {
          refuse(fmt::format("it takes more than {} cycles", kMost));
        }
    }
    if (tasks_.size() == kMostTasks) refuse(fmt::format("there are more than {}", kMostTasks));
    if (!numbers_.emplace(id, tasks_.size()).second) refuse("there is one of this id already");
    tasks_.push_back(std::move(task));
    after_.push_back(std::move(after));
  }

  WireReader file_;
  const std::string& path_;
  WorkloadWish wish_;
  std::map<std::uint64_t, std::size_t> numbers_;  ///< of tasks, by id
  std::vector<WorkloadTask> tasks_;
  std::vector<std::vector<std::uint64_t>> after_;  ///< ids, by task
};

}  // namespace

Workload read_chakra(const std::string& bytes, const std::string& path, const WorkloadWish& wish) {
  return ChakraReader{bytes, path, wish}.read();
}

}  // namespace plexus
