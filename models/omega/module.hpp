#pragma once

#include <cstdint>
#include <vector>

#include "hw/node/processor.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "hw/switch/omega_net.hpp"
#include "hw/switch/switch_wiring.hpp"
#include "models/machine/machine.hpp"
#include "models/omega/networks.hpp"

namespace plexus {

/// The elements and wires of a network. A data manipulator's nodes are elements with three inputs
/// and outputs (0 straight, 1 up, 2 down) that carry one message at a time.
[[nodiscard]] SwitchWiring switch_wiring(const NetworkShape& network);

/// Nodes on the left, the stages with their wires, the outputs on the right. Beyond 64 ports a box
/// stands for a whole stage.
[[nodiscard]] Layout layout(const NetworkShape& network);

/// What the elements of a buffered network need to route: by stage, output = destination / weight
/// mod radix. Throws Refusal (feature) for the data manipulator and benes, which have no such tag.
[[nodiscard]] std::vector<std::uint32_t> tag_weights(const NetworkShape& network);

/// Processors joined by an unbuffered switch: each has one channel, number 0, into and out of it.
class switch_machine final : public machine_of<processor> {
 public:
  /// `scheduler` must outlive the machine.
  switch_machine(sc_core::sc_module_name name, const NetworkShape& network, BlockSpace space,
                 LinkTiming timing, switch_fabric::Elements elements, OnConflict on_conflict,
                 pass_scheduler_if& scheduler, const ConstructionOrder& order = {});

  omega_net net;

  [[nodiscard]] bool busy() const override { return net.busy(); }
  [[nodiscard]] Cycles completed() const override { return net.figures().last_end; }
  void listen(trace_sink_if& sink) override;
  [[nodiscard]] Layout layout() const override { return plexus::layout(network_); }

 private:
  NetworkShape network_;
};

/// Processors joined by a buffered switch: each has one channel, number 0, into and out of it.
/// Packets of one word.
class fifo_switch_machine final : public machine_of<processor> {
 public:
  fifo_switch_machine(sc_core::sc_module_name name, const NetworkShape& network, BlockSpace space,
                      const FifoSetting& setting, const ConstructionOrder& order = {});

  omega_fifo_net net;

  [[nodiscard]] bool busy() const override { return net.busy(); }
  [[nodiscard]] Cycles completed() const override { return net.completed(); }
  void listen(trace_sink_if& sink) override;
  [[nodiscard]] Layout layout() const override { return plexus::layout(network_); }

 private:
  NetworkShape network_;
};

}  // namespace plexus
