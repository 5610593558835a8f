#include <algorithm>
#include <array>

#include "models/operations/permutation.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

bool is_involution(const std::vector<NodeId>& image) {
  for (NodeId v = 0; v < image.size(); ++v) {
    if (image[image[v]] != v) return false;
  }
  return true;
}

/// Colours of the arcs v -> image[v]: 0, 1, 0, 1, .. round each cycle from its smallest node; the
/// last of an odd cycle has colour 2, a pair that maps onto each other colour 0.
std::vector<int> colours_of(const std::vector<NodeId>& image) {
  std::vector<int> colours(image.size(), -1);
  for (NodeId first = 0; first < image.size(); ++first) {
    if (image[first] == first || colours[first] >= 0) continue;
    int colour = 0;
    for (NodeId v = first;; v = image[v], colour = 1 - colour) {
      const bool last = image[v] == first;
      colours[v] = last && colour == 0 ? 2 : colour;
      if (last) break;
    }
    if (image[image[first]] == first) colours[image[first]] = 0;
  }
  return colours;
}

}  // namespace

/// Section 1: direct channels, c of them from every node v to its image pi(v), all at once where
/// the ports are enough.
Plan plan_permutation(const ReconfigurableCase& at) {
  const std::vector<NodeId>& image = at.permutation;
  const auto c = static_cast<std::uint32_t>(at.channels);
  const auto on_channel = [whole = Slice{0_words, at.words}, c](std::uint32_t j) {
    return part_of(whole, j, c);
  };
  Plan plan;
  plan.given_ports = true;
  const auto add = [&](NodeId v, bool apart) {  // apart: from port j to port c + j
    const bool pair = image[image[v]] == v;
    if (pair && image[v] < v) return;  // one link for both, set with the smaller
    for (std::uint32_t j = 0; j < c; ++j) {
      const Words words = on_channel(j).count;
      plan.schedule.add(
          {{v, j}, {image[v], apart && !pair ? c + j : j}, words, pair ? words : 0_words});
    }
  };
  const bool at_once = is_involution(image) || 2 * at.channels <= at.ports;
  const std::vector<int> colours = colours_of(image);
  for (int phase = 0; phase < (at_once ? 1 : 3); ++phase) {
    const auto in_phase = [&](int colour) { return at_once ? colour >= 0 : colour == phase; };
    if (std::ranges::none_of(colours, in_phase)) continue;
    plan.schedule.begin_phase();
    for (NodeId v = 0; v < image.size(); ++v) {
      if (in_phase(colours[v])) add(v, at_once);
    }
  }
  plan.blocks = [on_channel, c](const Sending& sent) {
    return Blocks{Interval{sent.from.node, 1}, on_channel(sent.from.port % c)};
  };
  return plan;
}

}  // namespace plexus

namespace plexus::reconfigurable {

Algorithm<ReconfigurableCase> permutation_direct() {
  return {.operation = "permutation",
          .name = "direct",
          .summary = "links from every node to its image, at once where ports are enough",
          .is_default = true,
          .parameters = joined(
              {reconfigurable_parameters(), {node_permutation_parameter(), channels_parameter()}}),
          .prepare = plan_with<plan_permutation>,
          .programs = play_plan,
          .exact = exact_count};
}

}  // namespace plexus::reconfigurable
