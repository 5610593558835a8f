#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/packet_crossbar_client.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/crossbar/request_queue.hpp"
#include "hw/crossbar/setting.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/observe/way_rows.hpp"
#include "hw/rule/delivery_check.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A switch whose links are set packet by packet, for traffic that nobody knows before: the dynamic
/// machine of section 3 of the paper. The packet at the head of a node's queue is asked for at the
/// manager, which serves requests whose source and destination have a free port each; it takes both
/// ports. The packet crosses in C(words), then both ports are free. A request for a busy
/// destination waits without holding a port, so that nobody can wait in a circle. Checks that the
/// packets of one source and destination arrive in order: fault `order`.
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
  [[nodiscard]] const ManagerFigures& figures() const { return figures_; }
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
  void record(TraceKind kind, const CrossbarPacket& packet);

  ClockPeriod clock_;
  RendezvousTiming link_;
  std::vector<Node> nodes_;
  ManagerFigures figures_;
  RequestQueue requests_;                      ///< by node
  std::multimap<Cycles, Crossing> crossings_;  ///< by end, in the order of their beginning
  delivery_check order_;
  std::optional<Cycles> last_;
  bool over_ = false;
  trace_sink_if* sink_ = nullptr;
  WayRows ways_;
  sc_core::sc_event next_{"next"};
};

}  // namespace plexus
