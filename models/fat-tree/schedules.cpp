#include "models/fat-tree/schedules.hpp"

#include <algorithm>
#include <utility>

namespace plexus::fat_tree {

namespace {

/// Leaves of class h as seen from `root`, ascending, at the end of `list`.
void append_class(std::vector<NodeId>& list, const FatTreeShape& tree, NodeId root, unsigned h) {
  const NodeId outer = root - root % tree.power(h);
  const NodeId inner = root - root % tree.power(h - 1);
  for (NodeId leaf = outer; leaf < inner; ++leaf) list.push_back(leaf);
  for (NodeId leaf = inner + tree.power(h - 1); leaf < outer + tree.power(h); ++leaf) {
    list.push_back(leaf);
  }
}

/// Dispatch steps between the last one of phase h and the first one of the next.
std::int64_t pause_after(unsigned h, PhaseOrder order) {
  switch (order) {
    case PhaseOrder::kSerial:
      return 2 * h - 1;
    case PhaseOrder::kDescending:
      return 2;
    case PhaseOrder::kAscending:
      break;
  }
  return 0;
}

}  // namespace

void shuffle(std::span<NodeId> list, std::uint64_t seed) {
  auto x = static_cast<std::uint32_t>(seed);
  for (std::size_t i = list.size(); i-- > 1;) {
    x = 1664525U * x + 1013904223U;
    std::swap(list[i], list[(x >> 8) % (i + 1)]);
  }
}

std::vector<NodeId> other_leaves(const FatTreeShape& tree, NodeId root) {
  std::vector<NodeId> leaves;
  for (NodeId leaf = 0; leaf < tree.nodes(); ++leaf) {
    if (leaf != root) leaves.push_back(leaf);
  }
  return leaves;
}

std::vector<NodeId> farthest_first(const FatTreeShape& tree, NodeId root) {
  std::vector<NodeId> leaves;
  for (unsigned h = tree.height(); h >= 1; --h) append_class(leaves, tree, root, h);
  return leaves;
}

std::vector<NodeId> nearest_first(const FatTreeShape& tree, NodeId root) {
  std::vector<NodeId> leaves;
  for (unsigned h = 1; h <= tree.height(); ++h) append_class(leaves, tree, root, h);
  return leaves;
}

std::int64_t scatter_steps(const FatTreeShape& tree, NodeId root, std::span<const NodeId> order) {
  std::int64_t steps = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::int64_t left = static_cast<std::int64_t>(i) / tree.capacity(1);
    steps = std::max(steps, left + 2 * tree.class_of(root, order[i]));
  }
  return steps;
}

std::vector<std::int64_t> phase_starts(std::span<const std::int64_t> lengths, PhaseOrder order) {
  std::vector<std::int64_t> starts(lengths.size());
  std::int64_t next = 0;
  const auto phases = static_cast<unsigned>(lengths.size());
  for (unsigned i = 0; i < phases; ++i) {
    const unsigned h = order == PhaseOrder::kAscending ? i + 1 : phases - i;
    starts[h - 1] = next;
    next += lengths[h - 1] + pause_after(h, order);
  }
  return starts;
}

std::int64_t phased_steps(std::span<const std::int64_t> lengths, PhaseOrder order) {
  const std::vector<std::int64_t> starts = phase_starts(lengths, order);
  std::int64_t steps = 0;
  for (unsigned h = 1; h <= lengths.size(); ++h) {
    steps = std::max(steps, starts[h - 1] + lengths[h - 1] + 2 * h - 1);
  }
  return steps;
}

std::vector<std::int64_t> allgather_phases(const FatTreeShape& tree) {
  std::vector<std::int64_t> lengths;
  for (unsigned h = 1; h <= tree.height(); ++h) lengths.push_back(tree.leaves_of_class(h));
  return lengths;
}

std::vector<std::int64_t> alltoall_phases(const FatTreeShape& tree) {
  std::vector<std::int64_t> lengths;
  for (unsigned h = 1; h <= tree.height(); ++h) {
    const std::int64_t blocks = std::int64_t{tree.leaves_of_class(h)} * tree.power(h - 1);
    lengths.push_back((blocks + tree.effective(h) - 1) / tree.effective(h));
  }
  return lengths;
}

std::int64_t last_arrival(const FatTreeShape& tree, NodeId leaf, const Timetable& timetable) {
  std::int64_t last = 0;
  for (const Dispatch& packet : timetable) {
    const std::int64_t h = tree.class_of(leaf, packet.header.destination());
    last = std::max(last, packet.step + 2 * h - 1);
  }
  return last;
}

}  // namespace plexus::fat_tree
