#include <algorithm>
#include <string>
#include <utility>

#include "models/omega/module.hpp"

namespace plexus {

namespace {

/// Between stages: the more wires there are, the more room they need to be told apart.
double between_stages(std::uint32_t lines) { return std::max(2.0, 0.17 * lines); }

Layout::Place element_place(const std::string& part, double x, double y, double height) {
  Layout::Place place;
  place.part = part;
  place.x = x;
  place.y = y;
  place.mark = Layout::Mark::kElement;
  place.width = 0.7;
  place.height = height;
  return place;
}

/// A map of the stages: a box for each.
Layout stages_layout(const SwitchWiring& wiring, const std::string& title) {
  const NodeId per = nodes_per_place(wiring.ports);
  Layout drawn{title + ", " + counted(wiring.ports, per), {}, {}};
  for (NodeId first = 0; first < wiring.ports; first += per) {
    drawn.places.push_back(node_place(first, 0, static_cast<double>(drawn.places.size()),
                                      std::min(per, wiring.ports - first)));
    drawn.places.back().side = Layout::Side::kLeft;
  }
  const auto nodes = static_cast<std::uint32_t>(drawn.places.size());
  const double step = between_stages(nodes);
  for (std::uint32_t t = 0; t < wiring.stages; ++t) {
    Layout::Place stage = element_place("switch.stage_" + std::to_string(t), step * (t + 1),
                                        (nodes - 1) / 2.0, nodes);
    stage.width = 3;
    drawn.places.push_back(std::move(stage));
    drawn.notes.push_back({"stage " + std::to_string(t), step * (t + 1), -1.4, step});
    if (t > 0) drawn.wires.push_back({nodes + t - 1, nodes + t, "", 0, -1, -1, 3});
  }
  for (std::uint32_t i = 0; i < nodes; ++i) {
    drawn.wires.push_back({i, nodes, "", 0, -1, -1});
    Layout::Place output = drawn.places[i];
    output.part.clear();
    output.x = step * (wiring.stages + 1);
    std::swap(output.count, output.again);
    output.side = Layout::Side::kRight;
    // From the receiver, so that what passes the stage does not count as on every wire that leaves.
    drawn.wires.push_back({static_cast<std::uint32_t>(drawn.places.size()),
                           nodes + wiring.stages - 1, "", 0, -1, -1});
    drawn.places.push_back(std::move(output));
  }
  return drawn;
}

}  // namespace

Layout layout(const NetworkShape& network) {
  const SwitchWiring wiring = switch_wiring(network);
  const std::string title = to_string(network.kind());
  if (wiring.ports > kMostNodesDrawn) return stages_layout(wiring, title);
  Layout drawn{title + ", " + counted(wiring.ports, 1), {}, {}};
  const double step = between_stages(wiring.lines());
  for (NodeId port = 0; port < wiring.ports; ++port) {
    drawn.places.push_back(node_place(port, 0, port));
    drawn.places.back().side = Layout::Side::kLeft;
  }
  const double element = static_cast<double>(wiring.ports) / wiring.elements;
  const auto number = [&](std::uint32_t stage, std::uint32_t line) {
    return wiring.ports + stage * wiring.elements + line / wiring.radix;
  };
  for (std::uint32_t t = 0; t < wiring.stages; ++t) {
    drawn.notes.push_back({"stage " + std::to_string(t), step * (t + 1), -1.1, step});
    for (std::uint32_t e = 0; e < wiring.elements; ++e) {
      drawn.places.push_back(
          element_place("switch.stage_" + std::to_string(t) + ".element_" + std::to_string(e),
                        step * (t + 1), (e + 0.5) * element - 0.5, element - 0.4));
    }
  }
  const auto outputs = static_cast<std::uint32_t>(drawn.places.size());
  for (NodeId port = 0; port < wiring.ports; ++port) {
    Layout::Place output = node_place(port, step * (wiring.stages + 1), port);
    output.part.clear();
    std::swap(output.count, output.again);
    output.side = Layout::Side::kRight;
    drawn.places.push_back(output);
  }
  const auto port_of = [&](std::uint32_t line) {
    return static_cast<std::int32_t>(line % wiring.radix);
  };
  for (NodeId port = 0; port < wiring.ports; ++port) {
    const std::uint32_t line = wiring.entry[port];
    drawn.wires.push_back({port, number(0, line), "", 0, -1, port_of(line)});
  }
  for (std::uint32_t t = 0; t + 1 < wiring.stages; ++t) {
    for (std::uint32_t line = 0; line < wiring.lines(); ++line) {
      const std::uint32_t to = wiring.between[t][line];
      drawn.wires.push_back(
          {number(t, line), number(t + 1, to), "", 0, port_of(line), port_of(to)});
    }
  }
  for (std::uint32_t line = 0; line < wiring.lines(); ++line) {
    drawn.wires.push_back(
        {number(wiring.stages - 1, line), outputs + wiring.exit[line], "", 0, port_of(line), -1});
  }
  return drawn;
}

}  // namespace plexus
