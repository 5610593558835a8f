#include "hw/data/link_schedule.hpp"

#include <algorithm>

namespace plexus {

std::size_t LinkSchedule::phase_of(std::size_t link) const {
  const auto next = std::ranges::upper_bound(begins_, link);
  return static_cast<std::size_t>(next - begins_.begin()) - 1;
}

std::uint32_t LinkSchedule::ports() const {
  std::uint32_t ports = 0;
  for (const PhaseLink& link : links_) {
    ports = std::max({ports, link.a.port + 1, link.b.port + 1});
  }
  return ports;
}

NodeEnds::NodeEnds(const LinkSchedule& schedule, NodeId nodes) : begins_(nodes + 1, 0) {
  const auto links = schedule.links();
  for (const PhaseLink& link : links) {
    ++begins_[link.a.node + 1];
    ++begins_[link.b.node + 1];
  }
  for (std::size_t v = 0; v < nodes; ++v) begins_[v + 1] += begins_[v];
  ends_.resize(2 * links.size());
  std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
  for (std::size_t p = 0; p < schedule.phases(); ++p) {
    for (std::size_t i = schedule.begin(p); i < schedule.begin(p + 1); ++i) {
      const auto phase = static_cast<std::uint32_t>(p);
      const auto number = static_cast<std::uint32_t>(i);
      ends_[next[links[i].a.node]++] = {phase, links[i].a.port, number, true};
      ends_[next[links[i].b.node]++] = {phase, links[i].b.port, number, false};
    }
  }
}

std::span<const NodeEnd> same_phase(std::span<const NodeEnd> ends) {
  std::size_t count = 0;
  while (count < ends.size() && ends[count].phase == ends[0].phase) ++count;
  return ends.first(count);
}

}  // namespace plexus
