#include "models/bus/module.hpp"

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

const Statistic kTransactions{"transfers", "transfers", "transactions"};
const Statistic kBusWords{"bus_words", "words", "words of all transactions"};
const Statistic kPeakActive{"peak_active", "transfers", "most transactions at the same time"};
const Statistic kPeakWaiting{"peak_waiting", "requests", "most requests that waited for a channel"};
const Statistic kUtilisation{"utilisation", "", "busy share of all channels and cycles"};
const Statistic kWaits{"waits", "cycles", "by node: for how long its requests waited"};

}  // namespace

Layout bus_layout(NodeId nodes, NodeId channels) {
  Layout drawn = row_layout("bus", nodes);
  if (channels > 1) drawn.title += ", " + std::to_string(channels) + " channels";
  const auto taps = static_cast<std::uint32_t>(drawn.places.size());
  constexpr std::uint32_t kMostInARow = 16;  // more have their taps at both sides of the bus
  const bool both = taps > kMostInARow;
  for (std::uint32_t tap = 0; both && tap < taps; ++tap) {
    drawn.places[tap].x = tap / 2;
    drawn.places[tap].y = tap % 2 == 0 ? 0 : 2.6;
  }
  Layout::Place wires;
  wires.part = "wires";
  wires.label = "bus";
  wires.mark = Layout::Mark::kBar;
  wires.width = drawn.places.back().x + 1;
  wires.height = 0.3;
  wires.x = drawn.places.back().x / 2;
  wires.y = 1.3;
  drawn.places.push_back(wires);
  for (std::uint32_t tap = 0; tap < taps; ++tap) drawn.wires.push_back({tap, taps, "", 0, -1, -1});
  return drawn;
}

bus_machine::bus_machine(sc_core::sc_module_name name, NodeId nodes, NodeId channels,
                         BlockSpace space, LinkTiming timing, const ConstructionOrder& order)
    : machine_of{name, nodes, NodeContext{.space = space}, order},
      wires{"wires", nodes, channels, timing} {
  for (NodeId v = 0; v < nodes; ++v) {
    node(v).writes(wires);
    node(v).reads(wires);
  }
}

void bus_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  wires.listen(sink);
}

std::vector<Statistic> bus_machine::statistics() {
  return {kTransactions, kBusWords, kPeakActive, kPeakWaiting, kUtilisation, kWaits};
}

void bus_machine::report(Cycles cycles, Statistics& statistics) const {
  const GrantFigures& figures = wires.figures();
  const double channel_cycles =
      static_cast<double>(wires.channels()) * static_cast<double>(cycles.count());
  Json waits = Json::array();
  for (NodeId v = 0; v < size(); ++v) waits.push_back(wires.waited(v).count());
  statistics.set(kTransactions, figures.granted);
  statistics.set(kBusWords, figures.words.count());
  statistics.set(kPeakActive, figures.peak_active);
  statistics.set(kPeakWaiting, figures.peak_waiting);
  statistics.set(kUtilisation, static_cast<double>(figures.busy.count()) / channel_cycles);
  statistics.set(kWaits, std::move(waits));
}

}  // namespace plexus
