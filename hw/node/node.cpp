#include "hw/node/node.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <string>

#include <fmt/ostream.h>

#include "hw/observe/bits.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

// ---- actions ---------------------------------------------------------------------------------

void Waiter::one_failed() {
  if (failed_) return;
  failed_ = true;
  actions_ = std::numeric_limits<unsigned>::max();  // those that end later are no longer waited for
  rest_.self->context().programs->resume_soon(rest_);
}

void LockStep::start() {
  self().in_step_ = true;
  self().context_->steps->arrive(*this, count_);
}

void LockStep::result() {
  if (count_ > 0) self().in_step_ = false;
}

bool Alarm::ended() const { return cycle_ <= ClockPeriod{}.now(); }

void Alarm::start() {
  pending_ = true;
  ++self().alarms_;
  self().context().alarms->add(cycle_, *this);
}

void Alarm::cancel() {
  if (pending_ && !ended()) self().context().alarms->remove(cycle_, *this);
  stand_down();
}

bool All::await_suspend(std::coroutine_handle<> rest) {
  waiter_ = Waiter{*self_, rest, static_cast<unsigned>(programs_.size()) + 1};
  for (Program& program : programs_) {
    program.handle().promise().then_tell(waiter_);
    program.handle().resume();
  }
  return !waiter_.one_was_done();
}

// ---- node --------------------------------------------------------------------------------------

/// What those who look at a node are told, and were told last. Rows keep the room of their letters.
struct node::Watch {
  explicit Watch(const node& self) {
    gain.kind = TraceKind::kHold;
    gain.rank = self.id();
    gain.part = self.name();
    gain.source = gain.destination = self.id();
    trace_sink_if* const sink = self.context().sink;
    if (sink != nullptr && self.told_) gain.number = sink->number_of(gain.part);
    wait = gain;
    wait.kind = TraceKind::kWait;
  }

  /// What the program waits for follows from it, if the node's own state says so.
  struct Reason {
    std::optional<std::uint64_t> state;
    WaitFor noted = WaitFor::kNothing;
    bool in_step = false;
    bool alarm = false;  ///< for a cycle to come
    friend bool operator==(const Reason&, const Reason&) = default;
  };
  struct Known {
    Reason reason;
    std::shared_ptr<const Waits> waits;
  };
  static constexpr std::size_t kMostKnown = 3;

  void show_gain(const Memory& memory, const Blocks& blocks, Words words);
  void show_memory(const Memory& memory);

  ClockPeriod clock;
  TraceRow gain;
  TraceRow wait;
  std::vector<Known> known;  ///< what it has waited for lately: mostly it does so again
  std::size_t oldest = 0;    ///< of those known

  // The signals of a wave.
  bool pins = false;  ///< there is one
  bool up_to_date = false;
  bool done = false;
  std::uint64_t held_blocks = 0;
  std::uint64_t mask = 0;  ///< of the blocks held: bit per block, for the first 64
};

node::node(sc_core::sc_module_name name, NodeId id, const NodeContext& context)
    : sc_module{name}, context_{&context}, id_{id}, memory_{context.space} {}

node::~node() = default;

void node::end_of_elaboration() {
  if (!program_.handle()) return;
  resume_soon(program_.handle());
  if (context_->steps != nullptr) context_->steps->join();
}

namespace {

/// What a program throws is told with its node.
void check_program(const Program& program, const node& self) {
  try {
    program.check();
  } catch (const sc_core::sc_report&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& wrong) {
    raise("program", self.name(), "The program of node {} ends with an exception: {}.", self.id(),
          wrong.what());
  }
}

}  // namespace

node::Watch& node::watch() const {
  if (!watch_) watch_ = std::make_unique<Watch>(*this);
  return *watch_;
}

void node::note_progress() {
  if (program_.done()) {
    check_program(program_, *this);
    if (context_->steps != nullptr) context_->steps->leave();
    if (watch_) watch_->done = true;
  }
  if (watch_ && watch_->pins && !watch_->up_to_date) watch_->show_memory(memory_);
  if (watched_ && told_ && context_->sink != nullptr) tell_wait();
}

/// The list is made anew where it is not known that it is the same.
void node::tell_wait() const {
  Watch& watch = this->watch();
  TraceRow& row = watch.wait;
  row.cycle = watch.clock.now();
  const Watch::Reason reason{wait_state(), noted_wait_, in_step_, alarms_ > 0};
  const auto known = std::ranges::find(watch.known, reason, &Watch::Known::reason);
  if (program_.done()) {
    row.waits.reset();
  } else if (known != watch.known.end()) {
    row.waits = known->waits;
  } else {
    row.waits = std::make_shared<const Waits>(waits());
    if (reason.state) {
      if (watch.known.size() < Watch::kMostKnown) watch.known.emplace_back();
      watch.known[watch.oldest] = {reason, row.waits};
      watch.oldest = (watch.oldest + 1) % Watch::kMostKnown;
    }
  }
  context_->sink->record(row);
}

Packet node::pack(Blocks blocks, NodeId destination) {
  if (!memory_.contains(blocks)) {
    raise("program", name(), "Node {} sends {} but does not hold all of it.", id_,
          fmt::streamed(blocks));
  }
  const Words words = blocks.words();
  return Packet{new_packet(), id_, destination, words, std::move(blocks)};
}

void node::show_to(trace_sink_if& sink) {
  PartView view = named_view(name(), PartKind::kNode);
  view.node = id_;
  told_ = sink.wants(view);
  tells_gains_ = tells_gains_ || told_;
  watched_ = watched_ || (told_ && sink.wants_waits());
  attended_ = attended_ || watched_;
}

Step node::step(std::uint64_t count) { return Step{*this, count}; }

Wait node::wait_until(Cycles cycle) { return Wait{*this, cycle}; }

Wait node::compute(Cycles cycles) { return Wait{*this, ClockPeriod{}.now() + cycles}; }

void node::held_twice(const Blocks& blocks) const {
  raise("program", name(), "Node {} gets words of {} that it holds already.", id_,
        fmt::streamed(blocks));
}

Words node::gain(const Blocks& blocks) {
  const Words in_vain = memory_.gain(blocks);
  if (tells_gains_ && in_vain < blocks.words()) tell_gain(blocks, blocks.words() - in_vain);
  return in_vain;
}

void node::forget(const Blocks& blocks) {
  if (!memory_.forget(blocks)) {
    raise("program", name(), "Node {} gives away {} but does not hold all of it.", id_,
          fmt::streamed(blocks));
  }
  tell_gain(blocks, 0_words - blocks.words());
}

/// `words` of `blocks` have come to the memory; less than none: have left it.
void node::tell_gain(const Blocks& blocks, Words words) {
  if (watch_ && watch_->pins) watch_->show_gain(memory_, blocks, words);
  if (!told_ || context_->sink == nullptr) return;  // nodes that nobody looks at keep no rows
  Watch& watch = this->watch();
  watch.gain.cycle = watch.clock.now();
  watch.gain.words = words;
  watch.gain.blocks = blocks;
  context_->sink->record(watch.gain);
}

Waits node::waits() const {
  Waits all;
  list_waits(all);
  if (in_step_) all.push_back({WaitFor::kLockStep});
  if (noted_wait_ != WaitFor::kNothing) all.push_back({noted_wait_});
  if (alarms_ > 0) all.push_back({WaitFor::kLaterCycle});
  return all;
}

namespace {

/// Of the numbers of `interval` those below 64, as bits.
std::uint64_t first_bits(const Interval& interval) {
  std::uint64_t bits = 0;
  for (BlockId block = interval.first; block < std::min<BlockId>(interval.end(), 64); ++block) {
    bits |= std::uint64_t{1} << block;
  }
  return bits;
}

}  // namespace

void node::trace(sc_core::sc_trace_file* file) const {
  Watch& watch = this->watch();
  watch.pins = true;
  attended_ = watched_ = tells_gains_ = true;
  const std::string prefix = std::string{name()} + '.';
  sc_core::sc_trace(file, in_step_, prefix + "in_step");
  sc_core::sc_trace(file, watch.done, prefix + "done");
  sc_core::sc_trace(file, watch.held_blocks, prefix + "held_blocks");
  trace_bits(file, watch.mask, prefix + "held_mask");
}

/// Whole blocks that come and go say by themselves what is held then.
void node::Watch::show_gain(const Memory& memory, const Blocks& blocks, Words words) {
  const bool comes = words == blocks.words();
  const bool goes = !comes && words == 0_words - blocks.words();
  if (!up_to_date || words == 0_words || blocks.slice() != memory.space().whole() ||
      !(comes || goes)) {
    return show_memory(memory);
  }
  for (const Interval& interval : blocks.intervals()) {
    const std::uint64_t bits = first_bits(interval);
    mask = comes ? mask | bits : mask & ~bits;
    held_blocks = comes ? held_blocks + interval.count : held_blocks - interval.count;
  }
}

void node::Watch::show_memory(const Memory& memory) {
  up_to_date = true;
  held_blocks = 0;
  mask = 0;
  for (const Interval& interval : memory.whole_blocks()) {
    held_blocks += interval.count;
    mask |= first_bits(interval);
  }
}

}  // namespace plexus
