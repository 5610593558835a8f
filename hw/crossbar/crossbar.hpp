#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/channel/crossbar.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/crossbar/crossbar_watch.hpp"
#include "hw/crossbar/setting.hpp"
#include "hw/data/link_schedule.hpp"
#include "hw/data/packet.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

/// What happened in one phase of a schedule.
struct PhaseLog {
  std::uint64_t links = 0;  ///< opened
  Words longest{0};         ///< message
  Cycles first_open{0};
  Cycles end{0};  ///< of the last link
};

/// Figures of a crossbar over a run.
struct CrossbarFigures {
  std::uint64_t messages = 0;
  Words words{0};           ///< summed over messages
  Cycles link_busy{0};      ///< cycles of messages, summed
  Cycles open_wait{0};      ///< from the opening of a link to its start, summed over links
  std::uint64_t links = 0;  ///< opened
  Cycles last_end{0};       ///< of a link
};

class crossbar;

/// The ports of one node: a light channel of the crossbar, for the port of its node.
class crossbar_end final : public crossbar_end_if {
 public:
  crossbar_end(crossbar& links, NodeId node) : links_{&links}, node_{node} {}

  /// `machine.crossbar.node_3`.
  [[nodiscard]] std::string full_name() const override;
  void reach(std::span<const NodeEnd> ends, std::span<Packet> messages) override;
  [[nodiscard]] Waits waits_for() const override;
  void register_port(sc_core::sc_port_base& port, const char* type) override;

 private:
  friend class crossbar;

  crossbar* links_;
  NodeId node_;
  crossbar_client_if* client_ = nullptr;
  std::string driver_;      ///< full name of the part that is bound here
  std::uint32_t left_ = 0;  ///< links of the node's present phase that are not done
};

/// The clock of a crossbar's messages: a calendar.
class message_clock final : public sc_core::sc_object, public message_clock_if {
 public:
  using role_if = message_clock_if;
  static constexpr const char* kKind = "message_clock";

  message_clock(const char* name, crossbar& links) : sc_object{name}, links_{&links} {}
  [[nodiscard]] const char* kind() const override { return kKind; }
  void start(std::uint32_t link, bool to_b, Cycles end) override;

 private:
  crossbar* links_;
};

/// Ways through a crossbar: as its open links lead.
class crossbar_path final : public sc_core::sc_object, public crossbar_path_if {
 public:
  using role_if = crossbar_path_if;
  static constexpr const char* kKind = "crossbar_path";

  crossbar_path(const char* name, const crossbar& links) : sc_object{name}, links_{&links} {}
  [[nodiscard]] const char* kind() const override { return kKind; }
  [[nodiscard]] CrossbarPort leads_to(CrossbarPort from) override;

 private:
  const crossbar* links_;
};

/// A switch without inner limits: any port of any node can be linked with any port of another one,
/// every port in at most one link. The links are its state, a matching of ports in two banks; a
/// manager changes them. Section 3 of the paper; twins: rtl/crossbar/xbar2.sv,
/// rtl/crossbar/rdv_link.sv.
///
/// Over an open link the two nodes meet (rendezvous): when both have reached the phase of the link,
/// each direction carries its message, at most one, full duplex; then the link is done and both
/// ports are free. Ports and links are light: the crossbar is one object, whatever their number.
class crossbar final : public sc_core::sc_module, public crossbar_links_if, public light_parts_if {
  message_clock own_clock_;
  crossbar_path own_path_;

 public:
  /// `schedule` names the links by number; it must outlive the crossbar.
  crossbar(sc_core::sc_module_name name, const LinkSchedule& schedule, NodeId nodes,
           std::uint32_t ports, RendezvousTiming timing);
  ~crossbar() override;

  // ---- what is bound ------------------------------------------------------------------------
  /// Ports of a node, for the port of the node.
  [[nodiscard]] crossbar_end& end(NodeId node) { return ends_[node]; }
  /// Who sets the links.
  required_port<link_setup_if> manager{"manager", "who sets the links"};
  /// What times the messages, and tells the crossbar by `end` when they are across.
  exchange_port<message_clock_if> clock;
  /// Where messages come out.
  exchange_port<crossbar_path_if> path;

  /// Joins two ports for good: from then on these links alone can be opened.
  void wire(std::span<const PhaseLink> links);
  /// `watcher` must outlive the simulation.
  void watch(crossbar_watch_if& watcher) { watchers_.push_back(&watcher); }

  // ---- what managers do ---------------------------------------------------------------------
  void open(std::uint32_t link) override;
  void load(std::uint32_t link, bool alone, Cycles swap) override;
  void activate(std::uint32_t link) override;
  void begin_swap(std::uint32_t link, Cycles swap) override {
    for (crossbar_watch_if* watcher : watchers_) watcher->swap_begins(link, swap);
  }
  [[nodiscard]] bool free(CrossbarPort end) const override { return port(end).linked == kNone; }
  [[nodiscard]] bool loadable(CrossbarPort end) const override { return port(end).loaded == kNone; }

  // ---- what the clock of messages does ------------------------------------------------------
  /// Directions of a link whose messages are across in this instant.
  struct Ended {
    std::uint32_t link;
    bool to_b;
  };
  /// These messages are across.
  void end(std::span<const Ended> messages);

  // ---- what is to be seen -------------------------------------------------------------------
  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(ends_.size()); }
  [[nodiscard]] std::uint32_t ports_each() const { return ports_each_; }  ///< of a node
  [[nodiscard]] std::size_t ports() const { return ports_.size(); }       ///< of all nodes
  /// Place of a port among those of all nodes: node by node.
  [[nodiscard]] std::size_t index(CrossbarPort end) const override {
    if (end.node >= ends_.size() || end.port >= ports_each_) [[unlikely]]
      refuse(end);
    return std::size_t{end.node} * ports_each_ + end.port;
  }
  [[nodiscard]] CrossbarPort port_at(std::size_t index) const {
    return {static_cast<NodeId>(index / ports_each_),
            static_cast<std::uint32_t>(index % ports_each_)};
  }
  /// The port at the other end of the open link of this one; nothing: it has none.
  [[nodiscard]] std::optional<CrossbarPort> peer(CrossbarPort end) const {
    return other_end(port(end).linked, end);
  }
  /// The same of the link in the other bank.
  [[nodiscard]] std::optional<CrossbarPort> next_peer(CrossbarPort end) const {
    return other_end(port(end).loaded, end);
  }
  /// The message that a port has offered or sends.
  [[nodiscard]] const Packet& message(CrossbarPort end) const { return port(end).message; }
  /// `port_2_0`, with the crossbar's name before it.
  [[nodiscard]] std::string port_name(CrossbarPort end) const;
  [[nodiscard]] const LinkSchedule& schedule() const override { return *schedule_; }
  [[nodiscard]] const PhaseLink& link(std::uint32_t number) const {
    return schedule_->links()[number];
  }
  [[nodiscard]] const RendezvousTiming& timing() const { return timing_; }
  [[nodiscard]] const CrossbarFigures& figures() const { return figures_; }
  [[nodiscard]] const std::vector<PhaseLog>& phases() const { return log_; }
  /// Cycles up to the end of the last link in which no message was under way.
  [[nodiscard]] Cycles exposed() const;
  [[nodiscard]] bool busy() const { return active_ > 0; }
  /// What the node of a port waits for there; none: for nothing.
  [[nodiscard]] Waits waits_for(NodeId node) const;

  /// Sends the trace of all ports to `sink`. Before the simulation starts.
  void listen(trace_sink_if& sink);
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

 private:
  friend class crossbar_end;
  friend class message_clock;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Port {
    Packet message;                 ///< offered, or under way
    std::uint32_t offered = kNone;  ///< link whose phase the node has reached
    std::uint32_t linked = kNone;   ///< open link
    std::uint32_t loaded = kNone;   ///< link in the other bank
    std::uint8_t under_way = 0;     ///< directions; of a link, at its end a
    bool swaps = false;  ///< the loaded link waits for nothing but the swap; at its end a
    bool alone = false;  ///< the loaded link opens by itself; at its end a
  };
  /// What falls due: the end of one or both directions of a link, or the end of a swap.
  struct Due {
    std::uint32_t link;
    std::uint8_t what;
  };
  static constexpr std::uint8_t kToB = 1;
  static constexpr std::uint8_t kToA = 2;
  static constexpr std::uint8_t kSwap = 4;

  [[nodiscard]] std::optional<CrossbarPort> other_end(std::uint32_t number,
                                                      CrossbarPort end) const {
    if (number == kNone) return std::nullopt;
    return link(number).a == end ? link(number).b : link(number).a;
  }
  void changes() const {
    for (crossbar_watch_if* watcher : watchers_) watcher->changes();
  }
  [[nodiscard]] Port& port(CrossbarPort end) { return ports_[index(end)]; }
  [[nodiscard]] const Port& port(CrossbarPort end) const { return ports_[index(end)]; }

  [[nodiscard]] const PhaseLink& known_link(std::uint32_t number) const;
  void end_of_elaboration() override;
  void start_of_simulation() override { manager->begin(); }
  void reach(NodeId node, std::span<const NodeEnd> ends, std::span<Packet> messages);
  void offer(NodeId node, const NodeEnd& end, Packet&& message);
  void take_up(std::uint32_t link, Cycles now);
  void start(std::uint32_t link, Cycles now);
  void check_message(const PhaseLink& link, bool to_b) const;
  void deliver(std::uint32_t link, bool to_b);
  void finish(std::uint32_t link, Cycles now);
  void swap_if_free(CrossbarPort end);
  [[noreturn]] void refuse(CrossbarPort end) const;
  void end_due();
  void end_all(std::span<const Due> ended, Cycles now);
  PhaseLog& log_of(std::uint32_t link);
  void record_message(const PhaseLink& link, bool to_b, TraceKind kind) const;
  /// Tells what both ports of a link are set to. `what`: kElement, the link in use (`.link`);
  /// kStore, that of the other bank (`.next`). Not `set`: to none any more.
  void record_setting(const PhaseLink& link, PartKind what, bool set) const;
  [[noreturn]] void complain(std::uint32_t link, CrossbarPort end, const std::string& what) const;

  const LinkSchedule* schedule_;
  RendezvousTiming timing_;
  std::uint32_t ports_each_;
  std::vector<Port> ports_;
  std::deque<crossbar_end> ends_;
  std::vector<std::uint32_t> wires_;  ///< by port: the port at the other end; empty: all links go
  std::vector<Cycles> opened_;        ///< by port, of end a: when its link opened
  trace_sink_if* sink_ = nullptr;
  std::vector<crossbar_watch_if*> watchers_;

  ClockPeriod cycles_;
  Calendar<Due> calendar_;
  CrossbarFigures figures_;
  std::vector<PhaseLog> log_;
  std::size_t recent_phase_ = 0;
  Cycles swap_{0};            ///< of links that are loaded
  std::uint64_t active_ = 0;  ///< messages under way
  Cycles idle_since_{0};
  Cycles exposed_{0};
};

}  // namespace plexus
