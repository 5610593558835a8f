#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw/channel/link.hpp"
#include "hw/channel/network_client.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/data/numbered_places.hpp"
#include "hw/data/packet.hpp"
#include "hw/link/link_end.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/observe/way_rows.hpp"
#include "hw/rule/delivery_check.hpp"
#include "hw/rule/port_guard.hpp"
#include "hw/switch/omega_fifo_element.hpp"
#include "hw/switch/switch_stage.hpp"
#include "hw/switch/switch_wiring.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"
#include "hw/time/update_phase.hpp"

namespace plexus {

/// Buffers and arbitration of a buffered network.
struct FifoSetting {
  std::uint32_t depth = 1;  ///< places of each queue
  Arbitration arbitration = Arbitration::kAlternating;
  std::uint64_t seed = 1;  ///< for random arbitration
  /// Places that become free in a cycle are taken in it, from the last stage back to the ports.
  bool bypass = false;
};

/// A buffered (packet switched) multistage network of omega_fifo_elements: one-word packets, one
/// hop per cycle. A packet that is injected in cycle t stands in front of stage 0 from cycle t + 1
/// on; without hindrance it is at its port at the beginning of cycle t + stages + 1.
/// Checks in every run that no packet is lost, made, brought to a wrong port, or overtakes another
/// one of the same source and destination: faults `conservation`, `misrouted`, `order`.
/// Twin: rtl/switch/omega_fifo_net.sv.
class omega_fifo_net final : public sc_core::sc_module, public light_parts_if {
 public:
  /// `weights`: by stage; output = destination / weight mod radix. `order`: of the ports, from
  /// which the order follows in which stages and elements are constructed; empty: as data flows. It
  /// must not matter; a test says so.
  omega_fifo_net(sc_core::sc_module_name name, const SwitchWiring& wiring,
                 const std::vector<std::uint32_t>& weights, const FifoSetting& setting,
                 const std::vector<NodeId>& order = {}, const ClockPeriod& clock = ClockPeriod{});
  ~omega_fifo_net() override;

  /// Port `number`, to bind a node's channel to. Packets of one word.
  [[nodiscard]] duplex_if& port(NodeId number);
  /// Or one client at all ports, which is called from cycle 0 on until it stops.
  optional_port<fifo_client_if> client{"client"};

  /// The present cycle is the last one: packets stay where they are.
  void halt() { halted_ = true; }

  /// Did the queue in front of stage 0 have a free place at the start of the cycle (with bypass:
  /// has it one now), and is it not taken yet?
  [[nodiscard]] bool ready(NodeId port) const;
  /// Puts a packet there; only if ready. Its number must be larger than that of the one before.
  void inject(const FifoPacket& packet);
  /// No cycle comes in which nothing moves, until something is injected or it is told to `go_on`.
  /// Before the simulation starts.
  void sleep_when_still() { sleeps_ = true; }
  /// For clients of a network that sleeps: the present time step, at an edge, belongs to the cycle
  /// that begins with it. May they inject now, outside of `send_packets`? With bypass only when
  /// the elements have decided; then `send_packets` follows. To be called in the update phase.
  bool enter_cycle();
  /// What they did not take they take from now on.
  void go_on() { wake_next(); }

  [[nodiscard]] bool busy() const { return inside_ > 0 || !pending_.empty(); }
  [[nodiscard]] Cycles completed() const { return last_delivery_; }
  [[nodiscard]] std::uint64_t injected() const { return injected_; }
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }
  [[nodiscard]] std::uint64_t inside() const { return inside_; }

  /// By stage. `max_depth` includes the state at the start of the present cycle.
  [[nodiscard]] std::span<const FifoStageFigures> stages() const { return figures_; }
  /// Packets in the queues of each stage at the start of a cycle, summed over the cycles before
  /// `now`, which is the present cycle or the one behind it.
  [[nodiscard]] std::vector<std::uint64_t> occupancy_sums(Cycles now) const;
  [[nodiscard]] std::uint32_t max_fifo() const;
  [[nodiscard]] std::uint32_t queues_of_stage() const { return wiring_.lines(); }
  [[nodiscard]] const SwitchWiring& wiring() const { return wiring_; }
  /// Queues that came to be crowded most of the time, in the order in which that began; in one
  /// cycle by stage, last first, then from the top.
  [[nodiscard]] std::vector<SaturatedQueue> saturated() const;

  /// Counts the packets in the queues: ends the run if one has been lost or made.
  void check_conservation() const;

  [[nodiscard]] switch_stage<omega_fifo_element>& stage(std::uint32_t t) {
    return *stages_[checked_number(t, stages_.size(), "stages", *this)];
  }

  /// Its queues and ports.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

  void listen(trace_sink_if& sink);
  /// Tells `observer` of all that enters. Before the simulation starts.
  void observe(network_observer_if& observer) { observers_.push_back(&observer); }
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  class Port;

  void end_of_elaboration() override;
  void start_of_simulation() override;
  void begin_cycle();
  void decide_all();
  void collect();
  void deliver(const FifoPacket& packet, NodeId number);
  void inject_pending();
  void wake_next();
  void add_up();
  void record(TraceKind kind, const FifoPacket& packet);

  ClockPeriod clock_;
  SwitchWiring wiring_;
  FifoContext context_;
  std::vector<FifoPacket> places_;
  std::vector<fifo_queue> queues_;  ///< [stage * lines + line], then the ports' own
  std::vector<FifoStageFigures> figures_;
  std::vector<std::uint64_t> moves_before_;    ///< by stage, up to the cycle before
  std::vector<std::uint64_t> occupancy_;       ///< by stage, at the start of `added_at_`
  std::vector<std::uint64_t> occupancy_sums_;  ///< over the cycles before it
  std::vector<std::unique_ptr<switch_stage<omega_fifo_element>>> stages_;
  WayRows ways_;
  bool watched_ = false;  ///< somebody looks at all elements
  bool sleeps_ = false;   ///< no cycle comes in which nothing moves
  std::vector<network_observer_if*> observers_;
  transit_check check_;
  EventEnds event_ends_;
  std::deque<Port> ports_;
  std::vector<NodeId> pending_;     ///< ports with a packet that has not entered yet
  std::vector<NodeId> entered_;     ///< ports whose packet entered in this cycle
  NumberedPlaces<Packet> carried_;  ///< of processors, by `payload`
  std::uint64_t injected_ = 0;
  std::uint64_t injected_before_ = 0;
  std::uint64_t delivered_ = 0;
  std::uint64_t inside_ = 0;
  Cycles last_delivery_{0};
  Cycles added_at_{-1};  ///< cycle of the last `add_up`
  bool woken_ = false;
  bool deciding_ = false;         ///< the elements have not yet decided in this cycle
  std::uint64_t moves_seen_ = 0;  ///< in all stages and out of ports, up to the cycle before
  bool halted_ = false;
  update_phase update_;
  sc_core::sc_event next_{"next"};
  sc_core::sc_event tick_{"tick"};  ///< all of this cycle's traffic is in: the elements decide
};

}  // namespace plexus
