#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/packet_crossbar_client.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/crossbar/setting.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/rule/delivery_check.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Figures of a packet crossbar over a run.
struct PacketCrossbarFigures {
  std::uint64_t commands = 0;      ///< of the manager
  std::uint64_t links = 0;         ///< set
  std::uint64_t most_waiting = 0;  ///< requests at the manager at once
  Cycles busy{0};                  ///< cycles of commands, summed
};

/// A switch whose links are set packet by packet, for traffic that nobody knows before: the dynamic
/// machine of section 3 of the paper. The packet at the head of a node's queue is asked for at the
/// manager, which the request reaches `request_latency` later. Whenever the manager is idle it
/// serves, by time of arrival, then node, the first `batch` (0: all) of those requests whose source
/// and destination have a free port each; it takes both ports. Link i of a command of n is open
/// beta_r + i tau_r later, the manager idle beta_r + n tau_r later. The packet crosses in C(words),
/// then both ports are free. A request for a busy destination waits without holding a port, so that
/// nobody can wait in a circle. Checks that the packets of one source and destination arrive in
/// order: fault `order`.
class packet_crossbar final : public sc_core::sc_module, public light_parts_if {
 public:
  packet_crossbar(sc_core::sc_module_name name, NodeId nodes, std::uint32_t ports,
                  const RendezvousTiming& link, const SettingPolicy& policy);

  required_port<packet_crossbar_client_if> client{"client", "who stands at its nodes"};

  /// Cycle `last` is the last one: packets stay where they are then.
  void stop_after(Cycles last) { last_ = last; }

  [[nodiscard]] bool busy() const { return !over_; }
  /// Packets whose links are open.
  [[nodiscard]] std::uint64_t inside() const { return crossings_.size(); }
  [[nodiscard]] const PacketCrossbarFigures& figures() const { return figures_; }
  void listen(trace_sink_if& sink) { sink_ = &sink; }
  /// Its nodes, and the ways between them.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

 private:
  struct Node {
    std::uint32_t free = 0;  ///< ports
    bool asked = false;      ///< for its present packet
    CrossbarPacket packet;   ///< that one
    std::map<NodeId, std::pair<std::uint32_t, std::uint32_t>> under_way;  ///< by destination:
                                                                          ///< packets, words
  };
  struct Crossing {
    CrossbarPacket packet;
    Cycles left{0};
  };

  void start_of_simulation() override { next_.notify(sc_core::SC_ZERO_TIME); }
  void step();
  void finish(Cycles now);
  void ask(Cycles now);
  bool serve(Cycles now);
  bool open(Cycles now);
  void wait_for_next(Cycles now);
  void record(TraceKind kind, const CrossbarPacket& packet) const;

  ClockPeriod clock_;
  RendezvousTiming link_;
  SettingPolicy policy_;
  std::vector<Node> nodes_;
  std::set<std::pair<Cycles, NodeId>> requests_;  ///< by arrival at the manager
  std::multimap<Cycles, NodeId> granted_;         ///< by opening, in set order
  std::multimap<Cycles, Crossing> crossings_;     ///< by end, in the order of their beginning
  delivery_check order_;
  Cycles idle_from_{0};
  std::optional<Cycles> last_;
  bool over_ = false;
  PacketCrossbarFigures figures_;
  trace_sink_if* sink_ = nullptr;
  sc_core::sc_event next_{"next"};
};

}  // namespace plexus
