#include "models/reconfigurable/layout.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

constexpr std::size_t kMostConfigurations = 8;  // that are drawn one by one
constexpr std::size_t kMostPlacesOfOne = 40;
constexpr std::size_t kConfigurationsInARow = 4;
constexpr std::size_t kMostWiresPerPlace = 8;  // more is no drawing any more

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;  // of places

void add_pairs(Pairs& pairs, const Layout& drawn, std::span<const PhaseLink> links) {
  for (const PhaseLink& link : links) {
    const std::uint32_t a = place_of(drawn, link.a.node);
    const std::uint32_t b = place_of(drawn, link.b.node);
    if (a != b) pairs.emplace(std::minmax(a, b));
  }
}

/// The links of one phase on a small copy of the circle of the first `places` places.
void draw_configuration(Layout& drawn, std::size_t places, const LinkSchedule& schedule,
                        std::size_t phase) {
  const double radius = -drawn.places[0].y;
  const double step = 2 * radius + 2;
  const auto column = static_cast<double>(phase % kConfigurationsInARow);
  const auto row = static_cast<double>(phase / kConfigurationsInARow);
  const auto columns = static_cast<double>(std::min(kConfigurationsInARow, schedule.phases()));
  const double x = (column - (columns - 1) / 2) * step;
  const double y = (row + 1) * (step + 0.6);
  Layout::Place title;
  title.part = fmt::format("phase_{}", phase + 1);
  title.label = fmt::format("phase {}: {} links", phase + 1, schedule.phase(phase).size());
  title.x = x - radius;
  title.y = y - radius - 0.8;
  title.mark = Layout::Mark::kStar;
  title.width = 0.2;
  drawn.places.push_back(title);
  const auto first = static_cast<std::uint32_t>(drawn.places.size());
  Pairs pairs;
  add_pairs(pairs, drawn, schedule.phase(phase));
  for (std::size_t i = 0; i < places; ++i) {
    Layout::Place copy = drawn.places[i];
    copy.part = fmt::format("phase_{}.place_{}", phase + 1, i);
    copy.x += x;
    copy.y += y;
    copy.first = copy.count = 0;  // nothing moves here
    drawn.places.push_back(copy);
  }
  for (const auto& [a, b] : pairs) drawn.wires.push_back({first + a, first + b, "", 0, -1, -1});
}

}  // namespace

Layout layout(const ReconfigurableCase& at) {
  if (at.wired()) {
    Layout drawn = circle_layout(std::string{to_string(at.topology)}, at.nodes);
    Pairs pairs;
    const FixedNetwork network{at.topology, at.nodes, at.ports, at.rows};
    add_pairs(pairs, drawn, network.links());
    for (const auto& [a, b] : pairs) drawn.wires.push_back({a, b, "", 0, -1, -1});
    return drawn;
  }
  Layout drawn = circle_layout("reconfigurable machine", at.nodes);
  if (at.plan == nullptr) return drawn;
  const LinkSchedule& schedule = at.plan->schedule;
  const std::size_t places = drawn.places.size();
  Pairs pairs;
  add_pairs(pairs, drawn, schedule.links());
  if (pairs.size() <= kMostWiresPerPlace * places) {
    for (const auto& [a, b] : pairs) drawn.wires.push_back({a, b, "", 0, -1, -1});
  }
  if (places > kMostPlacesOfOne || schedule.phases() < 2) return drawn;
  const std::size_t shown = std::min(kMostConfigurations, schedule.phases());
  for (std::size_t phase = 0; phase < shown; ++phase) {
    draw_configuration(drawn, places, schedule, phase);
  }
  drawn.title += shown < schedule.phases()
                     ? fmt::format("; below, {} of its {} configurations", shown, schedule.phases())
                     : "; below, its configurations";
  return drawn;
}

}  // namespace plexus
