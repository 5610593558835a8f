#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/node/node.hpp"
#include "hw/node/program.hpp"
#include "hw/observe/trace.hpp"
#include "hw/optical/message.hpp"
#include "hw/optical/pops_arbiter.hpp"
#include "hw/rule/fault.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/update_phase.hpp"

namespace plexus {

class coupler_bank;
class Slots;
class Transmission;

/// Where messages go that have arrived: what a processor keeps.
class keeper_if {
 public:
  /// `node` has accepted `message`, at the end of a slot.
  virtual void keep(NodeId node, const Message& message) = 0;

 protected:
  ~keeper_if() = default;
};

/// What the passive stars of a machine allow, and how long a slot lasts.
struct OpticalRules {
  LinkTiming slot;        ///< guard time (startup) and bandwidth of a slot
  bool multi_tx = false;  ///< a processor may send a different message on every coupler
  bool multi_rx = false;  ///< a processor may accept a message from every coupler
  bool drop = false;      ///< messages in conflict are lost and the run goes on
  Words words{1};         ///< of one datum
  bool feasible = true;   ///< the optical budget closes; otherwise faults say that it does not
};

/// Figures of a bank of couplers over a run.
struct OpticalFigures {
  std::uint64_t slots = 0;              ///< that have ended
  std::uint64_t sends = 0;              ///< (processor, slot) in which the processor transmits
  std::uint64_t drives = 0;             ///< (coupler, slot) in which the coupler carries a message
  std::uint64_t receives = 0;           ///< accepted messages
  Words coupler_words{0};               ///< words of all drives
  std::uint64_t peak_couplers = 0;      ///< most couplers driven in one slot
  Cycles guard{0};                      ///< cycles of all slots in which no word crosses
  Cycles lit{0};                        ///< cycles for which transmitters were on, all added
  std::uint64_t peak_relay_buffer = 0;  ///< most messages that one processor stored for others
  std::uint64_t collisions = 0;         ///< (coupler, slot) with two messages
  std::uint64_t tx_conflicts = 0;       ///< (processor, slot) with two messages to send
  std::uint64_t rx_conflicts = 0;       ///< (processor, slot) with two messages to accept
  std::uint64_t lost = 0;               ///< messages that receivers did not get
  std::uint64_t requests = 0;           ///< for arbitrated transmissions
  std::uint64_t refused = 0;            ///< requests and grants refused
  std::uint64_t waited = 0;             ///< slots that granted requests waited, all added
  std::uint64_t longest_wait = 0;       ///< of one request
  Cycles last_end{0};                   ///< when the last slot ended
};

/// A message that a processor accepts in a slot.
struct Acceptance {
  NodeId receiver = 0;
  const Message* message = nullptr;

  friend bool operator==(const Acceptance&, const Acceptance&) = default;
};

/// Hears of every slot in which somebody does something: Verilated couplers or receivers.
class slot_watcher_if {
 public:
  /// A slot has begun: the bank shows its messages, who drives what, and when it ends.
  virtual void slot_begins() = 0;
  /// It ends with these messages accepted; what stands in the place of a part corrects them.
  virtual void slot_ends(std::vector<Acceptance>& /*accepted*/) {}

 protected:
  ~slot_watcher_if() = default;
};

/// Times the slots, in the place of the bank or beside it: a Verilated slot clock.
class slot_pacer_if {
 public:
  /// `count` slots, one after another, begin in the present cycle; the bank shows how long they
  /// are. True: the pacer calls coupler_bank::finish when they end; false: the bank does.
  [[nodiscard]] virtual bool start(std::uint64_t count) = 0;

 protected:
  ~slot_pacer_if() = default;
};

/// Says which couplers a message lights, in the place of its sender: Verilated transmitters.
class transmitter_if {
 public:
  /// Destination groups of the couplers, rising. The list stays valid until the next call.
  [[nodiscard]] virtual const std::vector<NodeId>& lights(const Message& message) = 0;

 protected:
  ~transmitter_if() = default;
};

/// A passive star coupler: takes the signal of one source in a slot and shows it to all its
/// destinations. c(i, j): from group j to group i. Twin:
/// rtl/optical/pops_coupler.sv.
class pops_coupler final : public sc_core::sc_module {
 public:
  pops_coupler(sc_core::sc_module_name name, const coupler_bank& bank, std::uint64_t index)
      : sc_module{name}, bank_{&bank}, index_{index} {}

  [[nodiscard]] std::uint64_t index() const { return index_; }  ///< i g + j
  /// Slots in which it carried a message.
  [[nodiscard]] std::uint64_t busy_slots() const;
  /// Shows who drives it, and the sources of a collision.
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  const coupler_bank* bank_;
  std::uint64_t index_;
};

/// The g x g passive stars between g groups of d processors each, their transmitters and receivers,
/// and the clock of the slots. Slot-synchronous: a slot begins when every program that takes part
/// has said what it does in it, and lasts guard + ceil(words / bandwidth) cycles; what is accepted
/// is there when it ends. Couplers are modules up to `kMostModules` of them; beyond that they are
/// light channels made when they are first driven.
///
/// Stops the run when the slot has ended, or loses messages where the rules say `drop`:
/// - `collision`: two messages on one coupler in a slot;
/// - `transmit-conflict`: a processor sends two messages in a slot, without multi_tx;
/// - `receive-conflict`: a processor accepts two messages in a slot, without multi_rx;
/// with the figures slot, collisions, tx_conflicts, rx_conflicts, couplers, sources.
class coupler_bank final : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kMostModules = 16384;

  /// `groups` >= 1, `degree` >= 1: processors of a group, sources and destinations of a coupler.
  coupler_bank(sc_core::sc_module_name name, NodeId groups, NodeId degree,
               const OpticalRules& rules);
  ~coupler_bank() override;

  // ---- what nodes use -----------------------------------------------------------------------
  /// One more program takes part in the slots. Before the simulation starts.
  void join() { ++members_; }
  /// A program has ended: slots no longer wait for it.
  void leave();
  /// `taker` is given what arrives at processors. Before the simulation starts.
  void attach(keeper_if& taker) { keeper_ = &taker; }
  /// A processor has passed on, or used up, `count` messages that it stored for others.
  void release_relayed(NodeId node, std::uint32_t count = 1) { lanes_[node].stored -= count; }
  [[nodiscard]] std::uint32_t relayed(NodeId node) const { return lanes_[node].stored; }

  // ---- what machines, benches and tests use -------------------------------------------------
  [[nodiscard]] NodeId groups() const { return groups_; }
  [[nodiscard]] NodeId degree() const { return degree_; }
  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(lanes_.size()); }
  [[nodiscard]] std::uint64_t couplers() const { return std::uint64_t{groups_} * groups_; }
  [[nodiscard]] const OpticalRules& rules() const { return rules_; }
  [[nodiscard]] const OpticalFigures& figures() const { return figures_; }
  [[nodiscard]] bool busy() const { return in_slot_; }
  /// Number of the present or next slot, from 0.
  [[nodiscard]] std::uint64_t slot() const { return slot_; }
  /// Slots in which coupler `index` (destination group x g + source group) carried a message.
  [[nodiscard]] std::uint64_t busy_slots(std::uint64_t index) const;
  /// Busy slots of the coupler with the fewest, and of that with the most.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> busy_range() const;
  [[nodiscard]] std::string coupler_name(std::uint64_t index) const;
  void listen(trace_sink_if& sink);
  /// What the program of a processor waits for, in words; empty: for nothing here.
  [[nodiscard]] std::string waits_for(NodeId node) const;

  /// Round robin between the sources of each coupler, by its index, and between the couplers of
  /// each receiver, by its number. Only arbitrated transmissions ask them.
  pops_arbiter coupler_arbiters;
  pops_arbiter receiver_arbiters;

  // ---- what stands beside parts or in their place looks at ----------------------------------
  void watch(slot_watcher_if& watcher) { watchers_.push_back(&watcher); }
  void add_pacer(slot_pacer_if& pacer) { pacers_.push_back(&pacer); }
  void set_transmitters(transmitter_if& transmitters) { transmitters_ = &transmitters; }
  /// A pacer's slots end in the present time step.
  void finish() {
    if (in_slot_) end_slot();
  }
  /// Of the present slot, or of several of one length: the first cycle, the one behind the last,
  /// and the words of one slot.
  [[nodiscard]] Cycles slot_begin() const { return begin_; }
  [[nodiscard]] Cycles slot_end() const { return end_; }
  [[nodiscard]] Words slot_words() const { return words_; }
  /// Messages of the present slot; number k is packet `first_packet` + k.
  [[nodiscard]] std::span<const Message* const> messages() const { return messages_; }
  [[nodiscard]] PacketId first_packet() const { return packets_; }
  /// Destination groups of the couplers that `message` is to drive, rising, each once.
  [[nodiscard]] std::vector<NodeId> groups_of(const Message& message) const;
  /// What coupler `index` shows in the present slot; null: nothing, or a collision.
  [[nodiscard]] const Message* shown(std::uint64_t index) const;
  /// What processors accept in the present slot.
  [[nodiscard]] std::vector<Acceptance> accepted() const;
  /// In the present slot: collided couplers with their messages, senders of two messages, receivers
  /// of two.
  struct Conflicts {
    std::map<std::uint64_t, std::vector<const Message*>> couplers;  ///< by index
    std::vector<NodeId> senders;                                    ///< rising
    std::vector<NodeId> receivers;                                  ///< rising
  };
  [[nodiscard]] const Conflicts& conflicts() const { return conflicts_; }

  void trace(sc_core::sc_trace_file* file) const override;
  /// Shows what a processor does: the couplers that it drives, that which it listens to, how many
  /// messages it stores for others.
  void trace_node(sc_core::sc_trace_file* file, NodeId node, const std::string& prefix) const;

 private:
  friend class Slots;
  friend class Transmission;
  friend class pops_coupler;

  /// What the bank knows of one processor.
  struct Lane {
    Slots* action = nullptr;            ///< its program waits for the end of a slot
    const Message* accepted = nullptr;  ///< in the present slot
    std::uint32_t stamp = 0;            ///< slot of `accepted`
    std::uint32_t token = 0;            ///< tells a sleep from those before
    std::uint32_t stored = 0;           ///< messages for others
  };
  struct Channel {
    const Message* message = nullptr;  ///< the last one
    std::uint64_t busy = 0;            ///< slots
    std::uint32_t stamp = 0;           ///< slot of `message`
  };
  /// Programs that sleep until the same slot.
  struct Sleepers {
    Words words{1};
    std::uint64_t live = 0;
    std::vector<std::pair<NodeId, std::uint32_t>> nodes;  ///< with tokens
  };
  struct Wave;
  static constexpr std::uint64_t kPage = 64;  ///< light channels made together

  void arrive(Slots& action);
  void arrive(Transmission& request);
  void begin_if_complete() {
    if (arrived_.size() + requests_.size() + asleep_ == members_ && members_ > 0) update_.request();
  }
  void begin_slot();
  void skip_slots();
  void arbitrate();
  void run_slots(std::uint64_t count, Words words);
  void transmit(const Message& message);
  void transmit_as_lit(const Message& message);
  void drive(const Message& message, NodeId group);
  void accept(const Message& message, NodeId receiver);
  [[nodiscard]] Channel& channel(std::uint64_t index) {
    Channel*& page = pages_[index / kPage];
    if (page == nullptr) [[unlikely]]
      page = new_page();
    return page[index % kPage];
  }
  Channel* new_page();
  void resolve_conflicts();
  [[nodiscard]] Fault fault_of_conflicts() const;
  [[nodiscard]] bool is_lost(const Message& message, NodeId group) const;
  void drop();
  void correct_acceptances();
  void end_slot();
  void deliver(NodeId receiver, const Message& message);
  void wake_sleepers();
  void check_words(const Slots& action);
  void record_messages(bool sent) const;
  void record(const Message& message, PacketId packet, bool sent) const;
  void record_hold(NodeId node, const Message& message) const;
  void record_collisions(const Conflicts& conflicts) const;
  Wave& wave() const;
  void show(bool driven) const;
  void trace_coupler(sc_core::sc_trace_file* file, std::uint64_t index,
                     const std::string& prefix) const;
  [[nodiscard]] std::uint64_t index_of(NodeId group, NodeId source) const {
    return std::uint64_t{group} * groups_ + source / degree_;
  }

  ClockPeriod clock_;
  NodeId groups_;
  NodeId degree_;
  OpticalRules rules_;
  std::vector<Lane> lanes_;
  std::vector<Channel*> pages_;
  std::vector<std::unique_ptr<Channel[]>> owned_;
  std::vector<std::unique_ptr<pops_coupler>> modules_;
  keeper_if* keeper_ = nullptr;

  std::uint64_t members_ = 0;
  std::uint64_t asleep_ = 0;
  std::uint64_t slot_ = 0;
  std::uint32_t stamp_ = 0;
  bool in_slot_ = false;
  bool conflict_ = false;
  Words words_{0};               ///< of the present slot
  std::vector<Slots*> arrived_;  ///< take part in the present slot
  std::vector<Slots*> ended_;
  std::map<std::uint64_t, Sleepers> sleepers_;           ///< by the slot before which they wake
  std::vector<const Message*> messages_;                 ///< of the present slot
  std::vector<NodeId> receiving_;                        ///< accept one
  std::vector<std::pair<NodeId, const Message*>> more_;  ///< accept further ones: multi_rx
  std::uint64_t driven_ = 0;                             ///< couplers in the present slot
  std::vector<Transmission*> requests_;                  ///< wait for their grants
  std::vector<Transmission*> granted_;
  Conflicts conflicts_;         ///< of the present slot
  std::optional<Fault> fault_;  ///< with which it ends
  Cycles begin_{0};             ///< of the present slot or slots
  Cycles end_{0};               ///< and the cycle behind them
  std::vector<slot_watcher_if*> watchers_;
  std::vector<slot_pacer_if*> pacers_;
  transmitter_if* transmitters_ = nullptr;
  OpticalFigures figures_;
  sc_core::sc_event due_{"due"};
  update_phase update_;
  trace_sink_if* sink_ = nullptr;
  PacketId packets_ = 0;  ///< sent before the present slot
  mutable std::unique_ptr<Wave> wave_;
};

/// What a program is given of a message that it accepted.
struct Received {
  MessageData data{};
  Shared<std::vector<MessageData>> more;
  NodeId source = 0;
  NodeId first = 0;  ///< as in Message
  NodeId last = 0;
  bool for_relay = false;
};

/// A program's part in one slot, or in several in which it only listens.
class [[nodiscard]] Slots final : public Awaitable<Slots> {
 public:
  /// Sends `messages` in one slot of `words`.
  Slots(coupler_bank& bank, node& self, Words words, std::span<const Message> messages)
      : bank_{&bank}, self_{&self}, words_{words}, messages_{messages} {}
  /// Sends `message`, if there is one, in one slot of `words`.
  Slots(coupler_bank& bank, node& self, Words words, std::optional<Message>&& message)
      : bank_{&bank}, self_{&self}, words_{words}, own_{std::move(message)} {}
  /// Listens for up to `count` slots of `words`: until it is given a message.
  Slots(coupler_bank& bank, node& self, Words words, std::uint64_t count)
      : bank_{&bank}, self_{&self}, words_{words}, count_{count} {}

  bool begin(Waiter& waiter) {
    waits_for(waiter);
    if (own_) messages_ = {&*own_, 1};
    bank_->arrive(*this);
    return false;
  }
  [[nodiscard]] node& self() const { return *self_; }

  bool await_ready() const { return count_ == 0; }
  /// The message that the processor was given; nothing if there was none.
  std::optional<Received> await_resume() { return std::move(received_); }
  /// Slots that have gone by, for a program that keeps the awaitable.
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

 private:
  friend class coupler_bank;

  coupler_bank* bank_;
  node* self_;
  Words words_;
  std::span<const Message> messages_;
  std::optional<Message> own_;
  std::uint64_t count_ = 1;
  std::uint64_t until_ = 0;  ///< sleeps up to this slot
  std::uint64_t taken_ = 0;
  std::optional<Received> received_;
};

/// A message that waits for its coupler and for its receiver, and is sent when both are granted.
class [[nodiscard]] Transmission final : public Awaitable<Transmission> {
 public:
  /// `message` has one receiver.
  Transmission(coupler_bank& bank, node& self, Words words, const Message& message)
      : bank_{&bank}, self_{&self}, words_{words}, message_{message} {}

  bool begin(Waiter& waiter) {
    waits_for(waiter);
    bank_->arrive(*this);
    return false;
  }
  [[nodiscard]] node& self() const { return *self_; }
  bool await_ready() const { return false; }
  void await_resume() const {}

 private:
  friend class coupler_bank;

  coupler_bank* bank_;
  node* self_;
  Words words_;
  Message message_;
  std::uint64_t asked_ = 0;  ///< slot
};

inline std::uint64_t pops_coupler::busy_slots() const { return bank_->busy_slots(index_); }

}  // namespace plexus
