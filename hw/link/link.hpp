#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/fast/line_pool.hpp"
#include "hw/fast/worklist.hpp"
#include "hw/observe/trace.hpp"
#include "hw/rule/port_guard.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar_queue.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/update_phase.hpp"

namespace plexus {

class link;
class link_bank;

/// What sits at an end of a link. It is told in the time step in which a hop ends; it may ask for
/// the next hop at once.
class link_end_if {
 public:
  /// The packet sent last through `port` has left: the link is idle.
  virtual void sent(unsigned port) = 0;
  /// A packet has arrived whole at `port`.
  virtual void received(unsigned port, Packet&& packet) = 0;
  /// A hop to or from `port` will soon end: fetches into the computer's caches what that will
  /// touch.
  virtual void prefetch_port(unsigned /*port*/, bool /*receives*/) const {}
  /// `packet` will very soon arrive at `port`: fetches what stands behind that.
  virtual void prefetch_arrival(unsigned /*port*/, const Packet& /*packet*/) const {}

 protected:
  ~link_end_if() = default;
};

/// Receiving end of a link.
class link_rx_if {
 public:
  /// Makes `end` the receiver, by its channel `port`; `guard` watches its ports.
  virtual void attach_receiver(link_end_if& end, port_guard& guard, unsigned port) = 0;
  [[nodiscard]] virtual std::string full_name() const = 0;

 protected:
  ~link_rx_if() = default;
};

/// Sending end of a link, and through its base the receiving one: one table for both.
class link_tx_if : public link_rx_if {
 public:
  /// Makes `end` the sender, by its channel `port`; `guard` watches its ports.
  virtual void attach_sender(link_end_if& end, port_guard& guard, unsigned port) = 0;
  /// May a packet be sent in this time step?
  [[nodiscard]] virtual bool idle() const = 0;
  /// Starts a transfer in this time step. The link must be idle and the packet at least a word
  /// long.
  virtual void send(Packet&& packet) = 0;
  /// As `send` if the link is idle; false, and nothing, if not. A link tells the sender of the end
  /// of such a transfer only if `tell`, or if `tell_end` asks for it later.
  virtual bool send_if_idle(Packet&& packet, bool /*tell*/) {
    if (!idle()) return false;
    send(std::move(packet));
    return true;
  }
  /// The sender is to be told when what is on the way has left.
  virtual void tell_end() {}
  /// Has `packet` follow the one in transfer at once if that ends in this time step and the sender
  /// is not to be told of it. False, and nothing, if not.
  virtual bool follow(Packet&& /*packet*/) { return false; }

 protected:
  ~link_tx_if() = default;
};

/// What one link puts on its wires in one cycle: the beat of the packet that crosses it.
struct Beat {
  bool busy = false;   ///< a transfer is in progress: start-up or words
  bool valid = false;  ///< words cross in this cycle
  bool last = false;   ///< they are the packet's last ones
  bool done = false;   ///< the transfer ends with this cycle
  PacketId packet = 0;
  Words first{0};  ///< number of the first word that crosses
  Words count{0};  ///< words that cross

  friend constexpr bool operator==(const Beat&, const Beat&) = default;
};

/// One direction of a clocked point-to-point channel, store and forward: m words sent in cycle t
/// keep it busy in the cycles t .. t + hop(m) - 1 and are at the other end, whole, from t + hop(m)
/// on. A light channel: it lives in a bank and has a name only when one is asked for.
/// Twin: rtl/link/link.sv.
class alignas(64) link final : public link_tx_if {
 public:
  /// `source` and `destination` are what the link joins, for names and traces.
  link(link_bank& bank, std::uint32_t index, NodeId source, NodeId destination, LinkTiming timing)
      : index_{index}, bank_{&bank}, timing_{timing}, source_{source}, destination_{destination} {}

  void attach_sender(link_end_if& end, port_guard& guard, unsigned port) override {
    sender_ = {&end, &guard};
    sender_port_ = static_cast<std::uint8_t>(port);
  }
  void attach_receiver(link_end_if& end, port_guard& guard, unsigned port) override {
    receiver_ = {&end, &guard};
    receiver_port_ = static_cast<std::uint8_t>(port);
  }
  [[nodiscard]] bool idle() const override { return !taken_; }
  void send(Packet&& packet) override;
  bool send_if_idle(Packet&& packet, bool tell) override;
  void tell_end() override;
  bool follow(Packet&& packet) override;
  [[nodiscard]] std::string full_name() const override;

  /// `link_3_to_4`; further links side by side get a letter.
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] NodeId source() const { return source_; }
  [[nodiscard]] NodeId destination() const { return destination_; }
  [[nodiscard]] const LinkTiming& timing() const { return timing_; }
  [[nodiscard]] const Packet& packet() const { return packet_; }  ///< in transfer
  [[nodiscard]] Cycles started() const { return started_; }       ///< of the last transfer
  [[nodiscard]] Cycles busy_cycles() const { return busy_cycles_; }
  [[nodiscard]] std::uint64_t transfers() const { return transfers_; }
  /// Channel of the source, and who watch the ports at the ends. From elaboration on.
  [[nodiscard]] unsigned sender_port() const { return sender_port_; }
  [[nodiscard]] const port_guard& sender_guard() const { return *sender_.guard; }
  [[nodiscard]] const port_guard& receiver_guard() const { return *receiver_.guard; }
  /// What is on the wires in cycle `cycle`, which must not lie before the last start.
  [[nodiscard]] Beat beat(Cycles cycle) const;

 private:
  friend class link_bank;
  [[noreturn]] void refuse(const Packet& packet) const;

  struct End {
    link_end_if* part = nullptr;
    port_guard* guard = nullptr;
  };

  // Two cache lines: what the end of a hop needs comes first, then what its start needs too.
  End sender_;
  End receiver_;
  Packet packet_;
  std::uint32_t index_;
  std::uint8_t sender_port_ = 0;
  std::uint8_t receiver_port_ = 0;
  bool taken_ = false;  ///< a transfer is asked for or in progress
  bool tells_ = false;  ///< somebody waits for its end: the sender or a packet that follows
  link_bank* bank_;
  LinkTiming timing_;
  Cycles started_{0};
  Cycles busy_cycles_{0};
  std::uint64_t transfers_ = 0;
  NodeId source_;
  NodeId destination_;
};
static_assert(sizeof(link) == 128);

/// Hears of every transfer on a bank's links and may decide when it ends, in the place of the bank:
/// Verilated twins.
class link_pacer_if {
 public:
  /// A transfer has started in the present cycle. True: the pacer calls link_bank::finish when it
  /// ends; false: the bank ends it, the pacer only watches.
  [[nodiscard]] virtual bool start(link& started) = 0;

 protected:
  ~link_pacer_if() = default;
};

/// Figures of a bank over a run.
struct LinkFigures {
  std::uint64_t transfers = 0;
  Words word_hops{0};             ///< sum of the words of all transfers
  std::uint64_t active = 0;       ///< transfers in progress
  std::uint64_t peak_active = 0;  ///< most transfers in progress in one cycle
  Cycles last_end{0};             ///< when the last transfer ended
};

/// Many links as one SystemC object. Keeps their time: one kernel event for all hops that end in
/// the same cycle.
class link_bank final : public sc_core::sc_module {
 public:
  using Links = std::deque<link, LinePoolAllocator<link>>;

  explicit link_bank(sc_core::sc_module_name name);
  ~link_bank() override;

  /// Adds a link; before the simulation starts.
  link& add(NodeId source, NodeId destination, LinkTiming timing);
  [[nodiscard]] const Links& links() const { return links_; }
  [[nodiscard]] Links& links() { return links_; }
  [[nodiscard]] const LinkFigures& figures() const { return figures_; }

  /// Hops of a portion, so few that what they touch stays in the second cache.
  static constexpr std::size_t kPortion = 512;
  /// Lets what hangs on hops that end go on after `portion` of them (at least 1), not after all of
  /// the time step. For ends that use `follow`: a link may be busy yet though its hop ends in this
  /// time step. Before the simulation starts.
  void end_in_portions(std::size_t portion = kPortion) { portion_ = portion; }

  /// Sends the transfers on the links that `sink` wants. Before the simulation starts.
  void listen(trace_sink_if& sink);
  /// Tells `pacer` of all transfers. At most one pacer may decide when they end. Before the
  /// simulation starts.
  void add_pacer(link_pacer_if& pacer) {
    pacers_.push_back(&pacer);
    watched_ = true;
  }
  /// Ends the transfer on `ended` in the present time step, `now`. Called by the pacer.
  void finish(link& ended, Cycles now);

  /// A broken port rule no longer ends the run: whoever asks for this judges in every cycle and
  /// calls `raise_violation`. Before the simulation starts.
  void leave_rules() { keeps_rules_ = false; }
  /// Ends the run for a broken port rule: at the lowest link of `started`, those whose transfers
  /// begin in cycle `now`, at an end of which a guard is `broken`. Returns if there is none.
  void raise_violation(std::span<link* const> started, Cycles now,
                       const std::function<bool(const port_guard&)>& broken) const;

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  friend class link;
  struct Wave;
  struct Following {
    link* behind;
    Packet packet;
    bool tell;  ///< the sender is to be told when it has left
  };

  // True, so that who calls them last needs no frame.
  bool request(link& asked);
  [[gnu::noinline]] bool request_apart(link& asked, Cycles hop);
  bool begin(link& started, Cycles hop);
  [[gnu::noinline]] bool keep(link& started, bool kept, bool doubtful);
  void book_begun();
  void end_time_step();
  void end(link& ended);
  void end_due();
  void let_go_on();
  bool follow(link& asked, Packet&& packet);
  void tell(link& ended);
  [[nodiscard]] std::vector<Following>::iterator behind(const link& asked);
  static void look_ahead(link* const* present);
  static void look_far_ahead(link* const* present);
  [[nodiscard]] std::string violation_text(const link& violating, const port_guard& guard,
                                           NodeId node) const;
  bool tell_watchers(link& started);
  void judge_doubtful();
  void show_beats();
  [[nodiscard]] const TraceRow* row_of(const link& moved) const {
    const bool has_one = !row_.empty() && row_[moved.index()] != kNoRow;
    return has_one ? &rows_[row_[moved.index()]] : nullptr;
  }
  void record(const link& moved, TraceKind kind);

  ClockPeriod clock_;
  Links links_;
  static constexpr Cycles kNone{-1};
  static constexpr std::uint32_t kNoRow = ~std::uint32_t{0};

  Cycles hop_of_begun_ = kNone;  ///< none: no hop has begun in this time step
  Worklist<link*> begun_;        ///< hops of that length that have begun in it
  Cycles now_{0};                ///< the time step in which hops began last
  LinkFigures figures_;
  CalendarQueue<link*> calendar_;
  std::span<link* const> ending_;  ///< hops that end in this time step: all, or those not ended yet
  bool looks_far_ = false;         ///< they are many
  static constexpr std::size_t kFarStep = 8;  ///< links between the steps of a look far ahead
  std::size_t portion_ = std::numeric_limits<std::size_t>::max();  ///< hops that end in one go
  Cycles notified_ = kNone;                                        ///< when `due_` will come
  bool asked_ = false;                ///< a hop was asked for: the update phase will come
  bool watched_ = false;              ///< hops begin in the update phase, before those who watch
  Worklist<link*> requested_;         ///< while it is watched
  std::vector<link*> doubtful_;       ///< the port rule may be broken by them
  std::vector<Following> following_;  ///< packets that begin when hops of this time step end
  sc_core::sc_event due_{"due"};
  sc_core::sc_event others_{"others"};  ///< what hangs on the hops that have ended goes on
  sc_core::sc_event again_{"again"};    ///< and then further hops end
  update_phase update_;
  std::vector<link_pacer_if*> pacers_;
  trace_sink_if* sink_ = nullptr;
  std::vector<TraceRow> rows_;       ///< of the links that the sink wants
  std::vector<std::uint32_t> row_;   ///< by link: its place among them, if it has one
  bool keeps_rules_ = true;          ///< a broken port rule ends the run
  mutable std::vector<Wave> waves_;  ///< what a wave shows of each link; empty without one
  sc_core::sc_event beat_{"beat"};
};

}  // namespace plexus
