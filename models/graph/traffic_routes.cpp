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

constexpr std::uint32_t kNever = UINT32_MAX;

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
    if (here == destination || most == 0) return;
    auto table = tables_.find(destination);
    if (table == tables_.end()) table = tables_.emplace(destination, towards(destination)).first;
    steps.add(table->second[here], false);
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
  /// Ports of all nodes towards one.
  [[nodiscard]] std::vector<std::uint8_t> towards(NodeId destination) const {
    std::vector<std::uint32_t> down(graph_.nodes(), kNever);  // hops, all of them down
    std::queue<NodeId> open;
    open.push(destination);
    down[destination] = 0;
    while (!open.empty()) {
      const NodeId here = open.front();
      open.pop();
      for (const GraphShape::End& end : graph_.ends(here)) {
        if (rank_[end.node] > rank_[here] || down[end.node] != kNever) continue;
        down[end.node] = down[here] + 1;
        open.push(end.node);
      }
    }
    std::vector<std::uint32_t> hops = down;
    std::vector<std::uint8_t> ports(graph_.nodes(), 0);
    for (const NodeId v : order_) {  // those above come first
      const bool falls = down[v] != kNever;
      std::uint32_t best = kNever;
      for (std::size_t port = 0; port < graph_.ends(v).size(); ++port) {
        const NodeId next = graph_.ends(v)[port].node;
        if (falls != (rank_[next] > rank_[v])) continue;
        const std::uint32_t left = falls ? down[next] : hops[next];
        if (left >= best) continue;
        best = left;
        ports[v] = static_cast<std::uint8_t>(port);
      }
      if (!falls) hops[v] = best + 1;
    }
    return ports;
  }

  GraphShape graph_;
  std::vector<std::uint32_t> rank_;
  std::vector<NodeId> order_;  ///< by rank
  mutable std::map<NodeId, std::vector<std::uint8_t>> tables_;
};

}  // namespace

std::unique_ptr<const direct_steps_if> up_down_steps(const GraphShape& graph) {
  return std::make_unique<up_down>(graph);
}

}  // namespace plexus
