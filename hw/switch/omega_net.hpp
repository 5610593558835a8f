#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hw/channel/exchange_port.hpp"
#include "hw/channel/link.hpp"
#include "hw/data/packet.hpp"
#include "hw/link/link_end.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/observe/way_rows.hpp"
#include "hw/rule/port_guard.hpp"
#include "hw/switch/pass_switch.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/update_phase.hpp"

namespace plexus {

/// What happens to a message that meets a taken output.
enum class OnConflict {
  kFault,  ///< the pass was scheduled and should not block: the run ends, class `collision`
  kRetry,  ///< it is dropped, and tries again with all others in the next pass
};

/// Figures of a network over a run.
struct PassFigures {
  std::uint64_t passes = 0;
  std::uint64_t setups = 0;       ///< passes for which the switch was set anew
  std::uint64_t transfers = 0;    ///< messages that came through
  Words word_hops{0};             ///< their words
  std::uint64_t peak_active = 0;  ///< most messages in one pass
  std::uint64_t blocked = 0;      ///< messages dropped, once per pass
  std::uint64_t merges = 0;
  std::uint64_t elements_changed = 0;  ///< summed over the passes
  std::vector<std::uint64_t> blocked_per_stage;
  Cycles busy{0};      ///< cycles in passes, without set-up
  Cycles last_end{0};  ///< when the last pass ended
};

/// An unbuffered switch with its pass controller. Processors are bound to its ports; whatever they
/// send in one time step is decided together, in the update phase. A pass of messages of at most m
/// words keeps it busy startup + ceil(m / bandwidth) cycles; messages that are asked for meanwhile
/// wait for the next pass. All messages of a pass arrive with its end.
/// Twin: rtl/switch/omega_net.sv.
class omega_net final : public pass_switch {
 public:
  static constexpr const char* kKind = "omega_net";

  /// Who decides which messages cross together.
  exchange_port<pass_scheduler_if> scheduler;
  /// Who brings them through: the network itself, unless another is bound here.
  exchange_port<pass_stream_if> streaming;

  /// `standard` decides unless another scheduler is bound; it must outlive the network.
  omega_net(sc_core::sc_module_name name, const SwitchWiring& wiring, Elements elements,
            LinkTiming timing, OnConflict on_conflict, pass_scheduler_if& standard);
  ~omega_net() override;

  [[nodiscard]] const char* kind() const override { return kKind; }

  /// Port `number`, to bind a node's channel to.
  [[nodiscard]] duplex_if& port(NodeId number);

  [[nodiscard]] bool busy() const { return busy_ || !pending_.empty(); }
  [[nodiscard]] const PassFigures& figures() const { return figures_; }
  [[nodiscard]] LinkTiming timing() const override { return timing_; }

  [[nodiscard]] std::span<const SwitchRequest> requests() const override { return requests_; }
  [[nodiscard]] const SwitchOutcome& outcome() const override { return outcome_; }
  [[nodiscard]] Words pass_words() const override { return words_; }
  [[nodiscard]] Cycles pass_start() const override { return start_; }
  void finish(const SwitchOutcome& outcome) override;
  /// As the network does it: the pass ends at `pass_end` with the outcome of the elements.
  void stream(pass_if& pass) override;

  /// Its wires and ports.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

  void listen(trace_sink_if& sink) {
    sink_ = &sink;
    introduce_elements(sink);
  }
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  class Port;

  void request(Port& port);
  void begin_next();
  void check_order() const;
  void check_outcome(const SwitchOutcome& outcome) const;
  void begin_pass();
  void end_pass();
  void deliver(NodeId port, std::uint32_t message);
  [[nodiscard]] Blocks blocks_at(std::uint32_t message) const;
  void record(TraceKind kind, std::uint32_t message, NodeId destination);
  [[noreturn]] void collide() const;

  ClockPeriod clock_;
  LinkTiming timing_;
  OnConflict on_conflict_;
  EventEnds event_ends_;
  std::deque<Port> ports_;
  std::vector<NodeId> pending_;          ///< ports whose message has not crossed yet
  std::vector<WaitingMessage> waiting_;  ///< the same, for the scheduler
  std::vector<NodeId> crossing_;         ///< by message of the present pass: its source
  std::vector<SwitchRequest> requests_;
  SwitchOutcome outcome_;
  PassOrder order_;
  PassFigures figures_;
  Words words_{0};
  Cycles start_{0};
  bool busy_ = false;  ///< sets up or in a pass
  bool setting_up_ = false;
  std::uint32_t active_ = 0;  ///< messages in the pass
  std::uint32_t dropped_ = 0;
  update_phase update_;
  sc_core::sc_event go_{"go"};
  sc_core::sc_event end_{"end"};
  trace_sink_if* sink_ = nullptr;
  WayRows ways_;
};

/// The scheduler of a network that routes itself: all waiting messages enter together.
class all_at_once final : public pass_scheduler_if {
 public:
  explicit all_at_once(const steering_if& steering) : steering_{&steering} {}
  [[nodiscard]] PassOrder next(std::span<const WaitingMessage> waiting) override;

 private:
  const steering_if* steering_;
};

}  // namespace plexus
