#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/channel/port_guard.hpp"
#include "hw/channel/trace.hpp"
#include "hw/data/memory.hpp"
#include "hw/data/packet.hpp"
#include "hw/kernel/prefetch.hpp"
#include "hw/link/link.hpp"
#include "hw/node/executor.hpp"
#include "hw/node/program.hpp"
#include "hw/systemc.hpp"
#include "hw/time/barrier.hpp"

namespace plexus {

class Send;
class Receive;
class Step;
class relay_pacer_if;

/// Where the processors of a machine note what is common to all of them.
struct ProcessorContext {
  std::uint64_t nodes = 1;  ///< processors of the machine
  BlockSpace space;         ///< the data that the operation moves
  PortRule rule = PortRule::kAllFull;
  DimensionMasks dimensions;         ///< for `ring-strict`
  executor* programs = nullptr;      ///< resumes the programs
  barrier* steps = nullptr;          ///< for lock steps; null where the machine has none
  trace_sink_if* sink = nullptr;     ///< hears what a memory gains
  relay_pacer_if* relays = nullptr;  ///< hears what relays pass on
};

/// A processor with link ports and a memory. It runs one program, a coroutine that the machine's
/// executor resumes again when what it waits for has happened.
class processor final : public sc_core::sc_module {
 public:
  /// `ports`: at most port_guard::kMostPorts channels, or std::invalid_argument. `context` must
  /// outlive the processor.
  processor(sc_core::sc_module_name name, NodeId id, unsigned ports,
            const ProcessorContext& context);
  ~processor() override;

  // ---- wiring ------------------------------------------------------------------------------
  /// Joins channel `channel` (0 .. channels - 1) to the links that leave and enter there.
  void connect(unsigned channel, link_tx_if& leaving, link_rx_if& entering);

  // ---- what programs use --------------------------------------------------------------------
  [[nodiscard]] NodeId id() const { return id_; }
  [[nodiscard]] unsigned ports() const { return port_count_; }
  [[nodiscard]] Memory& memory() { return memory_; }
  [[nodiscard]] const Memory& memory() const { return memory_; }
  /// Words of the operation's data: the whole of a block.
  [[nodiscard]] Slice whole() const { return context_->space.whole(); }

  /// A new packet with blocks that the memory holds; it costs their words.
  [[nodiscard]] Packet pack(const Blocks& blocks, NodeId destination = 0);
  [[nodiscard]] Packet pack(BlockId block) { return pack(Blocks{Interval{block, 1}, whole()}); }

  /// Sends through channel `port` as soon as all packets before it have left; ends when the hop
  /// ends. An empty packet is not sent. The packet must live until the action is awaited, as
  /// temporaries and variables of the awaiting expression do; it is moved from.
  [[nodiscard]] Send send(unsigned port, Packet&& packet);
  /// As `send`, for a program that does not wait for it.
  void post(unsigned port, Packet packet);
  /// Waits for the next packet at channel `port` and hands it over.
  [[nodiscard]] Receive receive(unsigned port);
  /// As `receive`, and stores what the packet carries.
  [[nodiscard]] Receive receive_into_memory(unsigned port);
  /// Ends the program's present lock step: goes on when every program has ended it. Of
  /// `count` steps: and takes no part in those that follow.
  [[nodiscard]] Step step(std::uint64_t count = 1);
  /// Stores blocks. No word is ever stored twice.
  void store(const Blocks& blocks);

  // ---- what machines and actions use --------------------------------------------------------
  /// Gives the processor its program. Before the simulation starts.
  void run(Program program) { program_ = std::move(program); }
  [[nodiscard]] bool done() const { return program_.done(); }
  /// What the program waits for, for the report of a deadlock.
  [[nodiscard]] std::string waits_for() const;
  /// Notes what the program waits for at a part other than a link or the barrier, for the report of
  /// a deadlock; null when it no longer waits. `what` must outlive the wait.
  void note_wait(const char* what) { noted_wait_ = what; }
  /// Number for a packet that this processor makes.
  [[nodiscard]] PacketId new_packet() { return context_->nodes * packets_made_++ + id_; }
  /// Has `rest`, of its program, resumed in the present time step.
  void resume_soon(std::coroutine_handle<> rest) { context_->programs->resume_soon(*this, rest); }
  /// Tells the trace from now on what the program waits for. Before the simulation starts.
  void tell_waits() { watched_ = true; }
  /// The executor tells that the program has gone on.
  void resumed() {
    if (program_.done() || watched_) note_progress();
  }
  // What the program is likely to touch when it goes on, fetched in three stages: each needs the
  // one before. It will answer the last packet by the channel that this came from, or by the next
  // one.
  void prefetch_state() const { prefetch(&guard_, kHot); }
  void prefetch_ports() const {
    if (port_count_ > 0) prefetch(&ports_[latest_], 2 * sizeof(Port));
    memory_.prefetch_words();
  }
  void prefetch_links() const {
    for (unsigned port = latest_; port < port_count_ && port < latest_ + 2U; ++port) {
      prefetch(ports_[port].leaving, 64);
    }
  }

  [[nodiscard]] const ProcessorContext& context() const { return *context_; }

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  friend class Send;
  friend class Receive;
  friend class Step;

  struct Outgoing {
    Packet packet;
    Action* action;
  };
  static constexpr std::size_t kHot = 128;  ///< bytes from guard_ on that every hop needs

  /// A channel's end: one cache line.
  struct alignas(64) Port final : link_end_if {
    void sent(unsigned port) override;
    void received(unsigned port, Packet&& packet) override;
    void prefetch_receiver() const override { prefetch(receiving, 64); }

    link_tx_if* leaving = nullptr;
    Action* sending = nullptr;                    ///< told when the present hop ends
    Receive* receiving = nullptr;                 ///< gets the next packet
    std::unique_ptr<std::deque<Outgoing>> queue;  ///< waits for the link
    std::unique_ptr<std::deque<Packet>> inbox;    ///< arrived, not yet received
    link_rx_if* entering = nullptr;
    bool busy = false;  ///< a hop is in progress or about to begin
  };
  struct Wave;

  void end_of_elaboration() override;
  void note_progress();
  void tell_wait() const;
  void enqueue(unsigned port, Packet&& packet, Action* action);
  void check_port(unsigned port, const char* use) const {
    if (port >= port_count_ || ports_[port].leaving == nullptr) [[unlikely]]
      no_link(port, use);
  }
  [[noreturn]] void no_link(unsigned port, const char* use) const;
  void show();

  // What every hop needs comes first, in two cache lines.
  alignas(64) port_guard guard_;
  const ProcessorContext* context_;
  std::unique_ptr<Port[]> ports_;
  std::uint64_t packets_made_ = 0;
  NodeId id_;
  std::uint8_t port_count_;
  std::uint8_t latest_ = 0;       ///< port at which the last packet arrived
  bool in_step_ = false;          ///< has ended its lock step, others have not
  mutable bool watched_ = false;  ///< in a wave or by who wants to know its waits: costs time
  Program program_;
  Memory memory_;
  const char* noted_wait_ = nullptr;
  mutable std::unique_ptr<Wave> wave_;
  std::vector<unsigned> wired_;  ///< channels in the order in which the ports were bound

 public:
  // Bound by `connect`.
  sc_core::sc_port<link_tx_if, 0, sc_core::SC_ZERO_OR_MORE_BOUND> out{"out"};
  sc_core::sc_port<link_rx_if, 0, sc_core::SC_ZERO_OR_MORE_BOUND> in{"in"};
};

/// One hop, from the sender's side.
class [[nodiscard]] Send final : public Awaitable<Send> {
 public:
  Send(processor& self, unsigned port, Packet& packet)
      : self_{&self}, packet_{&packet}, port_{port} {}

  /// Starts the action for `waiter`; true if it has ended already.
  bool begin(Waiter& waiter);
  void result() {}
  [[nodiscard]] processor& self() const { return *self_; }

  bool await_ready() const { return packet_->words() == 0_words; }
  void await_resume() {}

 private:
  processor* self_;
  Packet* packet_;
  unsigned port_;
};

/// The arrival of the next packet at a channel.
class [[nodiscard]] Receive final : public Awaitable<Receive> {
 public:
  Receive(processor& self, unsigned port, bool into_memory)
      : self_{&self}, port_{port}, into_memory_{into_memory} {}

  bool begin(Waiter& waiter);
  /// Moves the packet out: to be kept by value.
  Packet&& result() { return std::move(packet_); }
  [[nodiscard]] processor& self() const { return *self_; }

  bool await_ready() { return take_from_inbox(); }
  Packet&& await_resume() { return std::move(packet_); }

 private:
  friend class processor;
  bool take_from_inbox();
  void take(Packet&& packet);

  processor* self_;
  Packet packet_;
  unsigned port_;
  bool into_memory_;
};

/// The end of a lock step.
class [[nodiscard]] Step final : public Awaitable<Step> {
 public:
  Step(processor& self, std::uint64_t count) : self_{&self}, count_{count} {}

  bool begin(Waiter& waiter);
  [[nodiscard]] processor& self() const { return *self_; }

  bool await_ready() const { return count_ == 0; }
  void await_resume();

 private:
  processor* self_;
  std::uint64_t count_;
};

inline Send processor::send(unsigned port, Packet&& packet) { return Send{*this, port, packet}; }
inline Receive processor::receive(unsigned port) { return Receive{*this, port, false}; }
inline Receive processor::receive_into_memory(unsigned port) { return Receive{*this, port, true}; }

inline bool Send::begin(Waiter& waiter) {
  if (packet_->words() == 0_words) return true;
  waits_for(waiter);
  self_->enqueue(port_, std::move(*packet_), this);
  return false;
}

/// Two actions at the same time; goes on when both have ended, with the packet if the second one
/// is a receive: `Packet packet = co_await both(self.send(..), self.receive(..));`
template <typename First, typename Second>
class [[nodiscard]] Both {
 public:
  /// Both actions must outlive the wait, as temporaries of the awaiting expression do.
  Both(First& first, Second& second) : first_{&first}, second_{&second} {}

  bool await_ready() const { return false; }
  bool await_suspend(std::coroutine_handle<> rest) {
    waiter_ = Waiter{first_->self(), rest, 3};  // one for the beginning itself
    if (first_->begin(waiter_)) static_cast<void>(waiter_.one_was_done());
    if (second_->begin(waiter_)) static_cast<void>(waiter_.one_was_done());
    return !waiter_.one_was_done();
  }
  decltype(auto) await_resume() { return second_->result(); }

 private:
  First* first_;
  Second* second_;
  Waiter waiter_;
};

template <typename First, typename Second>
auto both(First&& first, Second&& second) {
  return Both<std::remove_reference_t<First>, std::remove_reference_t<Second>>{first, second};
}

/// Several programs of one processor at the same time; goes on when all of them have ended.
class [[nodiscard]] All {
 public:
  All(processor& self, std::vector<Program>&& programs)
      : programs_{std::move(programs)}, self_{&self} {}

  bool await_ready() const { return programs_.empty(); }
  bool await_suspend(std::coroutine_handle<> rest);
  void await_resume() {
    for (const Program& program : programs_) program.check();
  }

 private:
  std::vector<Program> programs_;
  processor* self_;
  Waiter waiter_;
};

inline All all(processor& self, std::vector<Program>&& programs) {
  return All{self, std::move(programs)};
}

}  // namespace plexus
