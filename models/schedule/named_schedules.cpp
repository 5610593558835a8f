#include "models/schedule/named_schedules.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/memory_limit.hpp"
#include "models/catalogue/refusal.hpp"

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

}  // namespace

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
  if (name != "ring") return read_schedule(name);
  require_memory(4 * kBytesOfRow * request.nodes * request.nodes);  // before they are written
  return ring_schedule(request);
}

}  // namespace plexus
