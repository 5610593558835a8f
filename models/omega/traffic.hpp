#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/exchange_port.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/rule/delivery_check.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "hw/switch/pass_switch.hpp"
#include "hw/time/clock_period.hpp"
#include "models/machine/machine.hpp"
#include "models/omega/networks.hpp"
#include "models/omega/schedule.hpp"
#include "models/traffic/log.hpp"
#include "models/traffic/setting.hpp"
#include "models/traffic/source.hpp"

namespace plexus {

/// Traffic on a switch: no programs run, its ports offer packets.
class switch_traffic : public machine_of<plexus::node>, public light_parts_if {
 public:
  [[nodiscard]] Cycles completed() const override { return log_.end(); }
  [[nodiscard]] bool busy() const override { return !over_; }
  [[nodiscard]] const TrafficLog& log() const { return log_; }
  /// What does not add up after a run, in a sentence.
  [[nodiscard]] virtual std::optional<std::string> imbalance() const = 0;
  [[nodiscard]] Layout layout() const override;
  /// The sources at its ports.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;
  void report(Cycles cycles, Statistics& statistics) const override;
  /// The figures that `report` adds, whatever the way of switching.
  [[nodiscard]] static std::vector<Statistic> statistics();

 protected:
  /// A port may send to itself: its two directions are different lines.
  switch_traffic(sc_core::sc_module_name name, const NetworkShape& network,
                 const TrafficSetting& setting);

  NetworkShape network_;
  TrafficSetting setting_;
  TrafficLog log_;
  SourceQueues queues_;
  bool over_ = false;
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
  /// Packets that wait at sources at the beginning of cycle `now`, then in a queue of each stage,
  /// on average since the call before.
  std::vector<std::pair<std::string, double>> queue_levels(Cycles now);
  [[nodiscard]] std::optional<std::string> imbalance() const override;
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

  void cycle(Cycles now) override;
  void inject_packets(Cycles now) override;
  void delivered(const FifoPacket& packet, Cycles now) override;
  void enter(Port& port, NodeId number);
  [[nodiscard]] Snapshot snapshot() const;

  std::vector<Port> ports_;
  std::uint64_t begun_ = 0;  ///< packets of which the first word has entered
  std::uint64_t whole_ = 0;  ///< packets of which the last word has come out
  Snapshot at_first_;
  Snapshot at_end_;
  std::vector<std::uint64_t> shown_;  ///< by stage: sums of occupancy that have been shown
  Cycles shown_at_{0};
};

/// An unbuffered switch with a pass of one-word messages in every cycle.
class word_switch final : public pass_switch {
 public:
  static constexpr const char* kKind = "word_switch";

  /// `ended` is called with the end of a pass, in the cycle after it.
  word_switch(sc_core::sc_module_name name, const SwitchWiring& wiring,
              std::function<void()> ended);

  /// Who brings the words through: the switch itself, unless another is bound here.
  exchange_port<pass_stream_if> streaming{"streaming", *this};

  [[nodiscard]] const char* kind() const override { return kKind; }

  /// `messages` enter in the present cycle, and leave with its end; there need not be any.
  void pass(std::span<const SwitchRequest> messages, const steering_if& steering);

  [[nodiscard]] LinkTiming timing() const override { return {}; }
  [[nodiscard]] std::span<const SwitchRequest> requests() const override { return requests_; }
  [[nodiscard]] const SwitchOutcome& outcome() const override { return *outcome_; }
  [[nodiscard]] Words pass_words() const override { return 1_words; }
  [[nodiscard]] Cycles pass_start() const override { return start_; }
  void finish(const SwitchOutcome& outcome) override;
  void stream(pass_if& pass) override;

 private:
  void end_pass() { ended_(); }

  ClockPeriod clock_;
  std::function<void()> ended_;
  std::span<const SwitchRequest> requests_;
  const SwitchOutcome* outcome_ = nullptr;  ///< of the elements, or told_
  SwitchOutcome told_;                      ///< by who brings the words through in its place
  Cycles start_{0};
  sc_core::sc_event end_{"end"};
};

/// Traffic on an unbuffered network: in every cycle a pass of one-word packets. What meets a taken
/// output is dropped; or it waits in the port's only place and tries again in the next cycle, and
/// those behind it wait at the source until it has got through.
class pass_traffic final : public switch_traffic {
 public:
  enum class Blocked { kDrop, kRetry };

  pass_traffic(sc_core::sc_module_name name, const NetworkShape& network, Blocked blocked,
               const TrafficSetting& setting);

  word_switch net;

  /// Packets that met a taken output in the measured cycles, by stage.
  [[nodiscard]] const std::vector<std::uint64_t>& blocked_per_stage() const { return blocked_; }
  [[nodiscard]] std::optional<std::string> imbalance() const override;
  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;

 private:
  struct Place {  ///< of a port
    bool taken = false;
    NodeId destination = 0;
    std::uint32_t number = 0;  ///< of the packet in it, or the next one
    Cycles born{0};
    Cycles left{0};  ///< its source
  };

  void run_cycle();
  void end_pass(Cycles now);
  void offer(Cycles now);
  void record(TraceKind kind, const SwitchRequest& message);

  ClockPeriod clock_;
  Blocked when_blocked_;
  tag_steering by_tag_;
  delivery_check check_;
  std::vector<Place> places_;
  std::vector<SwitchRequest> requests_;
  std::vector<std::uint64_t> blocked_;
  bool passing_ = false;
  trace_sink_if* sink_ = nullptr;
};

}  // namespace plexus
