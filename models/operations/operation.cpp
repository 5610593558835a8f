#include "models/operations/operation.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "models/machine/machine.hpp"

namespace plexus {

namespace {

using Runs = std::vector<Interval>;

/// All of `runs` at `node` and nothing anywhere else.
std::function<Runs(NodeId)> only_at(NodeId node, Interval interval) {
  return [=](NodeId v) { return v == node ? Runs{interval} : Runs{}; };
}

Runs own_block(NodeId node) { return {{node, 1}}; }

}  // namespace

Operation move_operation(NodeId source, NodeId destination, Words words) {
  return {"move", {1, words}, only_at(source, {0, 1}), only_at(destination, {0, 1})};
}

Operation broadcast_operation(NodeId root, Words words) {
  return {"broadcast", {1, words}, only_at(root, {0, 1}), [](NodeId) { return Runs{{0, 1}}; }};
}

Operation scatter_operation(std::uint64_t nodes, NodeId root, Words words) {
  return {"scatter", {nodes, words}, only_at(root, {0, nodes}), own_block};
}

Operation gather_operation(std::uint64_t nodes, NodeId root, Words words) {
  return {"gather", {nodes, words}, own_block, only_at(root, {0, nodes})};
}

Operation allgather_operation(std::uint64_t nodes, Words words) {
  return {"allgather", {nodes, words}, own_block, [=](NodeId) { return Runs{{0, nodes}}; }};
}

Operation alltoall_operation(std::uint64_t nodes, Words words) {
  const auto row = [=](NodeId origin) { return Runs{{alltoall_block(nodes, origin, 0), nodes}}; };
  const auto column = [=](NodeId destination) {
    Runs blocks;
    for (NodeId origin = 0; origin < nodes; ++origin) {
      blocks.push_back({alltoall_block(nodes, origin, destination), 1});
    }
    return blocks;
  };
  return {"alltoall", {nodes * nodes, words}, row, column};
}

Operation permutation_operation(std::vector<NodeId> image, Words words) {
  std::vector<NodeId> preimage(image.size());
  for (NodeId v = 0; v < image.size(); ++v) preimage[image[v]] = v;
  const std::uint64_t nodes = image.size();
  return {"permutation", {nodes, words}, own_block, [preimage = std::move(preimage)](NodeId v) {
            return own_block(preimage[v]);
          }};
}

Operation arrivals_of(Operation operation) {
  if (!operation.after) return operation;
  operation.after = [before = operation.before, after = operation.after](NodeId v) {
    const Runs held = before ? before(v) : Runs{};
    BlockList arrive;
    for (const Interval& run : after(v)) {
      for (BlockId block = run.first; block < run.end(); ++block) {
        const auto holds = [block](const Interval& one) {
          return one.first <= block && block < one.end();
        };
        if (std::ranges::none_of(held, holds)) arrive.add(block);
      }
    }
    return arrive.intervals();
  };
  operation.before = [](NodeId) { return Runs{}; };
  operation.exact = true;
  return operation;
}

std::optional<std::string> missing_after(const Operation& operation, NodeId node,
                                         const Memory& memory) {
  std::uint64_t lacking = 0;
  std::uint64_t all = 0;
  BlockId first = 0;
  for (const Interval& interval : operation.after(node)) {
    all += interval.count;
    if (memory.contains(Blocks{interval, operation.space.whole()})) continue;
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (memory.contains(Blocks{Interval{block, 1}, operation.space.whole()})) continue;
      if (lacking++ == 0) first = block;
    }
  }
  if (lacking == 0) return std::nullopt;
  std::ostringstream text;
  text << "Node " << node << " lacks words of block " << first << " after the " << operation.name;
  if (all > 1) text << ", in all of " << lacking << " of its " << all << " blocks";
  text << '.';
  return text.str();
}

double memory_of(const Operation& operation, std::uint64_t nodes, bool keeps_messages) {
  constexpr double kBlock = 24;    // who holds it
  constexpr double kApart = 1;     // of one among such that are kept as bits
  constexpr double kPartial = 24;  // of a chunk at a node
  constexpr double kMessage = 64;
  if (!operation.after || nodes == 0) return 0;
  const auto all = static_cast<double>(nodes);
  const auto blocks = static_cast<double>(operation.space.blocks);
  double held = 0;  // by all nodes, each with as many as one in the middle
  for (const Interval& run : operation.after(static_cast<NodeId>(nodes / 2))) {
    held += all * static_cast<double>(run.count);
  }
  double partials = 0;  // every node has some of every chunk, and the last node the last chunk
  if (operation.judge) {
    const auto last = operation.after(static_cast<NodeId>(nodes - 1));
    if (!last.empty()) partials = all * static_cast<double>(last.back().end());
  }
  return blocks * (operation.space.apart > 0 ? kApart : kBlock) + held / 8 + partials * kPartial +
         (keeps_messages ? kMessage * std::max({blocks, held, partials}) : 0);
}

namespace {

/// What a node holds that it may not hold.
std::optional<std::string> surplus_after(const Operation& operation, NodeId node,
                                         const Memory& memory) {
  Memory allowed{operation.space};
  for (const auto& blocks : {operation.before(node), operation.after(node)}) {
    for (const Interval& interval : blocks) {
      for (BlockId block = interval.first; block < interval.end(); ++block) {
        const Blocks one{Interval{block, 1}, operation.space.whole()};
        if (!allowed.contains(one)) static_cast<void>(allowed.add(one));
      }
    }
  }
  for (const Interval& interval : memory.whole_blocks()) {
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (allowed.contains(Blocks{Interval{block, 1}, operation.space.whole()})) continue;
      std::ostringstream text;
      text << "Node " << node << " holds block " << block << ", which the " << operation.name
           << " gives to others.";
      return text.str();
    }
  }
  return std::nullopt;
}

}  // namespace

void place(const Operation& operation, machine& top) {
  if (!operation.before) return;
  for (NodeId v = 0; v < top.size(); ++v) {
    for (const Interval& interval : operation.before(v)) {
      top.any_node(v).store(Blocks{interval, operation.space.whole()});
    }
  }
}

std::optional<std::string> violation_of(const Operation& operation, const machine& top) {
  if (!operation.after) return std::nullopt;
  for (NodeId v = 0; v < top.size(); ++v) {
    const Memory& memory = top.any_node(v).memory();
    // Mostly it is just that, which one look tells.
    if (operation.exact && memory.whole_blocks() == operation.after(v)) continue;
    if (auto problem = missing_after(operation, v, memory)) return problem;
    if (!operation.exact) continue;
    if (auto problem = surplus_after(operation, v, memory)) return problem;
  }
  return operation.judge ? operation.judge(operation.after) : std::nullopt;
}

}  // namespace plexus
