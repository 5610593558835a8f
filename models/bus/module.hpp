#pragma once

#include "hw/bus/bus.hpp"
#include "hw/time/timing.hpp"
#include "models/machine/machine.hpp"

namespace plexus {

/// Nodes in a row above the bus, each with its tap.
[[nodiscard]] Layout bus_layout(NodeId nodes, NodeId channels);

/// Processors with local memory on one bus (the 1986 report, section 2(A)).
class bus_machine final : public machine_of<plexus::node> {
 public:
  /// `nodes` processors (>= 2), `channels` transactions at a time: the report's k* (1 .. nodes).
  bus_machine(sc_core::sc_module_name name, NodeId nodes, NodeId channels, BlockSpace space,
              LinkTiming timing, const ConstructionOrder& order = {});

  bus wires;

  [[nodiscard]] bool busy() const override { return wires.figures().active > 0; }
  [[nodiscard]] Cycles completed() const override { return wires.figures().last_end; }
  void listen(trace_sink_if& sink) override;
  [[nodiscard]] Layout layout() const override { return bus_layout(size(), wires.channels()); }
};

}  // namespace plexus
