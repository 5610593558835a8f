#include "models/omega/benes.hpp"

#include <bit>
#include <stdexcept>
#include <string>

#include "models/catalogue/refusal.hpp"

namespace plexus {
namespace {

Permutation inverse_of(std::span<const NodeId> permutation) {
  Permutation inverse(permutation.size());
  for (NodeId v = 0; v < permutation.size(); ++v) inverse[permutation[v]] = v;
  return inverse;
}

constexpr NodeId partner(NodeId port) { return port ^ 1U; }  ///< at the same element

/// Which inputs go through the lower half network, found loop by loop.
std::vector<bool> looping(std::span<const NodeId> permutation) {
  const Permutation source_of = inverse_of(permutation);
  std::vector<bool> lower(permutation.size(), false);
  std::vector<bool> set(permutation.size(), false);
  for (NodeId first = 0; first < permutation.size(); ++first) {
    NodeId input = first;
    while (!set[input]) {
      const NodeId shares_output = source_of[partner(permutation[input])];
      set[input] = set[shares_output] = true;  // one to the upper half, one to the lower
      lower[shares_output] = true;
      input = partner(shares_output);
    }
  }
  return lower;
}

/// Sets the sub-network for `permutation` whose stages are `first` .. `last` and whose elements
/// begin with `top` in every one of them.
void set_network(BenesSetting& setting, std::span<const NodeId> permutation, std::size_t first,
                 std::size_t last, std::size_t top) {
  const std::size_t ports = permutation.size();
  if (ports == 2) {
    setting.exchange[first][top] = permutation[0] == 1;
    return;
  }
  const std::vector<bool> lower = looping(permutation);
  Permutation upper_half(ports / 2);
  Permutation lower_half(ports / 2);
  for (NodeId input = 0; input < ports; ++input) {
    const NodeId output = permutation[input];
    (lower[input] ? lower_half : upper_half)[input / 2] = output / 2;
    if (input % 2 == 0) setting.exchange[first][top + input / 2] = lower[input];
    if (output % 2 == 0) setting.exchange[last][top + output / 2] = lower[input];
  }
  set_network(setting, upper_half, first + 1, last - 1, top);
  set_network(setting, lower_half, first + 1, last - 1, top + ports / 4);
}

}  // namespace

BenesSetting benes_setting(std::span<const NodeId> permutation) {
  const NetworkShape shape{NetworkKind::kBenes, static_cast<NodeId>(permutation.size())};
  BenesSetting setting{shape.ports(), {shape.stages(), std::vector<bool>(shape.elements(), false)}};
  set_network(setting, permutation, 0, shape.stages() - 1, 0);
  return setting;
}

Permutation completed(std::span<const SwitchRoute> routes, NodeId ports) {
  const NodeId none = ports;
  Permutation permutation(ports, none);
  std::vector<bool> reached(ports, false);
  for (const auto [source, destination] : routes) {
    if (source >= ports || destination >= ports || permutation[source] != none ||
        reached[destination]) {
      throw std::invalid_argument{"omega: route " + std::to_string(source) + "->" +
                                  std::to_string(destination) + " does not fit a one-to-one map"};
    }
    permutation[source] = destination;
    reached[destination] = true;
  }
  NodeId left = 0;
  for (NodeId& destination : permutation) {
    if (destination != none) continue;
    while (reached[left]) ++left;
    destination = left++;
  }
  return permutation;
}

std::vector<StageCrossing> benes_walk(const BenesSetting& setting, NodeId source) {
  const NetworkShape shape{NetworkKind::kBenes, setting.ports};
  std::vector<StageCrossing> way;
  NodeId link = source;
  for (std::uint32_t stage = 0; stage < shape.stages(); ++stage) {
    const std::uint32_t in = shape.wires_before(stage)[link];
    const std::uint32_t out = setting.exchange[stage][in / 2] ? partner(in) : in;
    way.push_back({in / 2, in % 2, out % 2, shape.wires_behind(stage)[out]});
    link = way.back().link;
  }
  return way;
}

std::int64_t elements_changed(const BenesSetting& a, const BenesSetting& b) {
  std::int64_t changed = 0;
  for (std::size_t stage = 0; stage < a.exchange.size(); ++stage) {
    for (std::size_t e = 0; e < a.exchange[stage].size(); ++e) {
      if (a.exchange[stage][e] != b.exchange.at(stage).at(e)) ++changed;
    }
  }
  return changed;
}

}  // namespace plexus
