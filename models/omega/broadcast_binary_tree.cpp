#include <algorithm>
#include <bit>
#include <utility>

#include "models/omega/pipelined_broadcast.hpp"
#include "models/omega/play.hpp"

namespace plexus {

namespace {

std::int64_t floor_log2(NodeId value) { return std::bit_width(value) - 1; }

std::vector<SwitchRoute> routes_of(const std::vector<PipelinedMaps::Sender>& senders) {
  std::vector<SwitchRoute> routes;
  for (const auto& sender : senders) routes.push_back(sender.route);
  return routes;
}

}  // namespace

SwitchTree::SwitchTree(NodeId nodes, NodeId root) : nodes_{nodes}, root_{root} {}

std::uint32_t SwitchTree::label_of(NodeId processor) const {
  if (std::has_single_bit(nodes_)) return processor ^ 1U ^ root_;
  return (processor + nodes_ - root_) % nodes_ + 1;
}

NodeId SwitchTree::processor_of(std::uint32_t label) const {
  if (std::has_single_bit(nodes_)) return label ^ 1U ^ root_;
  return (label - 1 + root_) % nodes_;
}

std::optional<std::uint32_t> SwitchTree::left_child(std::uint32_t label) const {
  const std::uint32_t last = std::has_single_bit(nodes_) ? nodes_ - 1 : nodes_;
  if (label == 0 || 2 * label > last) return std::nullopt;
  return 2 * label;
}

std::optional<std::uint32_t> SwitchTree::right_child(std::uint32_t label) const {
  const bool extra = std::has_single_bit(nodes_);
  if (extra && label == nodes_ / 2) return 0;
  const std::uint32_t last = extra ? nodes_ - 1 : nodes_;
  if (label == 0 || 2 * label + 1 > last) return std::nullopt;
  return 2 * label + 1;
}

std::int64_t SwitchTree::level(std::uint32_t label) const {
  return std::min(floor_log2(label), levels() - 1);
}

std::int64_t SwitchTree::levels() const {
  const std::int64_t depth = floor_log2(nodes_);
  return std::has_single_bit(nodes_) ? std::max<std::int64_t>(depth - 1, 1) : depth;
}

PipelinedMaps tree_maps(NodeId nodes, NodeId root) {
  const SwitchTree tree{nodes, root};
  std::vector<PipelinedMaps::Sender> left;
  std::vector<PipelinedMaps::Sender> right;
  for (std::uint32_t label = 1; label <= nodes; ++label) {
    const SwitchRoute from{tree.processor_of(label), 0};
    if (const auto child = tree.left_child(label)) {
      left.push_back({{from.source, tree.processor_of(*child)}, tree.level(label)});
    }
    if (const auto child = tree.right_child(label)) {
      right.push_back({{from.source, tree.processor_of(*child)}, tree.level(label)});
    }
  }
  PipelinedMaps maps;
  maps.levels = tree.levels();
  for (auto* senders : {&left, &right}) {
    if (senders->empty()) continue;  // k = 2 has no left child
    sort_by_source(*senders);
    maps.configurations.push_back(routes_of(*senders));
    maps.maps.push_back(std::move(*senders));
  }
  return maps;
}

namespace omega {

using namespace paper_1986;

namespace {

/// The paper's trees have k = 2^n nodes, n >= 2.
bool papers_tree(const SwitchCase& at) {
  return at.nodes() >= 4 && std::has_single_bit(at.nodes());
}

/// Two pipelines over log2 k - 1 links, for a step has two passes: 2 (log2 k - 2 + nu)(tau +
/// N/(nu b)).
double printed_binary_tree(const SwitchCase& at) {
  return 2 * printed_pipeline(real(at.packets), at.log2_k() - 1, real(at.words), at.timing);
}

/// At its best real nu: 2 (sqrt(N/b) + sqrt((log2 k - 2) tau))^2.
double printed_minimum(const SwitchCase& at) {
  return 2 * printed_pipeline_minimum(at.log2_k() - 1, real(at.words), at.timing);
}

}  // namespace

Algorithm<SwitchCase> broadcast_binary_tree() {
  return pipelined_broadcast(
      {.name = "binary-tree",
       .summary = "packets down an emulated tree: left pass, right pass",
       .equations = {{"before (3.24)", section("3.2(F)"), printed_binary_tree,
                      [](const SwitchCase& at) {
                        return equal_if(packets_divide(at.words, at.packets, at.timing));
                      },
                      papers_tree},
                     {"(3.25)", section("3.2(F)"), printed_minimum,
                      [](const SwitchCase&) { return Relation::kAtLeast; }, papers_tree}}},
      {tree_maps,
       [](const SwitchCase& at) { return std::max<std::int64_t>(1, floor_log2(at.nodes()) - 1); }});
}

}  // namespace omega
}  // namespace plexus
