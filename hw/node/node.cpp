#include "hw/node/node.hpp"

#include <exception>
#include <limits>
#include <new>
#include <sstream>
#include <string>

#include "hw/channel/fault.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

// ---- actions ---------------------------------------------------------------------------------

void Waiter::one_failed() {
  if (failed_) return;
  failed_ = true;
  actions_ = std::numeric_limits<unsigned>::max();  // those that end later are no longer waited for
  rest_.self->context().programs->resume_soon(rest_);
}

bool Step::begin(Waiter& waiter) {
  waits_for(waiter);
  self_->in_step_ = true;
  self_->context_->steps->arrive(*this, count_);
  return false;
}

void Step::await_resume() { self_->in_step_ = false; }

bool Wait::ended() const { return cycle_ <= ClockPeriod{}.now(); }

bool Wait::begin(Waiter& waiter) {
  if (ended()) return true;
  waits_for(waiter);
  pending_ = true;
  self_->note_wait("a later cycle");
  self_->context().alarms->add(cycle_, *this);
  return false;
}

void Wait::cancel() {
  if (pending_ && !ended()) self_->context().alarms->remove(cycle_, *this);
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

/// What a wave shows of a node.
struct node::Wave {
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
    raise({"program",
           {},
           self.name(),
           "The program of node " + std::to_string(self.id()) +
               " ends with an exception: " + wrong.what() + '.',
           {}});
  }
}

}  // namespace

void node::note_progress() {
  if (program_.done()) {
    check_program(program_, *this);
    if (context_->steps != nullptr) context_->steps->leave();
  }
  if (wave_) show();
  if (watched_ && told_ && context_->sink != nullptr) tell_wait();
}

void node::tell_wait() const {
  TraceRow row;
  row.cycle = ClockPeriod{}.now();
  row.kind = TraceKind::kWait;
  row.rank = id_;
  row.part = name();
  row.source = row.destination = id_;
  if (!program_.done()) row.setting = waits_for();
  context_->sink->record(row);
}

Packet node::pack(Blocks blocks, NodeId destination) {
  if (!memory_.contains(blocks)) {
    std::ostringstream text;
    text << "Node " << id_ << " sends " << blocks << " but does not hold all of it.";
    raise({"program", {}, name(), text.str(), {}});
  }
  const Words words = blocks.words();
  return Packet{new_packet(), id_, destination, words, std::move(blocks)};
}

void node::show_to(const trace_sink_if& sink) {
  told_ = sink.wants(name());
  tells_gains_ = tells_gains_ || told_;
  watched_ = watched_ || (told_ && sink.wants_waits());
  attended_ = attended_ || watched_;
}

Step node::step(std::uint64_t count) { return Step{*this, count}; }

Wait node::wait_until(Cycles cycle) { return Wait{*this, cycle}; }

Wait node::compute(Cycles cycles) { return Wait{*this, ClockPeriod{}.now() + cycles}; }

void node::held_twice(const Blocks& blocks) const {
  std::ostringstream text;
  text << "Node " << id_ << " gets words of " << blocks << " that it holds already.";
  raise({"program", {}, name(), text.str(), {}});
}

Words node::gain(const Blocks& blocks) {
  const Words in_vain = memory_.gain(blocks);
  if (tells_gains_ && in_vain < blocks.words()) tell_gain(blocks, blocks.words() - in_vain);
  return in_vain;
}

void node::forget(const Blocks& blocks) {
  if (!memory_.forget(blocks)) {
    std::ostringstream text;
    text << "Node " << id_ << " gives away " << blocks << " but does not hold all of it.";
    raise({"program", {}, name(), text.str(), {}});
  }
  tell_gain(blocks, 0_words - blocks.words());
}

/// `words` of `blocks` have come to the memory; less than none: have left it.
void node::tell_gain(const Blocks& blocks, Words words) {
  if (wave_) show();
  if (!told_ || context_->sink == nullptr) return;
  TraceRow row;
  row.cycle = ClockPeriod{}.now();
  row.kind = TraceKind::kHold;
  row.rank = id_;
  row.part = name();
  row.source = row.destination = id_;
  row.words = words;
  row.blocks = blocks;
  context_->sink->record(row);
}

void node::list_waits(std::vector<std::string>& /*waits*/) const {}

std::string node::waits_for() const {
  std::vector<std::string> waits;
  list_waits(waits);
  if (in_step_) waits.emplace_back("the end of a lock step");
  if (noted_wait_ != nullptr) waits.emplace_back(noted_wait_);
  std::string text;
  for (const std::string& what : waits) text += (text.empty() ? "" : ", ") + what;
  return text.empty() ? "something that no part of the machine has promised" : text;
}

void node::trace(sc_core::sc_trace_file* file) const {
  wave_ = std::make_unique<Wave>();
  attended_ = watched_ = tells_gains_ = true;
  const std::string prefix = std::string{name()} + '.';
  sc_core::sc_trace(file, in_step_, prefix + "in_step");
  sc_core::sc_trace(file, wave_->done, prefix + "done");
  sc_core::sc_trace(file, wave_->held_blocks, prefix + "held_blocks");
  sc_core::sc_trace(file, wave_->mask, prefix + "held_mask");
}

void node::show() {
  wave_->done = program_.done();
  wave_->held_blocks = 0;
  wave_->mask = 0;
  for (const Interval& interval : memory_.whole_blocks()) {
    wave_->held_blocks += interval.count;
    for (BlockId block = interval.first; block < interval.end() && block < 64; ++block) {
      wave_->mask |= std::uint64_t{1} << block;
    }
  }
}

}  // namespace plexus
