#include "models/bus/module.hpp"

namespace plexus {

namespace {

NodeContext context_of(BlockSpace space) {
  NodeContext context;
  context.space = space;
  return context;
}

}  // namespace

Layout bus_layout(NodeId nodes, NodeId channels) {
  Layout drawn = row_layout("bus", nodes);
  if (channels > 1) drawn.title += ", " + std::to_string(channels) + " channels";
  const auto taps = static_cast<std::uint32_t>(drawn.places.size());
  Layout::Place wires;
  wires.part = "wires";
  wires.label = "bus";
  wires.mark = Layout::Mark::kBar;
  wires.width = taps;
  wires.height = 0.3;
  wires.x = (taps - 1) / 2.0;
  wires.y = 1.3;
  drawn.places.push_back(wires);
  for (std::uint32_t tap = 0; tap < taps; ++tap) drawn.wires.push_back({tap, taps, "", 0, -1, -1});
  return drawn;
}

bus_machine::bus_machine(sc_core::sc_module_name name, NodeId nodes, NodeId channels,
                         BlockSpace space, LinkTiming timing, const ConstructionOrder& order)
    : machine_of{name, nodes, context_of(space), order}, wires{"wires", nodes, channels, timing} {}

void bus_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  wires.listen(sink);
}

}  // namespace plexus
