#include "hw/bus/tap_bus.hpp"

#include <algorithm>
#include <tuple>

#include "hw/rule/fault.hpp"

namespace plexus {

/// What a wave shows of one bus.
struct tap_bus_bank::Wave {
  std::uint32_t busy = 0;  ///< transfers in progress
  std::uint64_t packet = 0;
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
};

tap_bus::Span tap_bus::span(std::uint32_t from, std::uint32_t to) const {
  if (wires_ == BusWires::kWhole) return {0, 0};
  return {std::min(from, to), std::max(from, to) - 1};
}

tap_bus_bank::tap_bus_bank(sc_core::sc_module_name name)
    : sc_module{name}, update_{"update", [this] { start_requested(); }} {
  HW_PROCESSES(tap_bus_bank);
  SC_METHOD(end_due);
  sensitive << calendar_.due_event();
  dont_initialize();
}

tap_bus_bank::~tap_bus_bank() = default;

tap_bus& tap_bus_bank::add(const std::string& name, BusWires wires, LinkTiming timing) {
  return buses_.emplace_back(static_cast<std::uint32_t>(buses_.size()), name, wires, timing);
}

bus_tap_if& tap_bus_bank::add_tap(tap_bus& joined, NodeId node, unsigned channel) {
  const bool first = joined.taken_.empty();
  if (first || joined.wires_ == BusWires::kSeparable) joined.taken_.push_back(false);
  return joined.taps_.emplace_back(*this, joined, static_cast<std::uint32_t>(joined.taps_.size()),
                                   node, channel);
}

// ---- taps --------------------------------------------------------------------------------------

void bus_tap::send(std::uint32_t to, Packet&& packet) {
  bank_->send(*on_, number_, to, std::move(packet));
}

unsigned bus_tap::channels() const { return on_->wires() == BusWires::kSeparable ? 2 : 1; }

std::string bus_tap::full_name() const { return bank_->full_name(*on_); }

void bus_tap::register_port(sc_core::sc_port_base& port, const char* /*type*/) {
  static_cast<void>(end_.bind<bus_tap_if>(
      port, *this, *this, "node at tap " + std::to_string(number_), bank_->event_ends_));
}

const sc_core::sc_event& bus_tap::sent_event() { return end_.sent_event(bank_->event_ends_); }

const sc_core::sc_event& bus_tap::default_event() const {
  return end_.arrived_event(bank_->event_ends_);
}

void tap_bus_bank::end_of_elaboration() {
  for (const tap_bus& bus : buses_) {
    for (const bus_tap& tap : bus.taps_) {
      tap.end_.check_bound(tap, "node at tap " + std::to_string(tap.number_));
    }
  }
}

void tap_bus_bank::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  for (const tap_bus& bus : buses_) {
    LightPart part{full_name(bus), "bus", {}};
    for (const bus_tap& tap : bus.taps_) part.ends.emplace_back("tap", tap.end_.name());
    visit(part);
  }
}

// ---- buses -------------------------------------------------------------------------------------

std::string tap_bus_bank::full_name(const tap_bus& of) const {
  return std::string{name()} + '.' + of.name();
}

void tap_bus_bank::send(tap_bus& on, std::uint32_t from, std::uint32_t to, Packet&& packet) {
  requested_.push_back(transfers_in_.add({std::move(packet), &on, from, to}));
  update_.request();
}

/// By bus and tap: it does not depend on the order of the requests.
void tap_bus_bank::start_requested() {
  const Cycles now = clock_.now();
  std::ranges::sort(requested_, {}, [this](std::uint32_t number) {
    const Transfer& asked = transfers_in_[number];
    return std::tuple{asked.on->index_, asked.from, asked.to};
  });
  for (const std::uint32_t number : requested_) start(number, now);
  requested_.clear();
}

void tap_bus_bank::start(std::uint32_t number, Cycles now) {
  Transfer& moved = transfers_in_[number];
  tap_bus& on = *moved.on;
  const bus_tap& sender = on.taps_[moved.from];
  if (moved.to >= on.taps_.size() || moved.to == moved.from) {
    violation(moved, sender.node(), "one-receiver", "there is no other tap to receive it");
  }
  const bus_tap& receiver = on.taps_[moved.to];
  const auto [first, last] = on.span(moved.from, moved.to);
  for (std::uint32_t wire = first; wire <= last; ++wire) {
    if (on.taken_[wire]) {
      violation(moved, sender.node(), "one-sender", "another transfer is on its wires");
    }
    on.taken_[wire] = true;
  }
  sender.end_.guard->begin_write(on.channel(moved.from, moved.to));
  receiver.end_.guard->begin_read(on.channel(moved.to, moved.from));
  for (const bus_tap* tap : {&sender, &receiver}) {
    const port_guard& guard = *tap->end_.guard;
    if (!guard.violation()) continue;
    violation(moved, tap->node(), std::string{to_string(guard.rule())},
              "a node at its ends has another transfer");
  }
  for (tap_bus_observer_if* observer : observers_) {
    observer->starts(sender.node(), receiver.node(), moved.packet);
  }
  const Cycles slot = on.timing_.hop(moved.packet.words());
  on.busy_cycles_ += slot;
  ++on.transfers_;
  ++transfers_;
  ++active_;
  calendar_.add(now + slot, number);
  if (!waves_.empty()) show(moved, true);
  if (sink_ != nullptr) record(moved, TraceKind::kSend);
}

void tap_bus_bank::end_due() {
  const Cycles now = clock_.now();
  for (const std::uint32_t number : calendar_.take_due()) end(number, now);
}

void tap_bus_bank::end(std::uint32_t number, Cycles now) {
  Transfer moved = std::move(transfers_in_[number]);
  transfers_in_.free(number);
  tap_bus& on = *moved.on;
  const bus_tap& sender = on.taps_[moved.from];
  const bus_tap& receiver = on.taps_[moved.to];
  const auto [first, last] = on.span(moved.from, moved.to);
  for (std::uint32_t wire = first; wire <= last; ++wire) on.taken_[wire] = false;
  const unsigned send_channel = on.channel(moved.from, moved.to);
  const unsigned receive_channel = on.channel(moved.to, moved.from);
  sender.end_.guard->end_write(send_channel);
  receiver.end_.guard->end_read(receive_channel);
  --active_;
  last_end_ = now;
  if (!waves_.empty()) show(moved, false);
  if (sink_ != nullptr) record(moved, TraceKind::kReceive);
  receiver.end_.part->received(receive_channel, std::move(moved.packet));
  sender.end_.part->sent(send_channel);
}

void tap_bus_bank::violation(const Transfer& moved, NodeId node, const std::string& rule,
                             const std::string& why) const {
  const tap_bus& on = *moved.on;
  raise("port-rule", full_name(on), Figures{{"node", node}, {"rule", rule}},
        "Node {} breaks the rule {} when packet {} starts on {}: {}. Choose an algorithm that "
        "sends one after the other.",
        node, rule, moved.packet.id(), on.name(), why);
}

void tap_bus_bank::listen(trace_sink_if& sink) {
  sink_ = &sink;
  for (const tap_bus& one : buses_) sink.wants(named_view(full_name(one), PartKind::kChannel));
}

void tap_bus_bank::record(const Transfer& moved, TraceKind kind) const {
  const tap_bus& on = *moved.on;
  sink_->record(packet_row(clock_.now(), kind, on.index_, full_name(on), moved.packet,
                           on.taps_[moved.from].node(), on.taps_[moved.to].node(),
                           on.timing_.startup));
}

void tap_bus_bank::trace(sc_core::sc_trace_file* file) const {
  waves_.resize(buses_.size());
  for (const tap_bus& shown : buses_) {
    const std::string prefix = full_name(shown) + '.';
    const Wave& wave = waves_[shown.index_];
    sc_core::sc_trace(file, wave.busy, prefix + "busy");
    sc_core::sc_trace(file, wave.packet, prefix + "packet");
    sc_core::sc_trace(file, wave.source, prefix + "source");
    sc_core::sc_trace(file, wave.destination, prefix + "destination");
  }
}

void tap_bus_bank::show(const Transfer& moved, bool busy) {
  Wave& wave = waves_[moved.on->index_];
  wave.busy += busy ? 1U : ~0U;
  wave.packet = busy ? moved.packet.id() : 0;
  wave.source = busy ? moved.on->taps_[moved.from].node() : 0;
  wave.destination = busy ? moved.on->taps_[moved.to].node() : 0;
}

}  // namespace plexus
