#include "hw/node/processor.hpp"

#include <limits>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>

#include "hw/channel/fault.hpp"

namespace plexus {

// ---- actions ---------------------------------------------------------------------------------

void Waiter::one_done() {
  if (--actions_ == 0) self_->resume_soon(rest_);
}

void Waiter::one_failed() {
  if (failed_) return;
  failed_ = true;
  actions_ = std::numeric_limits<unsigned>::max();  // those that end later are no longer waited for
  self_->resume_soon(rest_);
}

bool Receive::begin(Waiter& waiter) {
  if (take_from_inbox()) return true;
  waits_for(waiter);
  self_->check_port(port_, "receives");
  processor::Port& port = self_->ports_[port_];
  if (port.receiving != nullptr) {
    raise({"program",
           {},
           self_->name(),
           "Node " + std::to_string(self_->id()) + " receives twice at once at channel " +
               std::to_string(port_) + ".",
           {}});
  }
  port.receiving = this;
  return false;
}

bool Receive::take_from_inbox() {
  if (port_ >= self_->port_count_) return false;
  auto& inbox = self_->ports_[port_].inbox;
  if (!inbox || inbox->empty()) return false;
  take(std::move(inbox->front()));
  inbox->pop_front();
  return true;
}

void Receive::take(Packet&& packet) {
  packet_ = std::move(packet);
  if (into_memory_) self_->store(packet_.blocks());
}

bool Step::begin(Waiter& waiter) {
  waits_for(waiter);
  self_->in_step_ = true;
  self_->context_->steps->arrive(*this, count_);
  return false;
}

void Step::await_resume() { self_->in_step_ = false; }

bool All::await_suspend(std::coroutine_handle<> rest) {
  waiter_ = Waiter{*self_, rest, static_cast<unsigned>(programs_.size()) + 1};
  for (Program& program : programs_) {
    program.handle().promise().joiner = &waiter_;
    program.handle().resume();
  }
  return !waiter_.one_was_done();
}

// ---- processor -------------------------------------------------------------------------------

/// What a wave shows of a processor.
struct processor::Wave {
  bool done = false;
  std::uint64_t held_blocks = 0;
  std::uint64_t holds = 0;  ///< bit per block, for the first 64
};

processor::processor(sc_core::sc_module_name name, NodeId id, unsigned ports,
                     const ProcessorContext& context)
    : sc_module{name},
      guard_{context.rule, context.dimensions},
      context_{&context},
      ports_{std::make_unique<Port[]>(ports)},
      id_{id},
      port_count_{static_cast<std::uint8_t>(ports)},
      memory_{context.space} {
  if (ports > port_guard::kMostPorts) {
    throw std::invalid_argument{"a processor has at most 64 channels, not " +
                                std::to_string(ports)};
  }
}

processor::~processor() = default;

void processor::connect(unsigned channel, link_tx_if& leaving, link_rx_if& entering) {
  out(leaving);
  in(entering);
  wired_.push_back(channel);
}

void processor::end_of_elaboration() {
  for (int i = 0; i < out.size(); ++i) {
    const unsigned channel = wired_[static_cast<std::size_t>(i)];
    ports_[channel].leaving = out[i];
    ports_[channel].entering = in[i];
    out[i]->attach_sender(ports_[channel], guard_, channel);
    in[i]->attach_receiver(ports_[channel], guard_, channel);
  }
  wired_ = {};
  if (!program_.handle()) return;
  resume_soon(program_.handle());
  if (context_->steps != nullptr) context_->steps->join();
}

void processor::note_progress() {
  if (program_.done()) {
    program_.check();
    if (context_->steps != nullptr) context_->steps->leave();
  }
  if (wave_) show();
  if (watched_ && context_->sink != nullptr) tell_wait();
}

void processor::tell_wait() const {
  TraceRow row;
  row.cycle = ClockPeriod{}.now();
  row.kind = TraceKind::kWait;
  row.rank = id_;
  row.part = name();
  row.source = row.destination = id_;
  if (!program_.done()) row.setting = waits_for();
  context_->sink->record(row);
}

Packet processor::pack(const Blocks& blocks, NodeId destination) {
  if (!memory_.contains(blocks)) {
    std::ostringstream text;
    text << "Node " << id_ << " sends " << blocks << " but does not hold all of it.";
    raise({"program", {}, name(), text.str(), {}});
  }
  return Packet{new_packet(), id_, destination, blocks.words(), blocks};
}

void processor::post(unsigned port, Packet packet) {
  if (packet.words() > 0_words) enqueue(port, std::move(packet), nullptr);
}

Step processor::step(std::uint64_t count) { return Step{*this, count}; }

void processor::store(const Blocks& blocks) {
  if (!memory_.add(blocks)) {
    std::ostringstream text;
    text << "Node " << id_ << " gets words of " << blocks << " that it holds already.";
    raise({"program", {}, name(), text.str(), {}});
  }
  if (wave_) show();
  if (context_->sink != nullptr) {
    TraceRow row;
    row.cycle = ClockPeriod{}.now();
    row.kind = TraceKind::kHold;
    row.rank = id_;
    row.part = name();
    row.source = row.destination = id_;
    row.words = blocks.words();
    row.blocks = blocks;
    context_->sink->record(row);
  }
}

void processor::no_link(unsigned port, const char* use) const {
  raise({"port-rule",
         {},
         name(),
         "Node " + std::to_string(id_) + ' ' + use + " at channel " + std::to_string(port) +
             ", which no link joins.",
         {}});
}

void processor::enqueue(unsigned number, Packet&& packet, Action* action) {
  check_port(number, "sends");
  Port& port = ports_[number];
  if (!port.busy) {
    port.busy = true;
    port.sending = action;
    port.leaving->send(std::move(packet));
  } else {
    if (!port.queue) port.queue = std::make_unique<std::deque<Outgoing>>();
    port.queue->push_back({std::move(packet), action});
  }
}

void processor::Port::sent(unsigned /*port*/) {
  Action* const ended = sending;
  sending = nullptr;
  busy = false;
  if (queue && !queue->empty()) {
    busy = true;
    sending = queue->front().action;
    leaving->send(std::move(queue->front().packet));
    queue->pop_front();
  }
  if (ended != nullptr) ended->complete();
}

void processor::Port::received(unsigned number, Packet&& packet) {
  if (receiving != nullptr) {
    Receive& receive = *std::exchange(receiving, nullptr);
    receive.take(std::move(packet));
    receive.self().latest_ = static_cast<std::uint8_t>(number);
    receive.complete();
  } else {
    if (!inbox) inbox = std::make_unique<std::deque<Packet>>();
    inbox->push_back(std::move(packet));
  }
}

std::string processor::waits_for() const {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  for (const Port& port : std::span{ports_.get(), port_count_}) {
    if (port.receiving != nullptr) add("a packet on " + port.entering->full_name());
    if (port.sending != nullptr) add("the end of a send on " + port.leaving->full_name());
  }
  if (in_step_) add("the end of a lock step");
  if (noted_wait_ != nullptr) add(noted_wait_);
  return text.empty() ? "something that no part of the machine has promised" : text;
}

void processor::trace(sc_core::sc_trace_file* file) const {
  wave_ = std::make_unique<Wave>();
  watched_ = true;
  const std::string prefix = std::string{name()} + '.';
  guard_.trace(file, prefix);
  sc_core::sc_trace(file, in_step_, prefix + "in_step");
  sc_core::sc_trace(file, wave_->done, prefix + "done");
  sc_core::sc_trace(file, wave_->held_blocks, prefix + "held_blocks");
  sc_core::sc_trace(file, wave_->holds, prefix + "holds");
}

void processor::show() {
  wave_->done = program_.done();
  wave_->held_blocks = 0;
  wave_->holds = 0;
  for (const Interval& interval : memory_.whole_blocks()) {
    wave_->held_blocks += interval.count;
    for (BlockId block = interval.first; block < interval.end() && block < 64; ++block) {
      wave_->holds |= std::uint64_t{1} << block;
    }
  }
}

}  // namespace plexus
