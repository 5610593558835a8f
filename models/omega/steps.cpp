#include "models/omega/steps.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "models/catalogue/refusal.hpp"

namespace plexus {

std::uint32_t power_of_two_bits(const char* algorithm, NodeId nodes) {
  if (!std::has_single_bit(nodes)) {
    throw Refusal{RefusalClass::kSize, std::string{algorithm} +
                                           " needs a power of 2 --nodes, not " +
                                           std::to_string(nodes) +
                                           ": choose such a number, or another "
                                           "--algorithm"};
  }
  return static_cast<std::uint32_t>(std::bit_width(nodes)) - 1;
}

void add_step(SwitchPlan& plan, std::vector<SwitchRoute> routes, Words words) {
  std::ranges::sort(routes);
  SwitchStep step{plan.configurations.size(), {}};
  step.messages.reserve(routes.size());
  for (const auto [source, destination] : routes) {
    step.messages.push_back({source, destination, words});
  }
  if (!step.messages.empty()) plan.steps.push_back(std::move(step));
  plan.configurations.push_back(std::move(routes));
}

std::vector<SwitchRoute> shift_routes(NodeId nodes, NodeId distance) {
  std::vector<SwitchRoute> routes(nodes);
  for (NodeId v = 0; v < nodes; ++v) routes[v] = {v, (v + distance) % nodes};
  return routes;
}

void sort_by_source(std::vector<PipelinedMaps::Sender>& senders) {
  std::ranges::sort(senders, {}, &PipelinedMaps::Sender::route);
}

std::vector<SwitchRoute> scatter_routes(NodeId root, std::uint32_t step) {
  const NodeId half = NodeId{1} << (step - 1);
  std::vector<SwitchRoute> routes;
  for (NodeId a = 0; a < half; ++a) routes.push_back({a ^ root, (a + half) ^ root});
  return routes;
}

std::vector<ScheduledPass> scheduled(const NetworkShape& network, const SwitchStep& step) {
  std::vector<SwitchPass> cut = first_fit(network, step.messages);
  std::vector<ScheduledPass> passes;
  for (std::uint32_t i = 0; i < cut.size(); ++i) {
    passes.push_back({step.configuration, cut.size() == 1 ? 0 : i + 1, std::move(cut[i])});
  }
  return passes;
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
      plan.steps.push_back(std::move(step));
    }
  }
  return plan;
}

std::vector<NodeId> scatter_blocks(NodeId nodes, NodeId root, std::uint32_t step, NodeId receiver) {
  std::vector<NodeId> blocks;
  for (NodeId r = receiver; r < nodes; r += NodeId{1} << step) blocks.push_back(r ^ root);
  return blocks;
}

}  // namespace plexus
