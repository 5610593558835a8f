#include "models/omega/steps.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "models/catalogue/refusal.hpp"

namespace plexus {
namespace {

std::int64_t floor_log2(NodeId value) { return std::bit_width(value) - 1; }

std::uint32_t bits_of(const char* algorithm, NodeId nodes) {
  if (!std::has_single_bit(nodes)) {
    throw Refusal{RefusalClass::kSize, std::string{algorithm} +
                                           " needs a power of 2 --nodes, not " +
                                           std::to_string(nodes) + ": choose such a number"};
  }
  return static_cast<std::uint32_t>(floor_log2(nodes));
}

/// Adds a step in which all of a new configuration's routes carry `words` each.
void add_step(SwitchPlan& plan, std::vector<Route> routes, Words words) {
  std::ranges::sort(routes);
  SwitchStep step{plan.configurations.size(), {}};
  step.messages.reserve(routes.size());
  for (const auto [source, destination] : routes) {
    step.messages.push_back({source, destination, words});
  }
  if (!step.messages.empty()) plan.steps.push_back(std::move(step));
  plan.configurations.push_back(std::move(routes));
}

std::vector<Route> shift(NodeId nodes, NodeId distance) {
  std::vector<Route> routes(nodes);
  for (NodeId v = 0; v < nodes; ++v) routes[v] = {v, (v + distance) % nodes};
  return routes;
}

void sort_by_source(std::vector<PipelinedMaps::Sender>& senders) {
  std::ranges::sort(senders, {}, &PipelinedMaps::Sender::route);
}

std::vector<Route> routes_of(const std::vector<PipelinedMaps::Sender>& senders) {
  std::vector<Route> routes;
  for (const auto& sender : senders) routes.push_back(sender.route);
  return routes;
}

/// Sender and receiver of step `step` of the recursive scatter, in rising source order.
std::vector<Route> scatter_routes(NodeId root, std::uint32_t step) {
  const NodeId half = NodeId{1} << (step - 1);
  std::vector<Route> routes;
  for (NodeId a = 0; a < half; ++a) routes.push_back({a ^ root, (a + half) ^ root});
  return routes;
}

}  // namespace

std::vector<ScheduledPass> scheduled(const NetworkShape& network, const SwitchStep& step) {
  std::vector<SwitchPass> cut = first_fit(network, step.messages);
  std::vector<ScheduledPass> passes;
  for (std::uint32_t i = 0; i < cut.size(); ++i) {
    passes.push_back({step.configuration, cut.size() == 1 ? 0 : i + 1, std::move(cut[i])});
  }
  return passes;
}

SwitchPlan direct_plan(Route route, Words words) {
  SwitchPlan plan;
  add_step(plan, {route}, words);
  return plan;
}

SwitchPlan permutation_plan(const Permutation& permutation, Words words) {
  SwitchPlan plan;
  add_step(plan, routes_of(permutation), words);
  return plan;
}

PipelinedMaps ring_maps(NodeId nodes, NodeId root) {
  PipelinedMaps ring{nodes - 1, {{}}, {shift(nodes, 1)}};
  for (NodeId h = 0; h + 1 < nodes; ++h) {
    ring.maps[0].push_back({{(root + h) % nodes, (root + h + 1) % nodes}, h});
  }
  sort_by_source(ring.maps[0]);
  return ring;
}

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
    const Route from{tree.processor_of(label), 0};
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

SwitchPlan pipelined_plan(const PipelinedMaps& maps, EvenSplit split) {
  SwitchPlan plan{maps.configurations, {}};
  for (std::int64_t t = 0; t < maps.steps(split.parts); ++t) {
    for (std::size_t map = 0; map < maps.maps.size(); ++map) {
      SwitchStep step{map, {}};
      for (const auto& [route, level] : maps.maps[map]) {
        const std::int64_t packet = t - level;
        if (packet < 0 || packet >= split.parts) continue;
        step.messages.push_back({route.source, route.destination, split.size(packet), packet});
      }
      if (!step.messages.empty()) plan.steps.push_back(std::move(step));
    }
  }
  return plan;
}

SwitchPlan doubling_broadcast_plan(NodeId nodes, NodeId root, Words words) {
  SwitchPlan plan;
  for (NodeId held = 1; held < nodes; held *= 2) {
    std::vector<Route> routes;
    for (NodeId j = 0; j < held && j + held < nodes; ++j) {
      routes.push_back({(root + j) % nodes, (root + j + held) % nodes});
    }
    add_step(plan, std::move(routes), words);
  }
  return plan;
}

SwitchPlan daisy_chain_plan(NodeId nodes, Words words) {
  SwitchPlan plan;
  add_step(plan, shift(nodes, 1), words);
  plan.steps.resize(nodes - 1, SwitchStep{plan.steps.front()});
  return plan;
}

std::vector<DoublingStep> doubling_steps(NodeId nodes) {
  std::vector<DoublingStep> steps;
  for (NodeId held = 1; held < nodes; held += steps.back().blocks) {
    steps.push_back({held, std::min(held, nodes - held)});
  }
  return steps;
}

SwitchPlan doubling_allgather_plan(NodeId nodes, Words words) {
  SwitchPlan plan;
  for (const auto [distance, blocks] : doubling_steps(nodes)) {
    add_step(plan, shift(nodes, nodes - distance), blocks * words);
  }
  return plan;
}

SwitchPlan scatter_plan(NodeId nodes, NodeId root, Words words) {
  const std::uint32_t n = bits_of("scatter", nodes);
  SwitchPlan plan;
  for (std::uint32_t step = 1; step <= n; ++step) {
    add_step(plan, scatter_routes(root, step), (NodeId{1} << (n - step)) * words);
  }
  return plan;
}

SwitchPlan gather_plan(NodeId nodes, NodeId root, Words words) {
  const std::uint32_t n = bits_of("gather", nodes);
  SwitchPlan plan;
  for (std::uint32_t step = n; step >= 1; --step) {
    std::vector<Route> routes = scatter_routes(root, step);
    for (Route& route : routes) std::swap(route.source, route.destination);
    add_step(plan, std::move(routes), (NodeId{1} << (n - step)) * words);
  }
  return plan;
}

std::vector<NodeId> scatter_blocks(NodeId nodes, NodeId root, std::uint32_t step, NodeId receiver) {
  std::vector<NodeId> blocks;
  for (NodeId r = receiver; r < nodes; r += NodeId{1} << step) blocks.push_back(r ^ root);
  return blocks;
}

SwitchPlan exchange_plan(NodeId nodes, Words words) {
  const std::uint32_t n = bits_of("exchange", nodes);
  SwitchPlan plan;
  for (std::uint32_t bit = n; bit-- > 0;) {
    std::vector<Route> routes(nodes);
    for (NodeId v = 0; v < nodes; ++v) routes[v] = {v, v ^ NodeId{1} << bit};
    add_step(plan, std::move(routes), (nodes / 2) * words);
  }
  return plan;
}

SwitchPlan shifts_plan(NodeId nodes, Words words) {
  SwitchPlan plan;
  for (NodeId t = 1; t < nodes; ++t) add_step(plan, shift(nodes, t), words);
  return plan;
}

}  // namespace plexus
