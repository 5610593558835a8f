#pragma once

#include <vector>

#include "hw/bus/bus.hpp"
#include "hw/bus/bus_port.hpp"
#include "hw/time/timing.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/machine/machine.hpp"

namespace plexus {

/// Nodes in a row above the bus, each with its tap.
[[nodiscard]] Layout bus_layout(NodeId nodes, NodeId channels);

/// Processors with local memory on one bus (the 1986 paper, section 2(A)).
class bus_machine final : public machine_of<bus_node> {
 public:
  /// `nodes` processors (>= 2), `channels` transactions at a time: the paper's k* (1 .. nodes).
  bus_machine(sc_core::sc_module_name name, NodeId nodes, NodeId channels, BlockSpace space,
              LinkTiming timing, const ConstructionOrder& order = {});

  bus wires;

  [[nodiscard]] bool busy() const override { return wires.figures().active > 0; }
  [[nodiscard]] Cycles completed() const override { return wires.figures().last_end; }
  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;
  /// The figures that `report` adds.
  [[nodiscard]] static std::vector<Statistic> statistics();
  [[nodiscard]] Layout layout() const override { return bus_layout(size(), wires.channels()); }
};

}  // namespace plexus
