#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hw/channel/delivery_check.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "hw/switch/switch_fabric.hpp"
#include "hw/time/clock_period.hpp"
#include "models/machine/machine.hpp"
#include "models/omega/networks.hpp"
#include "models/omega/permutations.hpp"
#include "models/omega/schedule.hpp"
#include "models/traffic/random_numbers.hpp"

namespace plexus {

/// Where the packets of synthetic traffic go.
struct TrafficPattern {
  enum class Kind {
    kUniform,      ///< any port, all equally likely
    kHotspot,      ///< with probability `share` to port `hot`, else uniform
    kPermutation,  ///< from port v always to `permutation[v]`
  };
  Kind kind = Kind::kUniform;
  NodeId hot = 0;
  double share = 0;
  Permutation permutation;
};

/// The pattern that a word names: `uniform`, `hotspot:NODE,SHARE`, `permutation` (without its
/// permutation). Throws Refusal: usage (no such word), range (node or share).
[[nodiscard]] TrafficPattern parse_traffic_pattern(std::string_view word, NodeId ports);

/// Traffic of one run.
struct TrafficSetting {
  TrafficPattern pattern;
  double load = 0.5;  ///< probability with which a port offers a packet in a cycle, 0 .. 1
  std::uint64_t seed = 1;
  Cycles warmup{0};   ///< cycles that are not measured
  Cycles measure{1};  ///< cycles that are
};

/// What a network makes of traffic. Figures of the measured cycles, except the totals.
struct TrafficFigures {
  std::uint64_t offered = 0;    ///< packets that ports offered
  std::uint64_t accepted = 0;   ///< that entered the network; drop: that reached their ports
  std::uint64_t delivered = 0;  ///< that came out
  std::vector<std::uint64_t> latencies;  ///< packets by cycles from offer to delivery
  std::vector<std::uint64_t> batches;    ///< delivered, in equal parts of the measured cycles

  // Since the beginning of the run.
  std::uint64_t injected = 0;
  std::uint64_t out = 0;
  std::uint64_t dropped = 0;
  std::uint64_t inside = 0;

  /// Packets per port and cycle that came out, and the standard error of this mean.
  [[nodiscard]] double throughput(NodeId ports, Cycles measure) const;
  [[nodiscard]] double standard_error(NodeId ports, Cycles measure) const;
  /// Share of the offered packets that were accepted; 1 if none was offered.
  [[nodiscard]] double acceptance() const;
  [[nodiscard]] double mean_latency() const;
  /// Cycles within which this share of the packets has come out; 0 without packets.
  [[nodiscard]] std::uint64_t latency_of(double share) const;
};

/// Counts offers and deliveries that fall into the measured cycles.
class TrafficLog {
 public:
  explicit TrafficLog(const TrafficSetting& setting);

  [[nodiscard]] Cycles first() const { return first_; }
  [[nodiscard]] Cycles end() const { return end_; }
  void offered(Cycles now, bool accepted);
  /// A packet offered in cycle `born` was whole at its port at the beginning of cycle `now`.
  void delivered(Cycles now, Cycles born);

  TrafficFigures figures;

 private:
  Cycles first_;
  Cycles end_;
};

/// Draws the packets that ports offer. To be asked port by port, cycle by cycle.
class TrafficSource {
 public:
  TrafficSource(const TrafficSetting& setting, NodeId ports);
  /// Destination of the packet that `port` offers in this cycle; nothing if it offers none.
  [[nodiscard]] std::optional<NodeId> offer(NodeId port);

 private:
  TrafficPattern pattern_;
  double load_;
  NodeId ports_;
  RandomNumbers random_;
};

/// Figures of a buffered network's queues over the measured cycles, by stage.
struct QueueFigures {
  std::vector<double> mean_depth;  ///< packets in a queue, on average
  std::vector<double> full_share;  ///< part of the queues and cycles in which they were full
};

/// Synthetic traffic on a buffered network. A port offers at most one packet in a cycle; it enters
/// if the queue in front of stage 0 has a free place, else the offer is refused.
class fifo_traffic final : public machine_of<plexus::node>, private fifo_client_if {
 public:
  fifo_traffic(sc_core::sc_module_name name, const NetworkShape& network, const FifoSetting& fifos,
               const TrafficSetting& setting, const ConstructionOrder& order = {});

  omega_fifo_net net;

  [[nodiscard]] bool busy() const override { return !over_; }
  [[nodiscard]] Cycles completed() const override { return log_.end(); }
  [[nodiscard]] const TrafficFigures& figures() const { return log_.figures; }
  [[nodiscard]] QueueFigures queues() const;
  void listen(trace_sink_if& sink) override;

 private:
  struct Snapshot {
    std::vector<std::uint64_t> occupancy;
    std::vector<std::uint64_t> full;
  };

  void cycle(Cycles now) override;
  void delivered(const FifoPacket& packet, Cycles now) override;
  [[nodiscard]] Snapshot snapshot() const;

  TrafficLog log_;
  TrafficSource source_;
  std::vector<std::uint32_t> numbers_;  ///< by port: of its next packet
  Snapshot at_first_;
  Snapshot at_end_;
  bool over_ = false;
};

/// Synthetic traffic on an unbuffered network: in every cycle a pass of one-word packets. What
/// meets a taken output is dropped; or it waits in the port's only place and tries again in the
/// next cycle, and offers are refused until it has got through.
class pass_traffic final : public machine_of<plexus::node> {
 public:
  enum class Blocked { kDrop, kRetry };

  pass_traffic(sc_core::sc_module_name name, const NetworkShape& network, Blocked blocked,
               const TrafficSetting& setting);

  switch_fabric net;

  [[nodiscard]] bool busy() const override { return !over_; }
  [[nodiscard]] Cycles completed() const override { return log_.end(); }
  [[nodiscard]] const TrafficFigures& figures() const { return log_.figures; }
  /// Packets that met a taken output in the measured cycles, by stage.
  [[nodiscard]] const std::vector<std::uint64_t>& blocked_per_stage() const { return blocked_; }
  void listen(trace_sink_if& sink) override;

 private:
  struct Place {  ///< of a port
    bool taken = false;
    NodeId destination = 0;
    std::uint32_t number = 0;  ///< of the packet in it, or the next one
    Cycles born{0};
  };

  void run_cycle();
  void end_pass(Cycles now);
  void offer(Cycles now);
  void record(TraceKind kind, const SwitchRequest& message);

  ClockPeriod clock_;
  TrafficLog log_;
  TrafficSource source_;
  Blocked when_blocked_;
  tag_steering by_tag_;
  delivery_check check_;
  std::vector<Place> places_;
  std::vector<SwitchRequest> requests_;
  std::vector<std::uint64_t> blocked_;
  const SwitchOutcome* outcome_ = nullptr;
  bool over_ = false;
  trace_sink_if* sink_ = nullptr;
  sc_core::sc_event next_{"next"};
};

}  // namespace plexus
