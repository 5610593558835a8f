#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "hw/channel/network_port_if.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "hw/time/update_phase.hpp"

namespace plexus {

/// Hears of all packets of a network, in the cycles in which things happen to them.
class network_watch_if {
 public:
  virtual void entered(const NetworkPacket& /*packet*/, Cycles /*now*/) {}
  /// Its last word was at its port at the beginning of cycle `now`.
  virtual void arrived(const NetworkPacket& packet, Cycles now) = 0;

 protected:
  ~network_watch_if() = default;
};

/// A network of packets as a module for a design of one's own: `port[i]` is what may be bound
/// there, by one user (elaboration tells of a second); `port.at(i)` checks the number. It has a
/// clock of its own, and sleeps when nothing moves: `sc_start()` returns when no packet is left
/// that could go on. What is inside is the business of those derived from it.
class packet_network : public sc_core::sc_module {
 public:
  ~packet_network() override;

  sc_core::sc_vector<sc_core::sc_export<network_port_if>> port;

  [[nodiscard]] NodeId ports() const { return static_cast<NodeId>(port.size()); }
  [[nodiscard]] const ClockPeriod& clock() const { return clock_; }
  /// Tells `watch` of all packets. Before the simulation starts.
  void observe(network_watch_if& watch) { watches_.push_back(&watch); }
  /// Packets that ports have accepted from their users, those of them that have begun to enter, and
  /// those that have been taken.
  [[nodiscard]] std::uint64_t sent() const { return sent_; }
  [[nodiscard]] std::uint64_t entered() const { return entered_; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

 protected:
  /// Of a packet, where the hardware sets no limit.
  static constexpr Words kMostWords{std::numeric_limits<std::uint32_t>::max() / 2};

  /// `places`: whole packets that wait at a port to be taken before those behind them are held
  /// back. Throws std::invalid_argument without ports.
  packet_network(sc_core::sc_module_name name, NodeId ports, const ClockPeriod& clock,
                 Words most_words, std::uint64_t places);
  /// Packets have at most `most` words.
  void allow_at_most(Words most) { most_words_ = std::min(most_words_, most); }

  // ---- what a network does
  /// A packet stands at port `number` and may enter in the present cycle, of which the first delta
  /// cycle is over. The network calls `accept` now, or tries again in later cycles.
  virtual void offered(NodeId number) = 0;
  /// There are places again at port `number`, from which `full` held packets back.
  virtual void go_on(NodeId number) = 0;

  // ---- what it calls
  /// The packet that stands at a port and may enter; null: none.
  [[nodiscard]] const NetworkPacket* offer(NodeId number) const;
  /// The ports with a packet that has not entered yet, rising.
  [[nodiscard]] const std::vector<NodeId>& waiting() const { return waiting_; }
  /// It begins to enter: there is room at the port.
  NetworkPacket accept(NodeId number);
  /// A packet is on its last way to a port: it needs a place there.
  void coming(NodeId number);
  /// Are all places of a port taken, or promised to packets that come?
  [[nodiscard]] bool full(NodeId number) const;
  /// A packet that was `coming` is there.
  void arrive(NetworkPacket packet);

 private:
  class Port;

  void edge() { soon_.notify(sc_core::SC_ZERO_TIME); }
  void settle();
  void show();
  void ask(Port& one);
  void change(Port& one);

  ClockPeriod clock_;
  Words most_words_;
  std::uint64_t places_;
  std::vector<network_watch_if*> watches_;
  std::deque<Port> at_ports_;
  std::vector<NodeId> waiting_;
  std::vector<NodeId> asking_;   ///< ports with new offers, or from which something was taken
  std::vector<NodeId> changed_;  ///< ports whose two sides have something to show to each other
  std::uint64_t sent_ = 0;
  std::uint64_t entered_ = 0;
  std::uint64_t taken_ = 0;
  update_phase update_;
  sc_core::sc_event edge_{"next_edge"};
  sc_core::sc_event soon_{"soon"};
};

}  // namespace plexus
