#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hw/channel/branch.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/data/bit_set.hpp"
#include "hw/data/packet_queue.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/router/half_duplex_port.hpp"
#include "hw/router/link_group.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar_queue.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/update_phase.hpp"

namespace plexus {

class branch_bank;
class branch_output;

/// What sits at an end of a branch: a router, or a node's port.
class branch_end_if : virtual public sc_core::sc_interface {
 public:
  /// A branch is joined to `port`: `output` leads away from it, `input` to it. The part binds its
  /// ports to them. Before the simulation starts.
  virtual void connected(std::uint32_t port, branch_output& output, branch_output& input) = 0;
  /// A packet in its own queue found no way out and is gone (BranchRules::sources_drop).
  virtual void dropped(RoutedPacket&& /*packet*/) {}
  /// A packet has come in whole at `port`. A router appends it to a queue; at a node it ends.
  virtual void received(std::uint32_t port, RoutedPacket& packet) = 0;
  /// The queue of its own in which a packet that comes in at `port` will wait next, where there is
  /// exactly one; null at the packet's destination. Asked only where queues are bounded.
  [[nodiscard]] virtual branch_output* next_queue(std::uint32_t port,
                                                  const RoutedPacket& packet) = 0;
  /// Place among the ends: packets that come in at the same time are delivered in rising order of
  /// (place, port), and of several broken rules that of the lowest is told.
  [[nodiscard]] virtual std::uint64_t place() const = 0;
  [[nodiscard]] virtual bool is_router() const = 0;  ///< or a node's port, where packets end
  /// The node whose port it is, as traces and pictures number it.
  [[nodiscard]] virtual std::optional<NodeId> node_id() const { return std::nullopt; }
  [[nodiscard]] virtual std::string full_name() const = 0;
  /// `parent`, `child 0`, ..
  [[nodiscard]] virtual std::string port_name(std::uint32_t port) const = 0;
  /// Something has happened at one of its ports, and all of this cycle is over: time to tell `sink`
  /// in words what goes on. Asked only while someone listens.
  virtual void tell(Cycles /*now*/, trace_sink_if& /*sink*/) {}
  /// Of a node's port: has it no place for one more packet? Then the packets that end there wait
  /// in the queue before it, until branch_bank::open.
  [[nodiscard]] virtual bool full(std::uint32_t /*port*/) const { return false; }
  /// Of a node's port: a packet has left its own queue for a link.
  virtual void sent(std::uint32_t /*port*/) {}
  /// Of a node's port: a packet sets out on its last hop, and will need a place.
  virtual void coming(std::uint32_t /*port*/) {}
};

/// Watches the packets on the branches of a network, in the cycle in which things happen.
class branch_watch_if {
 public:
  /// A packet is put on `link` of `output`.
  virtual void started(branch_output& /*output*/, std::uint32_t /*link*/) {}
  /// A packet has come in whole by `link` of `output`. Who has seen another one come out puts it in
  /// its place: that is what the receiver gets.
  virtual void delivered(const branch_output& /*output*/, std::uint32_t /*link*/,
                         RoutedPacket& /*packet*/) {}

 protected:
  ~branch_watch_if() = default;
};

/// How the links of a branch serve its two directions.
enum class BranchDuplex : std::uint8_t {
  kFull,          ///< as many links each way
  kOnDemand,      ///< shared; one direction is served first, then the other
  kTimeDivision,  ///< shared; every step has two half-steps, one for each direction in turn
};

/// Rules that hold for all branches of a network.
struct BranchRules {
  BranchDuplex duplex = BranchDuplex::kFull;
  bool down_first = true;  ///< on demand: from the second end to the first one, then the other way
  /// Every hop lasts so long, whatever its packet (a synchronous network); needed for time
  /// division, where it is a half-step.
  std::optional<Cycles> slot{};
  /// All hops take so long and begin at multiples of it, whether they have to or not; nothing where
  /// they differ. For hardware that works in steps, beside the routers or in their place.
  std::optional<Cycles> step{};
  /// Most packets that may wait in a router's queue; more end the run (`queue-depth`).
  std::optional<std::uint64_t> queue_limit{};
  /// No packet may wait in a router's queue: the schedule says that none does (`queue-free`).
  bool queue_free = false;
  /// Places of a router's queue: a hop starts only if there is one at its end, and its own place is
  /// free again when it is over (back-pressure). Who asked for a place in an earlier cycle gets it
  /// first; of one cycle, in the order of receivers. For packets with one destination.
  std::optional<std::uint64_t> queue_places{};
  /// What a node has put into its queue and cannot leave in the same cycle is dropped.
  bool sources_drop = false;
};

/// Figures of one direction of a branch over a run.
struct BranchFigures {
  std::uint64_t transfers = 0;
  Cycles busy{0};                 ///< busy cycles, summed over the links
  std::uint64_t max_waiting = 0;  ///< largest number of packets that had to wait
  Cycles total_wait{0};           ///< cycles in the queue, summed over the packets
};

/// One direction of a branch: a FIFO at its sending end and the links that serve it. A light
/// channel of its bank.
class branch_output final : public branch_tx_if, public branch_rx_if {
 public:
  branch_output(branch_bank& bank, branch_end_if& sender, std::uint32_t sender_port,
                branch_end_if& receiver, std::uint32_t receiver_port, LinkTiming timing,
                std::uint64_t links)
      : receiver_{&receiver},
        own_links_{links},
        receiver_port_{receiver_port},
        timing_{timing},
        router_{sender.is_router()},
        to_router_{receiver.is_router()},
        bank_{&bank},
        sender_{&sender},
        sender_port_{sender_port} {}

  inline void append(RoutedPacket& packet) override;
  inline void append_copy(const RoutedPacket& packet) override;
  inline void inject(RoutedPacket&& packet) override;

  [[nodiscard]] const PacketQueue& queue() const override { return queue_; }
  [[nodiscard]] const LinkGroup& links() const { return *links_; }
  /// Its number among all, in the order of the receivers; from the start of the simulation on.
  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] branch_bank& bank() const { return *bank_; }
  [[nodiscard]] bool upwards() const { return upwards_; }  ///< from the first end to the second

  [[nodiscard]] const LinkTiming& timing() const { return timing_; }
  [[nodiscard]] const BranchFigures& figures() const { return figures_; }
  [[nodiscard]] const branch_end_if& sender() const { return *sender_; }
  [[nodiscard]] const branch_end_if& receiver() const { return *receiver_; }
  [[nodiscard]] std::uint32_t sender_port() const override { return sender_port_; }
  [[nodiscard]] std::uint32_t receiver_port() const override { return receiver_port_; }
  /// Of a router: its packets wait in hardware. A node's own queue is where its messages are
  /// stored.
  [[nodiscard]] bool of_router() const { return router_; }
  /// `branch_router_1_0_to_router_2_0`.
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string full_name() const override;
  /// How it is shown, or its link `link`, if it has several.
  [[nodiscard]] PartView view(std::optional<std::uint32_t> link = {}) const;
  /// Whoever is bound here is the branch's sender, or its receiver.
  void register_port(sc_core::sc_port_base& port, const char* type) override;

 private:
  friend class branch_bank;

  // What every hop needs comes first.
  PacketQueue queue_;
  LinkGroup* links_ = &own_links_;
  branch_end_if* receiver_;
  LinkGroup own_links_;
  std::uint32_t receiver_port_;
  std::uint32_t number_ = 0;  ///< in the order of the receivers
  LinkTiming timing_;
  BranchFigures figures_;
  branch_output* opposite_ = nullptr;  ///< where both share the links
  bool router_;                        ///< the sender is one
  bool to_router_;                     ///< the receiver is one
  bool upwards_ = true;                ///< from the branch's first end to its second
  bool driven_ = false;                ///< by `drive` alone something goes on its links
  bool told_ = true;                   ///< to who listens
  bool sent_by_ = false;               ///< its sender's port is bound to it
  bool received_by_ = false;           ///< likewise its receiver's
  bool granted_ = false;               ///< its first packet has got a place in the next queue
  bool blocked_ = false;               ///< its first packet waits for one
  std::uint64_t places_taken_ = 0;     ///< of a bounded queue: packets in it, leaving and coming
  std::vector<branch_output*> waiting_for_;  ///< who waits for a place, in order of arrival
  branch_bank* bank_;
  branch_end_if* sender_;
  std::uint32_t sender_port_;
};

/// The branches of a network of routers as one SystemC object: it keeps their time. In each cycle
/// all transfers that end are delivered, in the order of the receivers' places and ports, then of
/// the links; programs go on; then every direction starts the first packets of its queue on its
/// free links. A link that is freed in a cycle can be taken in it.
class branch_bank final : public sc_core::sc_module, public light_parts_if {
  /// The calendar of the hops.
  struct OwnClock final : hop_clock_if {
    explicit OwnClock(branch_bank& of) : bank{&of} {}
    void start(std::uint32_t output, std::uint32_t link, Cycles end) override {
      bank->check_timed(output, link, end);
      bank->calendar_.add(end, std::uint64_t{output} << 32 | link);
    }
    branch_bank* bank;
  };
  OwnClock own_clock_{*this};

 public:
  /// Places of bounded queues are dealt out in the first of so many parts of a cycle, behind its
  /// edge; a period has as many units of the kernel's time at least.
  static constexpr sc_dt::uint64 kPhases = 4;

  branch_bank(sc_core::sc_module_name name, BranchRules rules,
              const ClockPeriod& clock = ClockPeriod{});

  /// What times the hops, and tells the branches by `end_with_cycle`.
  exchange_port<hop_clock_if> hops{"hops", own_clock_};

  /// One end of a branch: a part, and which of its ports.
  struct End {
    branch_end_if* part;
    std::uint32_t port;
  };
  /// Joins two ends by `links` links: each way in full duplex, else in all. Before the simulation.
  void add_branch(End first, End second, std::uint64_t links, LinkTiming timing);

  [[nodiscard]] const BranchRules& rules() const { return rules_; }
  [[nodiscard]] Cycles now() const { return clock_.now(); }
  /// All directions, those of one branch next to each other.
  [[nodiscard]] const std::deque<branch_output>& outputs() const { return outputs_; }
  /// Packets that nodes have put in and that routers have copied, and those that have come out.
  [[nodiscard]] std::uint64_t entered() const { return entered_; }
  [[nodiscard]] std::uint64_t left() const { return left_; }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  [[nodiscard]] bool busy() const { return !stopped_ && entered_ != left_ + dropped_; }
  [[nodiscard]] Cycles last_delivery() const { return last_delivery_; }  ///< to a node
  [[nodiscard]] std::uint64_t transfers() const;
  /// Full name of the direction with this number. From the start of the simulation on.
  [[nodiscard]] std::string branch_name(std::uint32_t number) const;
  /// The run ends at the beginning of cycle `cycle`: packets stay where they are then, and what
  /// begins there is neither counted nor told.
  void stop_after(Cycles cycle) { last_ = cycle; }
  [[nodiscard]] bool is_over() const { return last_ && now_ >= *last_; }
  /// Packets that are in the queues of nodes.
  [[nodiscard]] std::uint64_t at_sources() const;
  /// The node's port at the other end of `output` has places again.
  void open(branch_output& output) { pend(output); }
  /// Counts the packets in queues and on links: ends the run (`conservation`) if one was lost or
  /// made.
  void check_conservation() const;
  /// Sends the transfers on the branches that `sink` wants, and what ends tell. Before the
  /// simulation starts.
  void listen(trace_sink_if& sink);
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

  // ---- for who watches, or stands in the place of parts; before the simulation
  void watch(branch_watch_if& watcher) { watchers_.push_back(&watcher); }
  /// From now on packets leave the queue of `output` by `drive` alone.
  static void hand_over(branch_output& output) { output.driven_ = true; }
  // ---- likewise; in the middle of a cycle, when all that happens in it has happened
  /// Puts the packet at place `i` of the queue on `link`, which is free, from this cycle on.
  void drive(branch_output& output, std::size_t i, std::uint32_t link);
  /// All outputs of `router` have been driven: what is left in their queues waits.
  void driven(branch_end_if& router, std::span<branch_output* const> outputs);
  /// What is on `link` has crossed it with the end of this cycle.
  void end_with_cycle(const branch_output& output, std::uint32_t link);
  [[nodiscard]] const half_duplex_ports* ports() const { return ports_.get(); }

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  friend class branch_output;
  static constexpr std::uint64_t kWake = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  void start_of_simulation() override;
  void pend(branch_output& output) {
    pending_.add(output.number_);
    serve_soon();
  }
  void serve_soon();
  void end_due();
  void check_under_way(std::uint32_t output, std::uint32_t link) const;
  void check_timed(std::uint32_t output, std::uint32_t link, Cycles end) const;
  void check_granted(const branch_output& up, LinkGrant grant, const LinkRequests& asked) const;
  void deliver(branch_output& output, std::uint32_t link);
  void leave_place(branch_output& output);
  [[nodiscard]] bool has_place(branch_output& output);
  /// Is there a packet to send, and room for it at the node where it ends?
  [[nodiscard]] static bool wants(const branch_output& output) {
    return !output.queue_.empty() &&
           (output.to_router_ || !output.receiver_->full(output.receiver_port_));
  }
  void start_pending();
  void serve(branch_output& output);
  void serve_queue(branch_output& output);
  void serve_shared(branch_output& up, branch_output& down);
  void serve_half_step(branch_output& output);
  [[nodiscard]] bool due_in_step(const branch_output& output, std::size_t place) const;
  void start(branch_output& output);
  void start_on(branch_output& output, RoutedPacket* packet, std::uint32_t link);
  void drop_waiting(branch_output& output);
  void note_waiting(branch_output& output, std::uint64_t waiting);
  void raise_overflow() const;
  void notify_due();
  void record(const branch_output& output, std::uint32_t link, TraceKind kind);
  void tell_ends();

  ClockPeriod clock_;
  Cycles now_{0};
  std::int64_t half_step_ = 0;  ///< time division: number of the present one
  Cycles moved_{0};             ///< when a hop began last
  BranchRules rules_;
  std::uint64_t most_waiting_;  ///< in a router's queue, without ending the run
  std::deque<branch_output> outputs_;
  std::vector<branch_output*> by_number_;
  PacketStore packets_;
  BitSet pending_;                   ///< outputs with something to do
  std::vector<std::uint32_t> kept_;  ///< time division: to be served in another half-step
  std::vector<std::uint64_t> sorted_;
  CalendarQueue<std::uint64_t> calendar_;  ///< number of the output, 32 bits, and of the link
  std::optional<Cycles> notified_;
  std::vector<const branch_output*> overflowing_;
  std::uint64_t entered_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t dropped_ = 0;
  std::optional<Cycles> last_;
  bool stopped_ = false;
  Cycles last_delivery_{0};
  sc_core::sc_event due_{"due"};
  update_phase update_;
  sc_core::sc_event places_due_{"places_due"};
  std::unique_ptr<half_duplex_ports> ports_;  ///< where directions share links
  std::vector<branch_watch_if*> watchers_;
  trace_sink_if* sink_ = nullptr;
  std::unordered_set<std::uint64_t> met_;  ///< links of branches with several: they were used
  std::vector<branch_end_if*> active_;     ///< where something happened in this cycle
};

inline void branch_output::append(RoutedPacket& packet) {
  packet.since = bank_->now_;
  queue_.push_back(&packet);
  bank_->pend(*this);
}

inline void branch_output::append_copy(const RoutedPacket& packet) {
  ++bank_->entered_;
  append(*bank_->packets_.add(RoutedPacket{packet}));
}

inline void branch_output::inject(RoutedPacket&& packet) {
  bank_->now_ = bank_->clock_.now();
  ++bank_->entered_;
  append(*bank_->packets_.add(std::move(packet)));
}

}  // namespace plexus
