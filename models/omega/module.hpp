#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw/node/processor.hpp"
#include "hw/switch/benes_setup.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "hw/switch/omega_net.hpp"
#include "hw/switch/switch_wiring.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/machine/machine.hpp"
#include "models/omega/benes.hpp"
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

/// Which passes an unbuffered switch makes: decided by the scheduler of the run.
class run_scheduler final : public sc_core::sc_object, public pass_scheduler_if {
 public:
  using role_if = pass_scheduler_if;
  static constexpr const char* kKind = "pass_scheduler";

  run_scheduler() : sc_object{kKind} {}
  [[nodiscard]] const char* kind() const override { return kKind; }
  void choose(pass_scheduler_if& scheduler) { chosen_ = &scheduler; }
  [[nodiscard]] PassOrder next(std::span<const WaitingMessage> waiting) override {
    return chosen_->next(waiting);
  }

 private:
  pass_scheduler_if* chosen_ = nullptr;
};

/// Processors joined by an unbuffered switch: each has one channel, number 0, into and out of it.
/// A benes network has a part besides that works its settings out.
class switch_machine final : public machine_of<processor> {
 public:
  /// Needs a `schedule` before it runs.
  switch_machine(sc_core::sc_module_name name, const NetworkShape& network, BlockSpace space,
                 LinkTiming timing, switch_fabric::Elements elements, OnConflict on_conflict,
                 const ConstructionOrder& order = {});
  /// The same with a scheduler, which must outlive the machine.
  switch_machine(sc_core::sc_module_name name, const NetworkShape& network, BlockSpace space,
                 LinkTiming timing, switch_fabric::Elements elements, OnConflict on_conflict,
                 pass_scheduler_if& scheduler, const ConstructionOrder& order = {});

 private:
  run_scheduler scheduler_;
  std::shared_ptr<pass_scheduler_if> owned_;
  std::optional<benes_setup> looping_;

 public:
  omega_net net;
  /// Who works out the settings of a benes network; nothing for another one.
  std::optional<exchange_port<benes_setup_if>> setup;

  /// Who decides which messages cross together in this run.
  void schedule(std::shared_ptr<pass_scheduler_if> scheduler);
  /// The setting of the benes network for a permutation.
  [[nodiscard]] BenesSetting set_up(std::span<const NodeId> permutation) const;

  [[nodiscard]] bool busy() const override { return net.busy(); }
  [[nodiscard]] Cycles completed() const override { return net.figures().last_end; }
  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;
  /// The figures that `report` adds.
  [[nodiscard]] static std::vector<Statistic> statistics();
  [[nodiscard]] Layout layout() const override { return plexus::layout(network_); }

 private:
  NetworkShape network_;
};

/// The figures of an unbuffered switch.
namespace switch_figures {
inline const Statistic kPasses{"passes", "passes", "that the switch made"};
inline const Statistic kSetups{"setups", "passes", "for which the switch was set anew"};
inline const Statistic kTransfers{"transfers", "messages", "that came through"};
inline const Statistic kWordHops{"word_hops", "words", "of all transfers"};
inline const Statistic kPeakActive{"peak_active", "messages", "most in one pass"};
inline const Statistic kElementsChanged{"elements_changed", "elements",
                                        "set otherwise than before, over all passes"};
}  // namespace switch_figures

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
  void report(Cycles cycles, Statistics& statistics) const override;
  /// The figures that `report` adds.
  [[nodiscard]] static std::vector<Statistic> statistics();
  [[nodiscard]] Layout layout() const override { return plexus::layout(network_); }

 private:
  NetworkShape network_;
};

}  // namespace plexus
