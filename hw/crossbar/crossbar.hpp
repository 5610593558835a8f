#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/crossbar/link_schedule.hpp"
#include "hw/crossbar/setting.hpp"
#include "hw/data/packet.hpp"
#include "hw/observe/trace.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar_queue.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

/// A node as its crossbar knows it. It is told in the instant in which something happens.
class crossbar_end_if {
 public:
  /// A message has arrived whole at `port`.
  virtual void received(std::uint32_t port, Packet&& packet) = 0;
  /// The message that the node offered at `port` has left.
  virtual void sent(std::uint32_t port, const Packet& packet) = 0;
  /// All links that the node has offered messages at are done.
  virtual void all_done() = 0;
  /// A message will soon arrive: fetches into the computer's caches what that will touch.
  virtual void prefetch_receiver(const Packet& /*packet*/) const {}

 protected:
  ~crossbar_end_if() = default;
};

/// Who sets the links of a crossbar, as the crossbar knows it.
class crossbar_manager_if {
 public:
  /// A node has reached the phase of these ends, one for each of its links there.
  virtual void reached(NodeId /*node*/, std::span<const NodeEnd> /*ends*/) {}
  /// Both ends of a link have reached its phase.
  virtual void at_hand(std::uint32_t /*link*/) {}
  /// A link is done: its ports are free.
  virtual void done(std::uint32_t /*link*/) {}
  /// The entries of a loaded link have become active: its ports can be loaded again.
  virtual void activated(std::uint32_t /*link*/) {}

 protected:
  ~crossbar_manager_if() = default;
};

/// Overhears a crossbar, or stands in its place: a twin of it or of a part of it.
class crossbar_twin_if {
 public:
  /// The links change in this instant: what is to be seen of the ports changes with it.
  virtual void changes() {}
  /// The swap that ends with the opening of a loaded link begins.
  virtual void swap_begins(std::uint32_t /*link*/, Cycles /*swap*/) {}
  /// A message sets out, to be across in cycle `end`. True: the twin says when, by crossbar::end.
  virtual bool starts(std::uint32_t /*link*/, bool /*to_b*/, Cycles /*end*/) { return false; }
  /// A node has come to the phase of this end.
  virtual void offered(CrossbarPort /*end*/, std::uint32_t /*link*/) {}
  /// Where what `from` sends comes out, in the crossbar's place; nothing: the crossbar knows.
  virtual std::optional<CrossbarPort> leads_to(CrossbarPort /*from*/) { return std::nullopt; }
  /// A link is done: its ports are free.
  virtual void done(std::uint32_t /*link*/) {}

 protected:
  ~crossbar_twin_if() = default;
};

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

/// A switch without inner limits: any port of any node can be linked with any port of another one,
/// every port in at most one link. The links are its state, a matching of ports in two banks; a
/// manager changes them. Section 3 of the paper; twins: rtl/crossbar/xbar2.sv,
/// rtl/crossbar/rdv_link.sv.
///
/// Over an open link the two nodes meet (rendezvous): when both have reached the phase of the link,
/// each direction carries its message, at most one, full duplex; then the link is done and both
/// ports are free. Ports and links are light: the crossbar is one object, whatever their number.
class crossbar final : public sc_core::sc_module {
 public:
  /// `schedule` names the links by number; it must outlive the crossbar.
  crossbar(sc_core::sc_module_name name, const LinkSchedule& schedule, NodeId nodes,
           std::uint32_t ports, RendezvousTiming timing);
  ~crossbar() override;

  // ---- wiring ------------------------------------------------------------------------------
  void attach(NodeId node, crossbar_end_if& end) { ends_[node].part = &end; }
  void attach(crossbar_manager_if& manager) { manager_ = &manager; }
  /// Joins two ports for good: from then on these links alone can be opened.
  void wire(std::span<const PhaseLink> links);
  /// `twin` must outlive the simulation.
  void add_twin(crossbar_twin_if& twin) { twins_.push_back(&twin); }

  // ---- what managers do ---------------------------------------------------------------------
  /// Opens a link. Both ports must be free, or the run ends: fault `port-rule`.
  void open(std::uint32_t link);
  /// Writes a link into the other bank. It opens `swap` cycles after both ports are free if
  /// `alone`, else when `activate` is called. Both ports' entries must be empty there: fault
  /// `port-rule`.
  void load(std::uint32_t link, bool alone, Cycles swap);
  /// Opens a loaded link.
  void activate(std::uint32_t link);
  /// The swap begins that ends with the opening of a loaded link.
  void begin_swap(std::uint32_t link, Cycles swap) {
    for (crossbar_twin_if* twin : twins_) twin->swap_begins(link, swap);
  }
  [[nodiscard]] bool free(CrossbarPort end) const { return port(end).linked == kNone; }
  [[nodiscard]] bool loadable(CrossbarPort end) const { return port(end).loaded == kNone; }

  // ---- what nodes do ------------------------------------------------------------------------
  /// `node` has reached the phase of `ends`. It is told (all_done) when their links are done,
  /// unless there are none.
  void reach(NodeId node, std::span<const NodeEnd> ends, std::span<Packet> messages);

  // ---- what twins do ------------------------------------------------------------------------
  /// Directions of a link whose messages are across in this instant.
  struct Ended {
    std::uint32_t link;
    bool to_b;
  };
  /// These messages, which a twin has taken, are across.
  void end(std::span<const Ended> messages);

  // ---- what is to be seen -------------------------------------------------------------------
  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(ends_.size()); }
  [[nodiscard]] std::uint32_t ports_each() const { return ports_each_; }  ///< of a node
  [[nodiscard]] std::size_t ports() const { return ports_.size(); }       ///< of all nodes
  /// Place of a port among those of all nodes: node by node.
  [[nodiscard]] std::size_t index(CrossbarPort end) const {
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
  [[nodiscard]] const LinkSchedule& schedule() const { return *schedule_; }
  [[nodiscard]] const PhaseLink& link(std::uint32_t number) const {
    return schedule_->links()[number];
  }
  [[nodiscard]] const RendezvousTiming& timing() const { return timing_; }
  [[nodiscard]] const CrossbarFigures& figures() const { return figures_; }
  [[nodiscard]] const std::vector<PhaseLog>& phases() const { return log_; }
  /// Cycles up to the end of the last link in which no message was under way.
  [[nodiscard]] Cycles exposed() const;
  [[nodiscard]] bool busy() const { return active_ > 0; }
  /// What the node of a port waits for there, in words; empty if for nothing.
  [[nodiscard]] std::string waits_for(NodeId node) const;

  /// Sends the trace of all ports to `sink`. Before the simulation starts.
  void listen(trace_sink_if& sink);

 private:
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
  struct End {
    crossbar_end_if* part = nullptr;
    std::uint32_t left = 0;  ///< links of its present phase that are not done
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
    for (crossbar_twin_if* twin : twins_) twin->changes();
  }
  [[nodiscard]] Port& port(CrossbarPort end) { return ports_[index(end)]; }
  [[nodiscard]] const Port& port(CrossbarPort end) const { return ports_[index(end)]; }

  void offer(NodeId node, const NodeEnd& end, Packet&& message);
  void take_up(std::uint32_t link, Cycles now);
  void start(std::uint32_t link, Cycles now);
  void check_message(const PhaseLink& link, bool to_b) const;
  void deliver(std::uint32_t link, bool to_b);
  void look_ahead(std::uint32_t link) const;
  void finish(std::uint32_t link, Cycles now);
  void swap_if_free(CrossbarPort end);
  void add_due(Cycles cycle, Due due);
  void end_due();
  void end_all(std::span<const Due> ended, Cycles now);
  PhaseLog& log_of(std::uint32_t link);
  void record_message(const PhaseLink& link, bool to_b, TraceKind kind) const;
  /// What both ports of a link are set to: `.link` for the link in use, `.next` for the bank.
  void record_setting(const PhaseLink& link, const char* row_name, bool set) const;
  [[noreturn]] void complain(std::uint32_t link, CrossbarPort end, const std::string& what) const;

  const LinkSchedule* schedule_;
  RendezvousTiming timing_;
  std::uint32_t ports_each_;
  std::vector<Port> ports_;
  std::vector<End> ends_;
  std::vector<std::uint32_t> wires_;  ///< by port: the port at the other end; empty: all links go
  std::vector<Cycles> opened_;        ///< by port, of end a: when its link opened
  crossbar_manager_if* manager_ = nullptr;
  trace_sink_if* sink_ = nullptr;
  std::vector<crossbar_twin_if*> twins_;

  ClockPeriod clock_;
  CalendarQueue<Due> calendar_;
  sc_core::sc_event due_{"due"};
  CrossbarFigures figures_;
  std::vector<PhaseLog> log_;
  std::size_t recent_phase_ = 0;
  Cycles swap_{0};            ///< of links that are loaded
  std::uint64_t active_ = 0;  ///< messages under way
  Cycles idle_since_{0};
  Cycles exposed_{0};
};

}  // namespace plexus
