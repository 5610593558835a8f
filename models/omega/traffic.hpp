#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/observe/way_rows.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "hw/switch/word_switch.hpp"
#include "hw/time/clock_period.hpp"
#include "models/omega/networks.hpp"
#include "models/omega/schedule.hpp"
#include "models/traffic/traffic_machine.hpp"

namespace plexus {

/// How a switch carries synthetic traffic: what meets a taken output waits in the element, is
/// dropped, or tries again.
enum class Switching { kBuffered, kDrop, kRetry };

/// Traffic on a switch: its ports offer packets.
class switch_traffic : public traffic_machine {
 public:
  [[nodiscard]] Layout layout() const override;
  void report(Cycles cycles, Statistics& statistics) const override;
  /// The figures that `report` adds, whatever the way of switching.
  [[nodiscard]] static std::vector<Statistic> statistics();

 protected:
  /// A port may send to itself: its two directions are different lines.
  switch_traffic(sc_core::sc_module_name name, const NetworkShape& network,
                 const TrafficSetting& setting);

  NetworkShape network_;
};

/// Figures of a buffered network's queues over the measured cycles, by stage.
struct QueueFigures {
  std::vector<double> mean_depth;  ///< packets in a queue, on average
  std::vector<double> full_share;  ///< part of the queues and cycles in which they were full
};

/// Traffic on a buffered network. In every cycle a word of the packet at the head of a port's queue
/// enters if the queue in front of stage 0 has a free place. A packet of several words is as many
/// packets of the network, one behind the other; it has arrived when the last one has.
class fifo_traffic final : public switch_traffic, public fifo_client_if {
 public:
  fifo_traffic(sc_core::sc_module_name name, const NetworkShape& network, const FifoSetting& fifos,
               const TrafficSetting& setting, const ConstructionOrder& order = {});

  omega_fifo_net net;

  [[nodiscard]] QueueFigures queues() const;
  [[nodiscard]] std::optional<std::string> left_over() const override;
  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;

 private:
  struct Snapshot {
    std::vector<std::uint64_t> occupancy;
    std::vector<std::uint64_t> full;
  };
  struct Port {
    std::uint32_t number = 0;  ///< of its next word
    std::uint32_t words = 0;   ///< still to enter, of a packet that has begun to
    Offer packet;              ///< that one
    std::uint32_t left = 0;    ///< cycle in which it began, modulo 2^31
  };

  /// A packet that has not arrived is inside from its first word on.
  [[nodiscard]] std::uint64_t inside() const override { return begun_ - whole_; }
  /// By stage.
  [[nodiscard]] std::vector<QueueGroup> queue_groups() override;
  void cycle(Cycles now) override;
  void send_packets(Cycles now) override;
  void delivered(const FifoPacket& packet, Cycles now) override;
  [[nodiscard]] Snapshot snapshot(Cycles now) const;

  std::vector<Port> ports_;
  std::uint64_t begun_ = 0;  ///< packets of which the first word has entered
  std::uint64_t whole_ = 0;  ///< packets of which the last word has come out
  Snapshot at_first_;
  Snapshot at_end_;
};

/// Traffic on an unbuffered network: in every cycle a pass of one-word packets. What meets a taken
/// output is dropped; or it waits in the port's only place and tries again in the next cycle, and
/// those behind it wait at the source until it has got through.
class pass_traffic final : public switch_traffic {
 public:
  pass_traffic(sc_core::sc_module_name name, const NetworkShape& network, Switching switching,
               const TrafficSetting& setting);

  word_switch net;

  /// Packets that met a taken output in the measured cycles, by stage.
  [[nodiscard]] const std::vector<std::uint64_t>& blocked_per_stage() const { return blocked_; }
  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;

 private:
  struct Place {  ///< of a port
    bool taken = false;
    NodeId destination = 0;
    std::uint32_t number = 0;  ///< of the packet in it
    Cycles born{0};
    Cycles left{0};  ///< its source
  };

  [[nodiscard]] std::uint64_t inside() const override;
  void run_cycle();
  void end_pass(Cycles now);
  void ask(Cycles now);
  void record(TraceKind kind, const SwitchRequest& message);

  ClockPeriod clock_;
  Switching switching_;
  tag_steering by_tag_;
  std::vector<Place> places_;
  std::vector<SwitchRequest> requests_;
  std::vector<std::uint64_t> blocked_;
  bool passing_ = false;
  trace_sink_if* sink_ = nullptr;
  WayRows ways_;
};

/// The parameters of synthetic traffic, read once.
struct SwitchTrafficCase {
  using Module = switch_traffic;
  using Node = plexus::node;

  NetworkShape network{NetworkKind::kOmega, 2};
  TrafficSetting setting;
  Switching switching = Switching::kBuffered;
  FifoSetting fifos;  ///< of buffered elements
};

/// Reads a case. Throws Refusal.
[[nodiscard]] SwitchTrafficCase switch_traffic_case(const Values& values);

}  // namespace plexus
