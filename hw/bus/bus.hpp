#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/bus/bus_arbiter.hpp"
#include "hw/bus/grant_queue.hpp"
#include "hw/channel/bus.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/data/node_set.hpp"
#include "hw/data/packet.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/probe.hpp"
#include "hw/observe/trace.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/settled_phase.hpp"
#include "hw/time/timing.hpp"

namespace plexus {

/// A bus of several channels that processors share. A transaction has one writer and any set of
/// readers and keeps a channel for startup + ceil(words / bandwidth) cycles; a processor takes part
/// in at most one at a time (one port, half duplex). Requests of a time step are decided together,
/// the lowest processor first; a channel that is freed in a time step can be taken in it.
///
/// Stops the run (`port-rule`, with the figures `node` and `rule`) when
/// - `one-request`: a processor asks for a transaction while it still waits for another;
/// - `own-reader`: a processor is among the readers of its own packet, or a reader does not exist;
/// - `k-star`: more transactions than channels are to be in progress;
/// - `one-transaction`: a processor is to take part in two.
/// The last two show when a program plays a schedule (`write_now`), or the arbiter is wrong.
class bus final : public sc_core::sc_module,
                  public bus_tx_if,
                  public bus_rx_if,
                  public light_parts_if {
 public:
  bus(sc_core::sc_module_name name, NodeId processors, NodeId channels, LinkTiming timing,
      const ClockPeriod& clock = ClockPeriod{});

  // ---- what stands at taps in the place of programs -----------------------------------------
  void ask(BusTransfer& transfer) override;
  /// Who reads at all taps, if there is somebody. Then modules ask, which come to it by delta
  /// cycles of their own, and what they ask for in the first kDeltas of a time step is decided
  /// together: SystemC tells nobody which delta cycle is the last one of a time step.
  optional_port<bus_reader_if> reader{"reader"};
  static constexpr unsigned kDeltas = 8;  ///< clocks, sockets and threads need some to react

  /// No transaction with this reader begins until it is open again. In a later phase of a time step
  /// than that in which the arbiter decides, it counts from the next decision on.
  void close(NodeId tap);
  void open(NodeId tap);

  // ---- what machines, benches and tests use -------------------------------------------------
  [[nodiscard]] NodeId processors() const override { return queue_.processors(); }
  [[nodiscard]] NodeId channels() const { return queue_.places(); }
  [[nodiscard]] const GrantFigures& figures() const { return queue_.figures(); }
  /// Cycles for which the requests of `node` waited for their grants.
  [[nodiscard]] Cycles waited(NodeId node) const { return queue_.waited(node); }
  void listen(trace_sink_if& sink);
  /// Its channels.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  bus_arbiter standard_arbiter_;

 public:
  /// Who gets a channel.
  exchange_port<bus_arbiter_if> arbiter;

 private:
  /// One processor's side of the bus.
  struct Port {
    BusTransfer* asking = nullptr;              ///< waits for its grant
    bool writing = false;                       ///< owns a channel
    BusArrival* reading = nullptr;              ///< gets the next packet
    std::unique_ptr<std::deque<Packet>> inbox;  ///< arrived, not yet read
  };
  struct Transaction {
    Packet packet;
    NodeSet readers;
    BusTransfer* write = nullptr;  ///< told when it ends; null: the channel is free
    Cycles started{0};
  };

  void register_port(sc_core::sc_port_base& port, const char* type) override;
  void end_of_elaboration() override;
  [[nodiscard]] NodeId known(NodeId node) const;
  bool ask(BusArrival& arrival) override;
  void decide();
  void ask_again() { settled_.request(); }
  void start(NodeId writer, Cycles now);
  void end_due();
  void end(std::uint32_t channel, Cycles now);
  void deliver(NodeId to, const Packet& packet);
  [[nodiscard]] WaitFor waits_for(NodeId processor) const;
  void check_requests() const;
  void check_schedule() const;
  [[noreturn]] void breach(NodeId node, const char* rule, const std::string& sentence) const;
  [[nodiscard]] NodeId busy_member(NodeId writer, const NodeSet& readers) const;
  [[nodiscard]] NodeId owner_of(NodeId node) const;
  [[nodiscard]] std::string channel_name(std::uint32_t channel) const;
  void record(std::uint32_t channel, TraceKind kind) const;

  ClockPeriod clock_;
  LinkTiming timing_;
  GrantQueue queue_;
  std::vector<Port> ports_;                            ///< by processor
  std::vector<const sc_core::sc_port_base*> writers_;  ///< ports bound, as they come
  std::vector<const sc_core::sc_port_base*> readers_;
  std::vector<Transaction> transactions_;  ///< by channel, as far as channels were ever used
  NodeFlags closed_;                       ///< readers that take nothing
  NodeFlags busy_;                         ///< writers and readers, as the rules see them
  Calendar<std::uint32_t> calendar_;       ///< ends of transactions, by channel
  settled_phase settled_;
  sc_core::sc_event again_{"again"};  ///< for an arbiter that has let somebody wait
  trace_sink_if* sink_ = nullptr;
  mutable Probe probe_;
};

}  // namespace plexus
