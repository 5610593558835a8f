#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/data/memory.hpp"
#include "hw/data/packet.hpp"
#include "hw/fast/line_pool.hpp"
#include "hw/fast/prefetch.hpp"
#include "hw/node/executor.hpp"
#include "hw/node/program.hpp"
#include "hw/node/timer.hpp"
#include "hw/observe/trace.hpp"
#include "hw/systemc.hpp"
#include "hw/time/barrier.hpp"

namespace plexus {

class node;
class LockStep;
class Alarm;
using Step = Ask<LockStep>;
using Wait = Ask<Alarm>;

/// What is common to all nodes of a machine: noted once.
struct NodeContext {
  std::uint64_t nodes = 1;        ///< of the machine
  BlockSpace space;               ///< the data that the operation moves
  bool in_vain = false;           ///< a node may get what it holds
  executor* programs = nullptr;   ///< resumes the programs
  barrier* steps = nullptr;       ///< for lock steps; null where the machine has none
  timer* alarms = nullptr;        ///< for programs that wait for a cycle
  trace_sink_if* sink = nullptr;  ///< hears what a memory gains and gives away
  /// What a program is likely to touch next at the endpoints of its node, and behind them: fetched
  /// ahead of its resumption. Null: nothing.
  void (*prefetch_endpoints)(const node&) = nullptr;
  void (*prefetch_channels)(const node&) = nullptr;
};

/// What programs run on: a number, a state (the blocks that it holds) and one program, a coroutine
/// that the machine's executor resumes when what it waits for has happened. How a node reaches
/// others is what its endpoints say: see `node_of`.
class node : public sc_core::sc_module {
 public:
  using Context = NodeContext;

  /// `context` must outlive the node.
  node(sc_core::sc_module_name name, NodeId id, const NodeContext& context);
  ~node() override;
  static void* operator new(std::size_t size) { return LinePool::take(size); }
  static void operator delete(void* self, std::size_t size) { LinePool::give_back(self, size); }

  // ---- what programs use --------------------------------------------------------------------
  [[nodiscard]] NodeId id() const { return id_; }
  [[nodiscard]] Memory& memory() { return memory_; }
  [[nodiscard]] const Memory& memory() const { return memory_; }
  /// Words of the operation's data: the whole of a block.
  [[nodiscard]] Slice whole() const { return context_->space.whole(); }

  /// A new packet with blocks that the memory holds; it costs their words.
  [[nodiscard]] Packet pack(Blocks blocks, NodeId destination = 0);
  [[nodiscard]] Packet pack(BlockId block) { return pack(Blocks{Interval{block, 1}, whole()}); }
  /// Stores blocks. No word is ever stored twice.
  void store(const Blocks& blocks) {
    if (!memory_.add(blocks)) [[unlikely]]
      held_twice(blocks);
    if (tells_gains_) [[unlikely]]
      tell_gain(blocks, blocks.words());
  }
  /// Stores blocks if that is simple, as it mostly is; false, and nothing, if not.
  bool store_at_once(const Blocks& blocks) {
    return !tells_gains_ && blocks.slice() == whole() && memory_.extend(blocks);
  }
  /// Stores what it does not hold yet; returns the words that came in vain.
  Words gain(const Blocks& blocks);
  /// Stores what has come, of which it holds nothing, or, where nodes may get what they hold, what
  /// it does not hold yet.
  void keep(const Blocks& blocks) {
    if (!context_->in_vain) return store(blocks);
    in_vain_ += gain(blocks);
  }
  /// Words that have come while the node held them already.
  [[nodiscard]] Words in_vain() const { return in_vain_; }
  /// Holds the blocks, all of which it must hold, no longer.
  void forget(const Blocks& blocks);
  /// Ends the program's present lock step: goes on when every program has ended it. Of
  /// `count` steps: and takes no part in those that follow.
  [[nodiscard]] Step step(std::uint64_t count = 1);
  /// Goes on in cycle `cycle`, at once if that is not later than now.
  [[nodiscard]] Wait wait_until(Cycles cycle);
  /// Goes on after `cycles` cycles of work that needs no channel.
  [[nodiscard]] Wait compute(Cycles cycles);

  // ---- what machines and actions use --------------------------------------------------------
  /// Gives the node its program. Before the simulation starts.
  void run(Program program) {
    program_ = std::move(program);
    program_.tell_end(*this);
  }
  [[nodiscard]] bool done() const { return program_.done(); }
  /// What the program waits for.
  [[nodiscard]] Waits waits() const;
  /// Notes what the program waits for at a part other than an endpoint of its own or the barrier;
  /// nothing when it no longer waits. Not of what has a name or numbers (kPacket, kSent, kOwn, ..):
  /// list_waits tells these.
  void note_wait(WaitFor what) { noted_wait_ = what; }
  /// Number for a packet that this node makes.
  [[nodiscard]] PacketId new_packet() { return context_->nodes * packets_made_++ + id_; }
  /// Has `rest`, of its program, resumed in the present time step.
  void resume_soon(std::coroutine_handle<> rest) { context_->programs->resume_soon({this, rest}); }
  /// Tells the trace what it wants to know. Before the simulation starts.
  void show_to(trace_sink_if& sink);
  /// The program has gone on, or what it waits for has changed: who looks at the node is told.
  void resumed() {
    if (attended_) [[unlikely]]
      note_progress();
  }
  /// Asks for what every step of the program touches.
  void prefetch_state() const { prefetch(&context_, 64); }
  [[nodiscard]] const NodeContext& context() const { return *context_; }

  void trace(sc_core::sc_trace_file* file) const override;

 protected:
  /// Adds what the program waits for at the endpoints of the node.
  virtual void list_waits(Waits& /*waits*/) const {}
  /// The same as a number: as long as it stays, so does the list. None: the list alone tells.
  [[nodiscard]] virtual std::optional<std::uint64_t> wait_state() const { return std::nullopt; }
  /// Registers with the executor and the barrier.
  void end_of_elaboration() override;

 private:
  friend class LockStep;
  friend class Alarm;
  friend void note_end(node& self);
  struct Watch;

  [[nodiscard]] Watch& watch() const;
  void note_progress();
  void tell_wait() const;
  [[noreturn]] void held_twice(const Blocks& blocks) const;
  void tell_gain(const Blocks& blocks, Words words);

  WaitFor noted_wait_ = WaitFor::kNothing;
  mutable std::unique_ptr<Watch> watch_;  ///< once somebody was told something
  std::uint32_t alarms_ = 0;              ///< cycles that its programs wait for
  bool told_ = true;                      ///< the trace wants what it stores
  Words in_vain_{0};

  // What every step needs lies together; what endpoints need follows, in node_of.
  alignas(64) const NodeContext* context_;
  NodeId id_;
  bool in_step_ = false;              ///< has ended its lock step, others have not
  mutable bool attended_ = false;     ///< its program has ended, or is watched: costs time
  mutable bool watched_ = false;      ///< in a wave or by who wants to know its waits
  mutable bool tells_gains_ = false;  ///< to a wave or the trace
  Memory memory_;  ///< its latest run or word is in the cache line that begins with `context_`
  Program program_;
  std::uint64_t packets_made_ = 0;
};

inline void note_end(node& self) { self.attended_ = true; }

inline void Waiter::one_done() {
  if (--actions_ == 0) {
    rest_.self->context().programs->resume_soon(rest_);
  } else {
    rest_.self->resumed();  // who looks at the node sees what it still waits for
  }
}

/// The end of a lock step.
class LockStep : public Action, private Arrival {
 public:
  explicit LockStep(std::uint64_t count) : count_{count} {}

  void start();
  [[nodiscard]] bool is_ready() const { return count_ == 0; }
  void result();

 private:
  void over(std::uint64_t /*steps*/) override { complete(); }

  std::uint64_t count_;
};

/// The beginning of a cycle.
class Alarm : public Action {
 public:
  explicit Alarm(Cycles cycle) : cycle_{cycle} {}
  ~Alarm() { cancel(); }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  void start();
  /// Has the cycle come?
  [[nodiscard]] bool ended() const;
  /// Is no longer waited for.
  void cancel();

  [[nodiscard]] bool is_ready() const { return ended(); }
  void result() { stand_down(); }

 private:
  void stand_down() {
    if (std::exchange(pending_, false)) --self().alarms_;
  }

  Cycles cycle_;
  bool pending_ = false;
};

/// Two actions at the same time. Both must outlive the wait, as temporaries of the awaiting
/// expression do.
template <typename First, typename Second>
class Two {
 public:
  Two(First& first, Second& second) : first_{&first}, second_{&second} {}
  bool await_ready() const { return false; }

 protected:
  First* first_;
  Second* second_;
  Waiter waiter_;
};

/// Goes on when both have ended, with the packet if the second one is a receive:
/// `Packet packet = co_await both(self.send(..), self.receive(..));`
template <typename First, typename Second>
class [[nodiscard]] Both : public Two<First, Second> {
 public:
  using Two<First, Second>::Two;

  bool await_suspend(std::coroutine_handle<> rest) {
    this->waiter_ = Waiter{this->first_->self(), rest, 3};  // one for the beginning itself
    if (this->first_->begin(this->waiter_)) static_cast<void>(this->waiter_.one_was_done());
    if (this->second_->begin(this->waiter_)) static_cast<void>(this->waiter_.one_was_done());
    return !this->waiter_.one_was_done();
  }
  decltype(auto) await_resume() { return this->second_->result(); }
};

template <typename First, typename Second>
auto both(First&& first, Second&& second) {
  return Both<std::remove_reference_t<First>, std::remove_reference_t<Second>>{first, second};
}

/// Which of two actions have ended: at least one.
struct Ended {
  bool first = false;
  bool second = false;
};

/// The first one to end is enough: `Ended which = co_await any(..)`. The other one is cancelled.
/// Both can end in the same time step. Their results are theirs: name them before.
template <typename First, typename Second>
class [[nodiscard]] Any : public Two<First, Second> {
 public:
  using Two<First, Second>::Two;

  bool await_suspend(std::coroutine_handle<> rest) {
    this->waiter_ = Waiter{this->first_->self(), rest, 1};
    return !this->first_->begin(this->waiter_) && !this->second_->begin(this->waiter_);
  }
  Ended await_resume() {
    const Ended which{this->first_->ended(), this->second_->ended()};
    this->first_->cancel();
    this->second_->cancel();
    return which;
  }
};

template <typename First, typename Second>
Any<First, Second> any(First& first, Second& second) {
  return {first, second};
}

/// Several programs of one node at the same time; goes on when all of them have ended.
class [[nodiscard]] All {
 public:
  All(node& self, std::vector<Program>&& programs) : programs_{std::move(programs)}, self_{&self} {}

  bool await_ready() const { return programs_.empty(); }
  bool await_suspend(std::coroutine_handle<> rest);
  void await_resume() {
    for (const Program& program : programs_) program.check();
  }

 private:
  std::vector<Program> programs_;
  node* self_;
  Waiter waiter_;
};

inline All all(node& self, std::vector<Program>&& programs) {
  return All{self, std::move(programs)};
}

}  // namespace plexus
