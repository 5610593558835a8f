#include "models/schedule/named_schedules.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/catalogue/memory_limit.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/schedule/layout.hpp"

namespace plexus {

Operation whole_operation(const ScheduleRequest& at) {
  switch (at.operation) {
    case ScheduledOperation::kBroadcast:
      return broadcast_operation(at.root, at.words);
    case ScheduledOperation::kScatter:
      return scatter_operation(at.nodes, at.root, at.words);
    case ScheduledOperation::kGather:
      return gather_operation(at.nodes, at.root, at.words);
    case ScheduledOperation::kAlltoall:
      return alltoall_operation(at.nodes, at.words);
    default:
      return allgather_operation(at.nodes, at.words);
  }
}

namespace {

/// Adds rows of blocks to a schedule.
class Writer {
 public:
  explicit Writer(Schedule& schedule) : schedule_{&schedule} {}
  void add(NodeId node, std::uint32_t thread, RowKind kind, NodeId peer, const Blocks& blocks,
           std::uint32_t tag = 0, std::vector<RowName> after = {}) {
    schedule_->rows.push_back(
        {node, thread, kind, peer, tag, blocks, 0, std::move(after), schedule_->rows.size() + 2});
  }

 private:
  Schedule* schedule_;
};

/// Every node's item goes to the next node, the last one's to node 0.
Schedule direct_custom(const ScheduleRequest& at) {
  Schedule schedule{"direct", 1, {}};
  const Places input{{Buffer::kInput, {0, 1}}};
  const Places output{{Buffer::kOutput, {0, 1}}};
  for (NodeId v = 0; v < at.nodes; ++v) {
    const NodeId next = (v + 1) % at.nodes;
    schedule.start.push_back({v, input, {{v}}, 1});
    schedule.end.push_back({next, output, {{v}}, 1});
    if (next == v) {
      schedule.rows.push_back({v, 0, RowKind::kCopy, 0, 0, {}, 0, {}, 2, output, input});
    } else {
      schedule.rows.push_back({v, 0, RowKind::kSend, next, 0, {}, 0, {}, 2, input});
      schedule.rows.push_back({next, 1, RowKind::kReceive, v, 0, {}, 0, {}, 2, output});
    }
  }
  return schedule;
}

Schedule direct_exchange(const ScheduleRequest& at) {
  Schedule schedule{"direct", 1, {}};
  Writer write{schedule};
  const Operation operation = whole_operation(at);
  std::map<BlockId, NodeId> owner;
  for (NodeId v = 0; v < at.nodes; ++v) {
    for (const Interval& run : operation.before(v)) {
      for (BlockId block = run.first; block < run.end(); ++block) owner.emplace(block, v);
    }
  }
  std::map<std::pair<NodeId, NodeId>, BlockList> messages;
  for (NodeId v = 0; v < at.nodes; ++v) {
    for (const Interval& run : operation.after(v)) {
      for (BlockId block = run.first; block < run.end(); ++block) {
        if (owner.at(block) != v) messages[{owner.at(block), v}].add(block);
      }
    }
  }
  for (NodeId far = 1; far < at.nodes; ++far) {
    for (NodeId v = 0; v < at.nodes; ++v) {
      const NodeId to = (v + far) % at.nodes;
      const auto message = messages.find({v, to});
      if (message == messages.end()) continue;
      const Blocks blocks = message->second.blocks({});
      write.add(v, 0, RowKind::kSend, to, blocks);
      write.add(to, 1, RowKind::kReceive, v, blocks);
    }
  }
  return schedule;
}

Schedule direct_reduction(const ScheduleRequest& at) {
  const bool all = at.operation == ScheduledOperation::kAllreduce;
  Schedule schedule{"direct", 1, {}};
  const std::int64_t most = at.nodes;
  const std::int64_t chunks = all ? std::min(most, at.words.count()) : most;
  if (all) schedule.pieces = chunks;
  Writer write{schedule};
  const auto blocks = [](NodeId chunk) { return Blocks{Interval{chunk, 1}, Slice{}}; };
  for (NodeId far = 1; far < at.nodes; ++far) {
    for (NodeId v = 0; v < at.nodes; ++v) {
      const NodeId to = (v + far) % at.nodes;
      if (to >= chunks) continue;
      write.add(v, 0, RowKind::kSend, to, blocks(to));
      write.add(to, 1, RowKind::kReduce, v, blocks(to));
    }
  }
  for (NodeId far = 1; all && far < at.nodes; ++far) {
    for (NodeId v = 0; v < chunks; ++v) {
      const NodeId to = (v + far) % at.nodes;
      write.add(v, 2, RowKind::kSend, to, blocks(v), 1, {{1, at.nodes - 2}});
      write.add(to, 3, RowKind::kReceive, v, blocks(v), 1);
    }
  }
  return schedule;
}

/// Chunks or blocks go round the nodes in the order of their numbers: node v sends to v + 1. In
/// step i of adding up v sends chunk v - 1 - i, in step i of handing out chunk v - i, each as soon
/// as it has come.
Schedule ring_schedule(const ScheduleRequest& at) {
  const bool sums = combines(at.operation);
  const bool hands_out = at.operation != ScheduledOperation::kReduceScatter;
  const std::int64_t nodes = at.nodes;
  if (!sums && at.operation != ScheduledOperation::kAllgather) {
    throw Refusal{RefusalClass::kFeature,
                  fmt::format("--schedule ring is one of allgather, allreduce and reduce-scatter: "
                              "choose direct, or a file, for {}.",
                              to_string(at.operation))};
  }
  if (at.operation == ScheduledOperation::kAllreduce && at.words.count() < nodes) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--words {} is too little for --schedule ring, which cuts the vector "
                              "in {} chunks: choose at least a word for each.",
                              at.words.count(), nodes)};
  }
  Schedule schedule{"ring", 1, {}};
  if (at.operation == ScheduledOperation::kAllreduce) schedule.pieces = nodes;
  Writer write{schedule};
  for (NodeId v = 0; v < at.nodes; ++v) {
    const auto chunk = [&](std::int64_t back) {
      const std::int64_t number = ((v - back) % nodes + nodes) % nodes;
      return Blocks{Interval{static_cast<BlockId>(number), 1}, Slice{}};
    };
    const NodeId next = (v + 1) % at.nodes;
    const NodeId before = (v + at.nodes - 1) % at.nodes;
    std::uint32_t come = 0;  // rows of thread 1
    const auto step = [&](RowKind takes, std::int64_t back) {
      std::vector<RowName> after;
      if (come > 0) after.push_back({1, come - 1});
      write.add(v, 0, RowKind::kSend, next, chunk(back), 0, std::move(after));
      write.add(v, 1, takes, before, chunk(back + 1));
      ++come;
    };
    for (std::int64_t i = 0; sums && i + 1 < nodes; ++i) step(RowKind::kReduce, 1 + i);
    for (std::int64_t i = 0; hands_out && i + 1 < nodes; ++i) step(RowKind::kReceive, i);
  }
  return schedule;
}

/// Some nodes alone, and what they do.
struct GroupWish {
  ScheduledOperation operation = ScheduledOperation::kAllreduce;
  bool ring = false;
  std::vector<NodeId> nodes;
};

/// `allreduce:ring:0,2,4-7`; nothing where `name` does not begin so.
std::optional<GroupWish> group_of(const std::string& name, NodeId nodes) {
  const std::size_t first = name.find(':');
  const std::size_t second = first == std::string::npos ? first : name.find(':', first + 1);
  if (second == std::string::npos) return {};
  const auto operation = scheduled_operation(name.substr(0, first));
  const std::string how = name.substr(first + 1, second - first - 1);
  if (!operation || *operation == ScheduledOperation::kCustom || (how != "ring" && how != "direct"))
    return {};
  GroupWish wish{*operation, how == "ring", {}};
  const auto refuse = [&](const std::string& sentence) {
    throw Refusal{RefusalClass::kUsage, fmt::format("--schedule {}: {}.", name, sentence)};
  };
  std::istringstream list{name.substr(second + 1)};
  for (std::string one; std::getline(list, one, ',');) {
    const auto number = [&](const std::string& digits) {
      NodeId value = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), value);
      if (error != std::errc{} || end != digits.data() + digits.size()) {
        refuse(fmt::format("'{}' names no nodes: write 0,2,4-7", one));
      }
      if (value >= nodes) {
        refuse(fmt::format("there is no node {}: the machine has {}", value, nodes));
      }
      return value;
    };
    const std::size_t dash = one.find('-');
    const NodeId low = number(one.substr(0, dash));
    const NodeId high = dash == std::string::npos ? low : number(one.substr(dash + 1));
    for (NodeId v = low; v <= high; ++v) wish.nodes.push_back(v);
  }
  std::vector<NodeId> sorted = wish.nodes;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) refuse("a node takes part once");
  if (sorted.size() < 2) refuse("two nodes at least take part");
  return wish;
}

/// The schedule of as many nodes, told as an operation of its own of nodes with other numbers:
/// each block has the place of its number, and is the item that DataLayout numbers so.
Schedule group_schedule(const GroupWish& wish, Words words) {
  const auto size = static_cast<NodeId>(wish.nodes.size());
  const ScheduleRequest request{wish.operation, size, words};
  require_memory(4 * kBytesOfRow * size * size);  // before they are written
  Schedule schedule = wish.ring ? ring_schedule(request) : direct_schedule(request);
  const DataLayout layout{schedule, wish.operation, size, request.root,
                          static_cast<std::uint64_t>(schedule.pieces)};
  const auto place_of = [](std::uint64_t block) { return PlaceRun{Buffer::kOutput, {block, 1}}; };
  for (NodeId v = 0; v < size; ++v) {
    Holding before{wish.nodes[v], {}, {}, 1};
    for (std::uint64_t block = 0; block < layout.numbers(); ++block) {
      const auto item = layout.start(v, {Buffer::kBlocks, block});
      if (!item) continue;
      before.places.push_back(place_of(block));
      before.items.push_back({*item});
    }
    if (!before.items.empty()) schedule.start.push_back(std::move(before));
  }
  layout.for_each_end([&](NodeId v, BufferPlace place, std::uint64_t result) {
    Holding after{wish.nodes[v], {place_of(place.offset)}, {{}}, 1};
    for (const Term& term : layout.terms_of(result)) after.items.front().push_back(term.atom);
    schedule.end.push_back(std::move(after));
  });
  for (ScheduleRow& row : schedule.rows) {
    row.node = wish.nodes[row.node];
    row.peer = wish.nodes[row.peer];
    for (const Interval& run : row.blocks.intervals()) {
      row.places.push_back({Buffer::kOutput, run});
    }
    row.blocks = {};
  }
  return schedule;
}

}  // namespace

ScheduleReader& foreign_schedules() {
  static ScheduleReader reader = nullptr;
  return reader;
}

bool is_foreign_schedule(const std::string& path) {
  constexpr std::array<std::string_view, 5> kEndings{".xml", ".json", ".goal", ".csv", ".jsonl"};
  return std::ranges::any_of(kEndings,
                             [&](std::string_view ending) { return path.ends_with(ending); });
}

std::vector<std::string> ways_of_group(const std::string& operation, std::size_t nodes,
                                       std::int64_t words) {
  const auto known = scheduled_operation(operation);
  if (!known || *known == ScheduledOperation::kCustom) return {};
  const bool goes_round = combines(*known) || *known == ScheduledOperation::kAllgather;
  const bool enough =
      *known != ScheduledOperation::kAllreduce || words >= static_cast<std::int64_t>(nodes);
  if (goes_round && enough) return {"ring", "direct"};
  return {"direct"};
}

std::string group_name(const std::string& operation, const std::string& way,
                       const std::vector<NodeId>& nodes) {
  return fmt::format("{}:{}:{}", operation, way, fmt::join(nodes, ","));
}

Schedule direct_schedule(const ScheduleRequest& request) {
  const double nodes = request.nodes;
  const bool own = request.operation == ScheduledOperation::kCustom;
  const bool twice = request.operation == ScheduledOperation::kAllreduce;
  const bool few = has_root(request.operation) || own;
  const double rows = few ? 2 * nodes : (twice ? 4 : 2) * nodes * nodes;
  require_memory(kBytesOfRow * rows);  // before they are written
  if (own) return direct_custom(request);
  return combines(request.operation) ? direct_reduction(request) : direct_exchange(request);
}

Schedule named_schedule(const std::string& name, const ScheduleRequest& request) {
  if (name == "direct") return direct_schedule(request);
  if (const auto group = group_of(name, request.nodes)) {
    Schedule schedule = group_schedule(*group, request.words);
    schedule.file = name;
    return schedule;
  }
  if (name != "ring") {
    const bool foreign = foreign_schedules() != nullptr && is_foreign_schedule(name);
    return foreign ? foreign_schedules()(name) : read_schedule(name);
  }
  require_memory(4 * kBytesOfRow * request.nodes * request.nodes);  // before they are written
  return ring_schedule(request);
}

}  // namespace plexus
