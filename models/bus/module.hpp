#pragma once

#include <utility>
#include <vector>

#include "hw/bus/bus.hpp"
#include "hw/node/node.hpp"
#include "hw/time/timing.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/machine/machine.hpp"

namespace plexus {

/// Nodes in a row above the bus, each with its tap.
[[nodiscard]] Layout bus_layout(NodeId nodes, NodeId channels);

/// A node with a tap on the bus: its one port.
class bus_node final : public plexus::node {
 public:
  using Context = NodeContext;

  sc_core::sc_port<bus_tx_if> writes{"writes"};
  sc_core::sc_port<bus_rx_if> reads{"reads"};

  bus_node(sc_core::sc_module_name name, NodeId id, const NodeContext& context)
      : plexus::node{name, id, context} {}

  /// Nodes on the bus.
  [[nodiscard]] NodeId nodes() const { return writes->processors(); }
  [[nodiscard]] NodeSet everybody_else() const { return NodeSet::all_but(nodes(), id()); }

  // See the bus.
  [[nodiscard]] BusWrite write(NodeSet readers, Packet packet) {
    return {*writes.operator->(), *this, std::move(readers), std::move(packet), false};
  }
  [[nodiscard]] BusWrite write_now(NodeSet readers, Packet packet) {
    return {*writes.operator->(), *this, std::move(readers), std::move(packet), true};
  }
  [[nodiscard]] BusRead read() { return {*reads.operator->(), *this, false}; }
  [[nodiscard]] BusRead read_into_memory() { return {*reads.operator->(), *this, true}; }
};

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
