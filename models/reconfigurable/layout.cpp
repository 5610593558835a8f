#include "models/reconfigurable/layout.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

constexpr std::size_t kMostConfigurations = 24;  // that are drawn
constexpr std::size_t kMostWiresPerPlace = 8;    // more is no drawing any more

PlacePairs pairs_of(const Layout& drawn, std::span<const PhaseLink> links) {
  PlacePairs pairs;
  for (const PhaseLink& link : links) {
    const std::uint32_t a = place_of(drawn, link.a.node);
    const std::uint32_t b = place_of(drawn, link.b.node);
    if (a != b) pairs.emplace(std::minmax(a, b));
  }
  return pairs;
}

/// The configurations of a schedule, each once, with the phases in which it is there. Every node
/// has a place of its own, or links inside a place would be lost.
void add_sequence(Layout& drawn, const LinkSchedule& schedule) {
  std::map<PlacePairs, std::size_t> known;
  std::vector<std::string> phases;
  for (std::size_t phase = 0; phase < schedule.phases(); ++phase) {
    PlacePairs pairs = pairs_of(drawn, schedule.phase(phase));
    const auto [found, is_new] = known.try_emplace(pairs, drawn.sequence.size());
    if (is_new) {
      drawn.sequence.push_back({"", across_circle(drawn, pairs)});
      phases.emplace_back();
    }
    std::string& list = phases[found->second];
    list += fmt::format("{}{}", list.empty() ? "" : ", ", phase + 1);
  }
  for (std::size_t i = 0; i < phases.size(); ++i) {
    constexpr std::size_t kMostLetters = 12;
    if (phases[i].size() > kMostLetters) {
      phases[i] = phases[i].substr(0, phases[i].find(',')) + ", ..";
    }
    drawn.sequence[i].title =
        fmt::format("phase {}: {} link{}", phases[i], drawn.sequence[i].wires.size(),
                    drawn.sequence[i].wires.size() == 1 ? "" : "s");
  }
  if (drawn.sequence.size() <= kMostConfigurations) return;
  drawn.title += fmt::format("; the first {} of {} configurations", kMostConfigurations,
                             drawn.sequence.size());
  drawn.sequence.resize(kMostConfigurations);
}

}  // namespace

Layout layout(const ReconfigurableCase& at) {
  if (at.wired()) {
    Layout drawn = circle_layout(std::string{to_string(at.topology)}, at.nodes);
    const FixedNetwork network{at.topology, at.nodes, at.ports, at.rows};
    drawn.wires = across_circle(drawn, pairs_of(drawn, network.links()));
    return drawn;
  }
  Layout drawn = circle_layout("reconfigurable machine", at.nodes);
  if (at.plan == nullptr) return drawn;
  const LinkSchedule& schedule = at.plan->schedule;
  const PlacePairs pairs = pairs_of(drawn, schedule.links());
  if (pairs.size() <= kMostWiresPerPlace * drawn.places.size()) {
    drawn.wires = across_circle(drawn, pairs);
  }
  if (schedule.phases() > 1 && drawn.places.size() == at.nodes) add_sequence(drawn, schedule);
  return drawn;
}

}  // namespace plexus
