#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "hw/channel/exchange_port.hpp"
#include "hw/channel/link.hpp"
#include "hw/channel/link_roles.hpp"
#include "hw/data/bit_set.hpp"
#include "hw/data/packet.hpp"
#include "hw/fast/line_pool.hpp"
#include "hw/fast/worklist.hpp"
#include "hw/link/link_end.hpp"
#include "hw/observe/light_parts.hpp"
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
/// One port sends and one receives. Twin: rtl/link/link.sv.
class alignas(64) link final : public link_tx_if, public link_rx_if {
 public:
  link(link_bank& bank, std::uint32_t index, LinkTiming timing)
      : index_{index}, bank_{&bank}, timing_{timing} {}

  [[nodiscard]] bool idle() const override;
  void send(Packet&& packet) override;
  [[nodiscard]] const sc_core::sc_event& sent_event() override;
  [[nodiscard]] bool arrived() const override { return receiver_.arrived(); }
  [[nodiscard]] Packet take() override { return receiver_.take(*this); }
  [[nodiscard]] const sc_core::sc_event& arrived_event() override;
  /// Of a receiver: that a packet has arrived.
  [[nodiscard]] const sc_core::sc_event& default_event() const override;
  [[nodiscard]] std::string full_name() const override;
  void register_port(sc_core::sc_port_base& port, const char* type) override;

  /// `link_3_to_4`; further links side by side get a letter.
  [[nodiscard]] std::string name() const;
  /// `4` of it, `4 b` of the second one.
  [[nodiscard]] std::string end_name() const;
  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] NodeId source() const;
  [[nodiscard]] NodeId destination() const;
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
  friend class link_rules;
  friend class link_timetable;
  friend class link_pair;
  template <typename If>
  void bind_sender(sc_core::sc_port_base& port, const If& bound);
  template <typename If>
  void bind_receiver(sc_core::sc_port_base& port, const If& bound);
  [[gnu::noinline]] void follow(Packet&& packet);
  [[noreturn]] void refuse(const Packet& packet) const;

  // Two cache lines: what the end of a hop needs comes first, then what its start needs too.
  LinkEnd sender_;
  LinkEnd receiver_;
  Packet packet_;
  std::uint32_t index_;
  std::uint8_t sender_port_ = 0;
  std::uint8_t receiver_port_ = 0;
  bool taken_ = false;     ///< a transfer is asked for or in progress
  bool followed_ = false;  ///< a packet begins behind the one in transfer
  link_bank* bank_;
  LinkTiming timing_;
  Cycles started_{0};
  Cycles busy_cycles_{0};
  std::uint64_t transfers_ = 0;
};
static_assert(sizeof(link) == 128);

/// The links that leave and enter a node at one of its channels. Null, one or both: there is none.
class link_pair final : public duplex_if {
 public:
  link_pair(const link_bank& bank, link* leaving, link* entering)
      : bank_{&bank}, leaving_{leaving}, entering_{entering} {}

  [[nodiscard]] link_tx_if* tx() const override { return leaving_; }
  [[nodiscard]] link_rx_if* rx() const override { return entering_; }
  [[nodiscard]] std::string full_name() const override;
  void register_port(sc_core::sc_port_base& port, const char* type) override;

 private:
  const link_bank* bank_;
  link* leaving_;
  link* entering_;
};

/// Figures of a bank over a run.
struct LinkFigures {
  std::uint64_t transfers = 0;
  Words word_hops{0};             ///< sum of the words of all transfers
  std::uint64_t active = 0;       ///< transfers in progress
  std::uint64_t peak_active = 0;  ///< most transfers in progress in one cycle
  Cycles last_end{0};             ///< when the last transfer ended
};

/// The standard carrier of a bank's links: keeps their timing.
class link_timetable final : public sc_core::sc_object, public link_carrier_if {
 public:
  using role_if = link_carrier_if;
  static constexpr const char* kKind = "carrier";

  link_timetable(const char* name, link_bank& bank) : sc_object{name}, bank_{&bank} {}
  [[nodiscard]] const char* kind() const override { return kKind; }
  [[nodiscard]] link_bank& bank() const { return *bank_; }  ///< to be told what is across
  void carry(std::uint32_t link, Cycles end) override;

 private:
  link_bank* bank_;
  std::vector<Cycles> timed_;  ///< for somebody else's carrier: start of the last, by link
};

/// The standard judge: looks as soon as a rule is in doubt.
class link_rules final : public sc_core::sc_object, public port_judge_if {
 public:
  using role_if = port_judge_if;
  static constexpr const char* kKind = "judge";

  link_rules(const char* name, link_bank& bank) : sc_object{name}, bank_{&bank} {}
  [[nodiscard]] const char* kind() const override { return kKind; }
  void judge() override;

 private:
  link_bank* bank_;
};

/// Many links as one SystemC object. Keeps their time: one kernel event for all hops that end in
/// the same cycle.
class link_bank final : public sc_core::sc_module, public light_parts_if {
  link_timetable timetable_{"timetable", *this};
  link_rules rules_{"rules", *this};

 public:
  using Links = std::deque<link, LinePoolAllocator<link>>;

  /// `channels`: the most that a node has at its links.
  explicit link_bank(sc_core::sc_module_name name, unsigned channels = port_guard::kMostPorts);
  ~link_bank() override;

  /// Says when packets are across. The standard carrier keeps the links' timing.
  exchange_port<link_carrier_if> carrier{"carrier", timetable_};
  /// Ends the run for a broken port rule. The standard judge looks as soon as one is in doubt.
  exchange_port<port_judge_if> judge{"judge", rules_};

  /// Adds a link; before the simulation starts.
  /// `source` and `destination` are what it joins, for names and traces.
  link& add(NodeId source, NodeId destination, LinkTiming timing);
  /// What a node's channel is bound to. Null: no link of the bank leaves or enters there.
  duplex_if& pair(link* leaving, link* entering);
  [[nodiscard]] const Links& links() const { return links_; }
  [[nodiscard]] Links& links() { return links_; }
  [[nodiscard]] unsigned channels() const { return channels_; }
  [[nodiscard]] const LinkFigures& figures() const { return figures_; }
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

  /// Hops of a portion, so few that what they touch stays in the second cache.
  static constexpr std::size_t kPortion = 512;
  /// Lets what hangs on hops that end go on after `portion` of them (at least 1), not after all of
  /// the time step; what is sent meanwhile by a link whose turn comes later begins then. Before the
  /// simulation starts.
  void end_in_portions(std::size_t portion = kPortion) { portion_ = portion; }

  /// Sends the transfers on the links that `sink` wants. Before the simulation starts.
  void listen(trace_sink_if& sink);
  /// Tells `observer` of all transfers. Before the simulation starts.
  void observe(link_observer_if& observer) { observers_.push_back(&observer); }
  /// The transfer on `ended` ends in the present time step, `now`. Called by the carrier.
  void finish(link& ended, Cycles now);

  /// Ends the run for a broken port rule: at the lowest link of `started`, those whose transfers
  /// begin in this cycle, at an end of which a guard is `broken`. Returns if there is none.
  void raise_violation(std::span<link* const> started,
                       const std::function<bool(const port_guard&)>& broken) const;

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  friend class link;
  friend class link_timetable;
  friend class link_rules;
  /// What a wave shows of one link.
  struct Wave {
    bool busy = false;
    bool valid = false;
    bool last = false;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
  };
  /// A packet that begins when the hop on a link has had its turn.
  struct Following {
    link* behind;
    Packet packet;
  };
  struct Joined {
    NodeId source;
    NodeId destination;
  };

  void end_of_elaboration() override;
  void request(link& asked);
  [[gnu::noinline]] void request_apart(link& asked, Cycles hop);
  bool begin(link& started, Cycles hop);
  [[gnu::noinline]] void keep(link& started, bool kept, bool doubtful);
  void book_begun();
  void end_time_step();
  void end(link& ended);
  void end_due();
  void begin_at_edge() { update_.request(); }
  void let_go_on();
  [[nodiscard]] bool may_follow(const link& asked) const;
  [[gnu::noinline]] void begin_following(link& ended);
  static void look_ahead(link* const* present);
  [[nodiscard]] std::string violation_text(const link& violating, const port_guard& guard,
                                           NodeId node) const;
  void start_watched(link& started);
  void show_beats();
  [[nodiscard]] const TraceRow* row_of(const link& moved) const {
    const bool has_one = !row_.empty() && row_[moved.index()] != kNoRow;
    return has_one ? &rows_[row_[moved.index()]] : nullptr;
  }
  void record(const link& moved, TraceKind kind);

  ClockPeriod clock_;
  unsigned channels_;
  Links links_;
  std::vector<Joined> joined_;  ///< by link
  std::deque<link_pair> pairs_;
  EventEnds event_ends_;
  static constexpr Cycles kNone{-1};
  static constexpr std::uint32_t kNoRow = ~std::uint32_t{0};

  Cycles hop_of_begun_ = kNone;  ///< none: no hop has begun in this time step
  Worklist<link*> begun_;        ///< hops of that length that have begun in it
  Cycles now_{0};                ///< the time step in which hops began last
  LinkFigures figures_;
  CalendarQueue<link*> calendar_;
  std::span<link* const> ending_;  ///< hops that end in this time step: all, or those not ended yet
  bool looks_ahead_ = false;       ///< they are many
  bool pauses_ = false;            ///< what hangs on those that have ended goes on
  static constexpr std::size_t kFarStep = 8;  ///< links between the steps of a look ahead
  std::size_t portion_ = std::numeric_limits<std::size_t>::max();  ///< hops that end in one go
  Cycles notified_ = kNone;                                        ///< when `due_` will come
  bool asked_ = false;                ///< a hop was asked for: the update phase will come
  bool watched_ = true;               ///< hops begin in the update phase, before those who watch
  Worklist<link*> requested_;         ///< while it is watched
  std::vector<link*> doubtful_;       ///< the port rule may be broken by them
  std::vector<Following> following_;  ///< packets that begin when hops of this time step end
  sc_core::sc_event due_{"due"};
  sc_core::sc_event edge_{"edge"};      ///< where hops begin that were asked for before it
  sc_core::sc_event others_{"others"};  ///< what hangs on the hops that have ended goes on
  sc_core::sc_event again_{"again"};    ///< and then further hops end
  update_phase update_;
  std::vector<link_observer_if*> observers_;
  trace_sink_if* sink_ = nullptr;
  std::vector<TraceRow> rows_;       ///< of the links that the sink wants
  std::vector<std::uint32_t> row_;   ///< by link: its place among them, if it has one
  mutable std::vector<Wave> waves_;  ///< what a wave shows of each link; empty without one
  mutable BitSet beating_;           ///< links of which it may show something else
  sc_core::sc_event beat_{"beat"};
};

inline NodeId link::source() const { return bank_->joined_[index_].source; }
inline NodeId link::destination() const { return bank_->joined_[index_].destination; }

}  // namespace plexus
