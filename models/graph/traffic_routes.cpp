#include "models/graph/traffic_routes.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace plexus {

namespace {

constexpr std::uint32_t kNever = INT32_MAX;

class up_down final : public direct_steps_if {
 public:
  explicit up_down(const GraphShape& graph) : graph_{graph}, rank_(graph.nodes(), kNever) {
    std::queue<NodeId> open;
    open.push(0);
    rank_[0] = 0;
    order_.push_back(0);
    while (!open.empty()) {
      const NodeId here = open.front();
      open.pop();
      for (const GraphShape::End& end : graph_.ends(here)) {
        if (rank_[end.node] != kNever) continue;
        rank_[end.node] = static_cast<std::uint32_t>(order_.size());
        order_.push_back(end.node);
        open.push(end.node);
      }
    }
  }

  void steps(NodeId here, NodeId destination, std::uint32_t most,
             DirectSteps& steps) const override {
    if (here == destination) return;
    auto table = tables_.find(destination);
    if (table == tables_.end()) table = tables_.emplace(destination, towards(destination)).first;
    const std::vector<Left>& left = table->second;
    most = std::min(most, DirectSteps::kMost);
    for (std::uint32_t port = 0; port < graph_.ends(here).size() && most > 0; ++port) {
      const NodeId next = graph_.ends(here)[port].node;
      if (!leads(here, next, left) || left[next].hops + 1 != left[here].hops) continue;
      steps.add(port, false);
      --most;
    }
  }
  [[nodiscard]] std::uint32_t ports() const override {
    return static_cast<std::uint32_t>(graph_.degree());
  }
  /// Only rings ask.
  [[nodiscard]] std::uint32_t reverse(std::uint32_t port) const override { return port; }
  [[nodiscard]] bool rings() const override { return false; }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override {
    return "link " + std::to_string(port);
  }

 private:
  /// What is left of a way to some node.
  struct Left {
    std::uint32_t hops : 31 = kNever;
    std::uint32_t falls : 1 = 0;  ///< some way leads down: then all that are taken do
  };

  /// May a way go on from `here` to `next`, its neighbour?
  [[nodiscard]] bool leads(NodeId here, NodeId next, const std::vector<Left>& left) const {
    return rank_[next] > rank_[here] ? left[next].falls != 0 : left[here].falls == 0;
  }

  /// What is left from all nodes to one.
  [[nodiscard]] std::vector<Left> towards(NodeId destination) const {
    std::vector<Left> left(graph_.nodes());
    std::queue<NodeId> open;
    open.push(destination);
    left[destination] = {0, 1};
    while (!open.empty()) {
      const NodeId here = open.front();
      open.pop();
      for (const GraphShape::End& end : graph_.ends(here)) {
        if (rank_[end.node] > rank_[here] || left[end.node].falls != 0) continue;
        left[end.node] = {left[here].hops + 1, 1};
        open.push(end.node);
      }
    }
    for (const NodeId v : order_) {  // those above come first
      if (left[v].falls != 0) continue;
      for (const GraphShape::End& end : graph_.ends(v)) {
        if (!leads(v, end.node, left)) continue;
        left[v].hops = std::min<std::uint32_t>(left[v].hops, left[end.node].hops + 1);
      }
    }
    return left;
  }

  GraphShape graph_;
  std::vector<std::uint32_t> rank_;
  std::vector<NodeId> order_;  ///< by rank
  mutable std::map<NodeId, std::vector<Left>> tables_;
};

}  // namespace

std::unique_ptr<const direct_steps_if> up_down_steps(const GraphShape& graph) {
  return std::make_unique<up_down>(graph);
}

}  // namespace plexus
