#include "models/synthesis/max_flow.hpp"

#include <algorithm>

namespace plexus {

std::size_t MaxFlow::add(std::size_t from, std::size_t to, std::int64_t capacity) {
  const std::size_t edge = edges_.size();
  edges_.push_back({to, first_[from], capacity});
  first_[from] = edge;
  edges_.push_back({from, first_[to], 0});
  first_[to] = edge + 1;
  return edge;
}

bool MaxFlow::level(std::size_t source, std::size_t sink) {
  level_.assign(first_.size(), -1);
  level_[source] = 0;
  std::vector<std::size_t> open{source};
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (std::size_t e = first_[open[i]]; e != kNone; e = edges_[e].next) {
      if (edges_[e].left <= 0 || level_[edges_[e].to] >= 0) continue;
      level_[edges_[e].to] = level_[open[i]] + 1;
      open.push_back(edges_[e].to);
    }
  }
  return level_[sink] >= 0;
}

std::int64_t MaxFlow::push(std::size_t here, std::size_t sink, std::int64_t most) {
  if (here == sink) return most;
  std::int64_t pushed = 0;
  for (std::size_t& e = at_[here]; e != kNone; e = edges_[e].next) {
    Edge& edge = edges_[e];
    if (edge.left <= 0 || level_[edge.to] != level_[here] + 1) continue;
    const std::int64_t some = push(edge.to, sink, std::min(most - pushed, edge.left));
    edges_[e].left -= some;
    edges_[e ^ 1U].left += some;
    pushed += some;
    if (pushed == most) return pushed;
  }
  return pushed;
}

std::int64_t MaxFlow::raise(std::size_t source, std::size_t sink, std::int64_t most,
                            const std::function<bool()>& stop) {
  std::int64_t raised = 0;
  while (raised < most && !stop() && level(source, sink)) {
    at_ = first_;
    raised += push(source, sink, most - raised);
  }
  return raised;
}

}  // namespace plexus
