#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/channel/channel_route.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/network_client.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/data/bit_set.hpp"
#include "hw/data/numbered_places.hpp"
#include "hw/fast/parts.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/router/flit_link.hpp"
#include "hw/router/router_wiring.hpp"
#include "hw/router/vc_router.hpp"
#include "hw/switch/arbitration.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// How the routers of a network are built.
struct RouterSetting {
  std::uint32_t routers = 1;
  std::uint32_t ports = 2;  ///< of each router, in and out
  std::uint32_t channels = 1;
  std::uint32_t depth = 4;  ///< flits that the queue of a channel has room for
  PacketSwitching switching = PacketSwitching::kWormhole;
  Arbitration arbitration = Arbitration::kAlternating;
  std::uint32_t pipeline = 1;  ///< cycles of a hop, from queue to queue, for one flit
  /// Cycles from a flit's leaving a queue until the place may be used again; 0: in the same cycle.
  std::uint32_t credit_delay = 1;
  /// A packet takes a channel only when the queue behind it is empty.
  bool empty_channels = false;
  std::uint64_t seed = 1;  ///< for random arbitration

  [[nodiscard]] std::uint32_t lanes() const { return ports * channels; }
};

/// A queue that waits for another one, and with it in a circle.
struct WaitingChannel {
  std::uint32_t router = 0;
  std::uint32_t port = 0;     ///< input
  std::uint32_t channel = 0;  ///< of it
  std::uint32_t number = 0;   ///< of the packet, among those of its source
  NodeId source = 0;
  NodeId destination = 0;
};

/// Routers and the links between them, an array of each kind of state, and one process that works
/// off those that hold something. Cycle t: what arrives is put into its queue, the routers decide
/// by the state at the start of the cycle, and what they send is on its way. A flit that is sent in
/// cycle t can be sent on from cycle t + pipeline on; its place in the queue that it has left can
/// be filled again by a flit sent credit_delay cycles later.
///
/// With a credit delay of 0 a place is filled in the cycle in which it becomes free. Then a cycle
/// has rounds: in the first one routers decide as above; where a place has become free in a round,
/// inputs and outputs that have done nothing yet decide once more in the next. The moves of a round
/// depend on the state at its start alone, so the order of routers means nothing; a circle of full
/// queues stands still.
///
/// Checks in every run that flits of packets do not mix, that all come out at their node, and that
/// none is lost, nor a place of a queue: faults `channel`, `misrouted`, `conservation`. Packets
/// that wait for each other in a circle are found: fault `deadlock`; so is a network in which
/// nothing moves though something could: fault `starvation`.
class router_bank final : public sc_core::sc_module, public light_parts_if {
 public:
  static constexpr std::uint32_t kMostLanes = 64;  ///< ports * channels
  static constexpr std::uint32_t kMostChannels = 16;

  /// `standard`: the route, which must outlive the bank. `order`: of the routers as modules; empty:
  /// as they are numbered.
  router_bank(sc_core::sc_module_name name, const RouterSetting& setting,
              const RouterWiring& wiring, channel_route_if& standard,
              const std::vector<NodeId>& order = {}, const ClockPeriod& clock = ClockPeriod{});

  [[nodiscard]] const RouterSetting& setting() const { return setting_; }
  [[nodiscard]] const ClockPeriod& clock() const { return clock_; }
  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(interfaces_.size()); }
  [[nodiscard]] vc_router& router(std::uint32_t number) {
    return *routers_[checked_number(number, routers_.size(), "routers", *this)];
  }
  [[nodiscard]] const vc_router& router(std::uint32_t number) const {
    return *routers_[checked_number(number, routers_.size(), "routers", *this)];
  }
  /// Does a node stand at this output?
  [[nodiscard]] bool leads_to_node(std::uint32_t router, std::uint32_t port) const {
    return is_exit(checked_port(router, port));
  }

  /// Who stands at the nodes. It is called from cycle 0 on, until it halts the bank.
  required_port<router_client_if> client{"client", "who stands at the routers' nodes"};
  /// How its routers choose.
  exchange_port<channel_route_if> route;

  /// The present cycle is the last one: packets stay where they are.
  void halt() { halted_ = true; }
  [[nodiscard]] bool halted() const { return halted_; }
  /// May this packet be sent from its source in this cycle? The interface there has sent the one
  /// before, and the router has room for its first flit, or for all of them if that is asked for.
  /// To be asked when all routers have decided.
  [[nodiscard]] bool ready(const RouterPacket& packet) const {
    const Interface& face = interfaces_[packet.header.source];
    return face.packet == kNoChannel && face.sent_in != cycle_ && entry(packet) != kNoChannel;
  }
  /// Sends a packet from its source, which is ready for it: a flit in every cycle in which the
  /// router has room.
  void send(const RouterPacket& packet);

  // ---- for clients to whom a cycle in which nothing moves means nothing
  /// None comes until the bank is told to go on (`send_late`, `open`). Before the simulation
  /// starts.
  void sleep_when_still() { sleeps_ = true; }
  /// The present time step, at an edge, belongs to the cycle that begins with it: to be called
  /// before `ready` and `send` outside of `send_packets`, in the update phase, and `send_late`
  /// behind them.
  void enter_cycle();
  void send_late();
  /// The client wants to know what is `coming`, and may close nodes. Before the simulation starts.
  void allow_closing() { closed_.assign(interfaces_.size(), false); }
  /// A closed node gets no further packet: its router keeps them.
  void close(NodeId node) { closed_[node] = true; }
  /// It gets packets again, from the next cycle on.
  void open(NodeId node);

  [[nodiscard]] bool busy() const { return inside_ > 0; }
  [[nodiscard]] std::uint64_t entered() const { return entered_; }      ///< packets
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }  ///< packets
  [[nodiscard]] std::uint64_t inside() const { return inside_; }        ///< packets
  /// Flits that an output has sent.
  [[nodiscard]] std::uint64_t sent(std::uint32_t router, std::uint32_t port) const {
    return sent_[checked_port(router, port)];
  }
  /// The router that a port leads to, if a link does.
  [[nodiscard]] std::optional<RouterPort> behind(std::uint32_t router, std::uint32_t port) const;
  /// Those between its routers, in the order of the ports at which they leave.
  [[nodiscard]] const std::deque<flit_link>& links() const { return links_; }
  /// Most flits that a queue has held.
  [[nodiscard]] std::uint32_t most_held() const { return most_held_; }
  /// Flits held by a router.
  [[nodiscard]] std::uint32_t held(std::uint32_t router) const;

  /// Counts flits and places: ends the run if one has been lost or made.
  void check_conservation() const;
  /// Queues that wait for each other in a circle, in order; empty if there is none.
  [[nodiscard]] std::vector<WaitingChannel> waiting_circle() const;

  void listen(trace_sink_if& sink);
  /// Tells `observer` of all that enters routers. Before the simulation starts.
  void observe(network_observer_if& observer) { observers_.push_back(&observer); }
  /// The links between its routers.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

 private:
  friend class vc_router;
  friend class flit_link;

  static constexpr std::uint16_t kNone = 0xffff;
  static constexpr std::uint64_t kPathFactor = 0x9e3779b97f4a7c15U;  // odd: no two paths become one

  /// The queue of a channel of an input.
  struct Queue {
    std::uint16_t first = 0;  ///< place of the flit that leaves next
    std::uint16_t held = 0;
    std::uint16_t tails = 0;      ///< packets whose last flit is in it
    std::uint16_t taken = kNone;  ///< channel of an output, counted through, that its packet holds
    // The route of the head that comes first, where it has one answer that stays.
    std::uint32_t channels = 0;  ///< 0: not asked yet; all ones: to be asked in every cycle
    std::uint8_t port = 0;
    bool spare = false;
    // What must come in next: a head, or this flit of this packet.
    std::uint16_t next_number = 0;
    std::uint32_t next_packet = 0;
  };
  /// What joins a node to its router.
  struct Interface {
    std::uint32_t packet = kNoChannel;
    std::uint16_t sent = 0;  ///< flits
    std::uint8_t channel = 0;
    std::uint64_t sent_in = ~std::uint64_t{0};  ///< cycle of the last flit
  };
  struct Landing {
    std::uint32_t queue = 0;  ///< or of a sink, behind all queues
    Flit flit;
  };
  struct Proposal {
    std::uint32_t channel;
    std::uint32_t output;  ///< counted through
  };

  /// Place of a port that somebody from outside asks for.
  [[nodiscard]] std::size_t checked_port(std::uint32_t router, std::uint32_t port) const {
    return port_at(this->router(router).number(),
                   static_cast<std::uint32_t>(
                       checked_number(port, setting_.ports, "ports of a router", *this)));
  }
  // Places in the arrays.
  [[nodiscard]] std::size_t port_at(std::uint32_t router, std::uint32_t port) const {
    return std::size_t{router} * setting_.ports + port;
  }
  [[nodiscard]] std::size_t lane_at(std::uint32_t router, std::uint32_t lane) const {
    return std::size_t{router} * lanes_ + lane;
  }
  [[nodiscard]] std::size_t credits_of_node(NodeId node) const {
    return queues_.size() + std::size_t{node} * setting_.channels;
  }
  [[nodiscard]] bool is_exit(std::size_t output) const {
    return target_[output] != kNoChannel && target_[output] >= queues_.size();
  }
  /// The node whose interface has these credits or this sink.
  [[nodiscard]] NodeId node_of(std::uint32_t place) const {
    return static_cast<NodeId>((place - queues_.size()) / setting_.channels);
  }
  [[nodiscard]] const Flit& first_of(std::size_t queue) const {
    return places_[queue * setting_.depth + queues_[queue].first];
  }
  /// Free places that a packet of so many words must find.
  [[nodiscard]] std::uint32_t room_of(std::uint32_t words, bool spare) const {
    if (setting_.empty_channels) return setting_.depth;
    return (setting_.switching == PacketSwitching::kWormhole ? 1 : words) + (spare ? words : 0);
  }

  void end_of_elaboration() override { route_ = &route.occupant(); }
  void start_of_simulation() override;
  void begin_cycle();
  void land();
  void land(const Landing& landing);
  void deliver(std::uint32_t place, NodeId node);
  void decide_in_rounds();
  void decide(std::uint32_t router);
  template <typename GrantOf>
  void decide_watched(std::uint32_t router, std::uint64_t outputs, const GrantOf& grant_of);
  [[nodiscard]] std::uint32_t wanted(std::uint32_t router, std::uint32_t lane);
  [[nodiscard]] std::uint32_t best_of(std::uint32_t router, const ChannelOption& option,
                                      const RouterPacket& packet, std::uint32_t best) const;
  void check_options(std::uint32_t router) const;
  void check_grant(std::uint32_t router, std::uint32_t output, const ChannelGrant& grant);
  template <typename Born>
  [[nodiscard]] std::uint32_t choose(std::uint64_t contenders, std::uint32_t won_last,
                                     std::uint32_t router, std::uint32_t arbiter,
                                     Born&& born) const;
  void move(std::uint32_t router, std::uint32_t output, const ChannelGrant& grant);
  void put_on_way(std::uint32_t queue, const Flit& flit, std::uint32_t delay);
  void give_back(std::uint32_t output);
  void send_from_nodes();
  [[nodiscard]] std::uint32_t entry(const RouterPacket& packet) const;
  [[nodiscard]] Cycles born(std::size_t queue) const;

  // What waits for what: waiting_circle.cpp.
  struct Waits;
  void check_progress();
  void sleep_or_go_on();
  /// Does an output lead to a closed node?
  [[nodiscard]] bool closed(std::size_t output) const {
    return !closed_.empty() && is_exit(output) && closed_[node_of(target_[output])];
  }
  [[nodiscard]] Waits on_the_way() const;
  [[nodiscard]] Waits waits() const;
  [[nodiscard]] bool can_move(std::size_t queue, const Waits& waits) const;
  [[nodiscard]] std::size_t blocker(std::size_t queue, const Waits& waits) const;
  [[nodiscard]] std::size_t sender_to(std::size_t queue, const Waits& waits) const;
  [[nodiscard]] ChannelOptions options_of(std::size_t queue) const;
  [[noreturn]] void raise_deadlock(const std::vector<WaitingChannel>& circle) const;
  void raise_starved() const;

  [[noreturn]] void raise_mixed(const Landing& landing) const;
  [[nodiscard]] std::string place_name(std::size_t queue) const;
  [[nodiscard]] static std::string packet_name(const RouterPacket& packet);
  [[nodiscard]] PacketId id_of(const RouterPacket& packet) const {  ///< as traces number it
    return PacketId{packet.number} * setting_.routers + packet.header.source;
  }
  void record(TraceKind kind, std::size_t at, std::uint32_t place, bool input) const;
  void tell(std::uint32_t router, std::span<const ChannelGrant> grants);
  void tell_emptied();
  void tell_of_entering();
  /// What comes in the present cycle to the queues of a port, or to a sink: `first` of them.
  [[nodiscard]] std::optional<ArrivingFlit> coming_to(std::size_t first) const;
  /// Channels, a bit each, whose credits come back in it: `first` of the port's.
  [[nodiscard]] std::uint32_t coming_back_to(std::size_t first) const;

  ClockPeriod clock_;
  RouterSetting setting_;
  const channel_route_if* route_;  ///< what stands behind the port
  std::uint32_t lanes_;
  std::array<std::uint8_t, kMostLanes> port_of_{};  ///< of a channel counted through
  bool rounds_;                                     ///< places are filled as they become free
  Cycles now_{0};
  std::uint64_t cycle_ = 0;
  bool halted_ = false;
  bool moved_ = false;  ///< a flit, since progress was checked last
  std::uint64_t checked_at_ = 0;
  bool sleeps_ = false;  ///< no cycle comes in which nothing moves
  bool asleep_ = false;
  std::uint64_t moved_in_ = ~std::uint64_t{0};  ///< cycle of the last move
  std::vector<bool> closed_;                    ///< by node; empty: none ever is

  // By router.
  std::vector<std::uint64_t> filled_;  ///< bit: this queue holds something
  BitSet active_;                      ///< routers of which one does
  std::vector<std::uint64_t> inputs_done_;
  std::vector<std::uint64_t> outputs_done_;
  BitSet again_;  ///< routers that decide in the next round
  // By port, router by router.
  std::vector<std::uint32_t> target_;        ///< output: first queue behind it, or sink; kNoChannel
  std::vector<std::uint32_t> feeder_;        ///< input: credits of the first channel in front of it
  std::vector<flit_tx_if*> out_;             ///< output: what the router's port is bound to; null:
                                             ///< it leads to a node
  std::vector<flit_rx_if*> in_;              ///< input: likewise
  std::vector<std::uint32_t> free_;          ///< output: channels that no packet holds
  std::vector<std::uint8_t> proposed_last_;  ///< input: channel of its last move
  std::vector<std::uint8_t> won_last_;       ///< output: input of its last move
  std::vector<std::uint64_t> sent_;          ///< output: flits
  // By channel of a port.
  std::vector<Queue> queues_;
  std::vector<Flit> places_;            ///< `depth` of each queue
  std::vector<std::uint16_t> credits_;  ///< of outputs, then of interfaces
  // By node.
  std::vector<Interface> interfaces_;
  std::vector<std::uint32_t> entries_;  ///< queue of the first channel at which it enters
  BitSet sending_;                      ///< interfaces that have a packet

  std::vector<std::vector<Landing>> landing_;        ///< by cycle, a ring
  std::vector<std::vector<std::uint32_t>> returns_;  ///< credits, by cycle, a ring
  std::vector<std::uint32_t> returned_now_;          ///< in this round
  NumberedPlaces<RouterPacket> packets_;             ///< inside

  std::uint64_t entered_ = 0;
  std::uint64_t delivered_ = 0;
  std::uint64_t inside_ = 0;
  std::uint64_t flits_inside_ = 0;
  std::uint32_t most_held_ = 0;

  mutable std::array<std::uint8_t, 2 * kMostLanes> skipped_{};  ///< by arbiter, if watched
  bool watched_ = false;  ///< somebody, or a trace, wants to see every decision
  trace_sink_if* sink_ = nullptr;
  std::vector<std::string> link_names_;  ///< by port; empty: not told
  std::vector<std::string> port_names_;  ///< of every router, for who listens
  std::vector<bool> is_inner_;           ///< by router, likewise: it has no node
  std::vector<PartSetting> told_;        ///< by router: what was told last
  std::vector<std::uint32_t>
      telling_;               ///< routers that have told something, not that they are empty
  std::vector<bool> tells_;   ///< by router
  std::vector<bool> judged_;  ///< by router: somebody has the last word; empty: on none at all
  std::vector<network_observer_if*> observers_;
  ChannelOptions options_;
  std::deque<flit_link> links_;
  Parts<vc_router> routers_;
  sc_core::sc_event next_{"next"};
};

}  // namespace plexus
