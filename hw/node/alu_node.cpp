#include "hw/node/alu_node.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "hw/observe/operands.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

namespace {

/// Takes the first transfer that `fits` out of a list; null if none does.
template <typename Fits>
AluTransfer* unlink(AluTransfer*& head, AluTransfer* AluTransfer::*next, const Fits& fits) {
  for (AluTransfer** place = &head; *place != nullptr; place = &((*place)->*next)) {
    if (!fits(**place)) continue;
    return std::exchange(*place, (*place)->*next);
  }
  return nullptr;
}

const Record& record_of(const Packet& packet) {
  return static_cast<const Record&>(*packet.payload());
}

}  // namespace

void Record::print(std::ostream& out) const {
  if (operand.present()) {
    if (!operand.text().empty()) {
      out << operand.text();
    } else {
      out << operand.number();
    }
    return;
  }
  const char* separator = "";
  for (const std::int64_t number : numbers) out << std::exchange(separator, " ") << number;
}

void tell_phase(const AluContext& context) {
  const AluFigures& figures = *context.figures;
  if (figures.phases.part.empty()) return;
  context.sink->record(set_row(context.clock.now(), 0, figures.phases.part, figures.phases.kind,
                               PhaseNumber{figures.phase_ends.size() + 1}));
}

// ---- what programs wait for --------------------------------------------------------------------

bool AluTransfer::start() { return self().begin(*this); }

const Record& AluTransfer::result() const {
  static const Record kNothing;
  return packet_.payload() != nullptr ? record_of(packet_) : kNothing;
}

void PhaseEnd::start() {
  self().note_wait(WaitFor::kPhase);
  self().context().steps->arrive(*this, count_);
}

void PhaseEnd::await_resume() {
  if (count_ == 0) return;
  self().note_wait(WaitFor::kNothing);
  AluFigures& figures = *self().context().figures;
  if (figures.steps_seen != self().context().steps->steps()) {
    figures.steps_seen = self().context().steps->steps();
    const Cycles before = figures.phase_ends.empty() ? 0_cycles : figures.phase_ends.back();
    if (figures.latest.end > before) {
      figures.phase_ends.push_back(figures.latest.end);
      tell_phase(self().context());
    }
  }
  self().path_ = figures.latest;
}

// ---- the node ----------------------------------------------------------------------------------

alu_node::alu_node(sc_core::sc_module_name name, NodeId id, unsigned links,
                   const AluContext& context)
    : node{name, id, context},
      guard_{PortRule::kOneInOneOut, context.dimensions},
      links_{std::make_unique<LinkEnds[]>(links)},
      link_count_{links} {
  if (links > port_guard::kMostPorts) {
    throw std::invalid_argument{"a node has at most 64 channels, not " + std::to_string(links)};
  }
  guard_.widen(context.ports, context.full_duplex);
}

void alu_node::end_of_elaboration() {
  const auto bound = static_cast<unsigned>(channels.size());
  if (bound > link_count_) {
    report_wiring("{} has room for {} channels, and {} are bound to {}. Make it with more.", name(),
                  link_count_, bound, channels.name());
  }
  for (unsigned channel = 0; channel < bound; ++channel) {
    const duplex_if& joined = *channels[static_cast<int>(channel)];
    links_[channel] = {joined.tx(), joined.rx()};
  }
  for (int i = 0; i < taps.size(); ++i) taps_.push_back(taps[i]);
  node::end_of_elaboration();
}

AluTransfer alu_node::send(unsigned channel, Record record, std::uint32_t tap) {
  return {*this, AluTransfer::Kind::kSend,      AluTransfer::kNone, channel,
          tap,   pack_record(std::move(record))};
}

AluTransfer alu_node::receive(unsigned channel) {
  return {*this, AluTransfer::Kind::kReceive, channel, AluTransfer::kNone, 0};
}

AluTransfer alu_node::relay(unsigned from, unsigned to) {
  return {*this, AluTransfer::Kind::kRelay, from, to, 0};
}

Program alu_node::count_hops(unsigned channel, std::int64_t hops, Cycles hop) {
  const CriticalPath start = path_;
  co_await compute(hops * hop);
  path_ = start;
  path_.counts[context().kinds[channel]] += static_cast<std::int32_t>(hops);
  path_.end = context().clock.now();
}

Program alu_node::work(Cycles cycles) {
  co_await compute(cycles);
  path_.counts[CriticalPath::kWork] += static_cast<std::int32_t>(cycles.count());
  path_.end = context().clock.now();
  context().figures->latest = std::max(context().figures->latest, path_);
}

void alu_node::note_sets(std::uint64_t sets) const {
  std::uint64_t& most = context().figures->most_sets;
  most = std::max(most, sets);
}

bool alu_node::begin(AluTransfer& transfer) {
  if (transfer.kind_ == AluTransfer::Kind::kSend) return start(transfer), false;
  if (take_waiting(transfer)) {
    if (transfer.kind_ == AluTransfer::Kind::kReceive) return true;
    start(transfer);
    return false;
  }
  transfer.next_ = receiving_;
  receiving_ = &transfer;
  return false;
}

bool alu_node::take_waiting(AluTransfer& transfer) {
  const auto waiting = std::ranges::find(buffer_, transfer.in_, &Waiting::channel);
  if (waiting == buffer_.end()) return false;
  transfer.packet_ = std::move(waiting->packet);
  buffer_.erase(waiting);
  if (probe_) probe_.show();
  return true;
}

void alu_node::start(AluTransfer& transfer) {
  for (const AluTransfer* other = sending_; other != nullptr; other = other->next_) {
    if (other->out_ != transfer.out_) continue;
    violation(transfer.out_, "one-in-one-out", "sends while a packet is still on");
  }
  transfer.start_ = path_;
  record_of(transfer.packet_).path = path_;
  transfer.next_ = sending_;
  sending_ = &transfer;
  ++sends_;
  if (probe_) probe_.show();
  if (watched()) {
    tell_watches([&](auto& watch) { watch.leaves(*this, transfer.out_, transfer.packet_); });
  }
  if (has(transfer.out_)) {
    links_[transfer.out_].leaving->send(std::move(transfer.packet_));
  } else if (bus_tap_if* const tap = tap_at(transfer.out_)) {
    tap->send(transfer.tap_, std::move(transfer.packet_));
  } else {
    violation(transfer.out_, "no-link", "sends by");
  }
}

void alu_node::sent(unsigned channel) {
  const auto fits = [this, channel](const AluTransfer& transfer) {
    if (transfer.out_ == channel) return true;
    const bus_tap_if* tap = tap_at(channel);  // either side of a tap
    return tap != nullptr && tap == tap_at(transfer.out_);
  };
  AluTransfer* const ended = unlink(sending_, &AluTransfer::next_, fits);
  follow(ended->start_, channel);
  ended->complete();
}

void alu_node::received(unsigned channel, Packet&& packet) {
  ++receives_;
  if (watched()) tell_watches([&](auto& watch) { watch.arrives(*this, channel, packet); });
  if (holds_what_comes_) tell_held(record_of(packet).operand.operands());
  follow(record_of(packet).path, channel);
  context().figures->latest = std::max(context().figures->latest, path_);
  AluTransfer* const taker =
      unlink(receiving_, &AluTransfer::next_,
             [channel](const AluTransfer& transfer) { return transfer.in_ == channel; });
  if (taker == nullptr) {
    buffer_.push_back({std::move(packet), channel});
    if (buffer_.size() > context().ports) {
      violation(channel, "relay-buffer",
                "has not passed on the packet before when the next one arrives by");
    }
  } else {
    taker->packet_ = std::move(packet);
    if (taker->kind_ == AluTransfer::Kind::kReceive) {
      taker->complete();
    } else {
      start(*taker);
    }
  }
  if (probe_) probe_.show();
}

/// The event that ends now came by a transfer over `channel` from where `start` was.
void alu_node::follow(const CriticalPath& start, unsigned channel) {
  CriticalPath arrived = start;
  ++arrived.counts[context().kinds[channel]];
  arrived.end = context().clock.now();
  path_ = std::max(path_, arrived);
}

Packet alu_node::pack_record(Record&& record) {
  return Packet{new_packet(),
                id(),
                0,
                context().words,
                Blocks{},
                {},
                std::make_unique<const Record>(std::move(record))};
}

bus_tap_if* alu_node::tap_at(unsigned channel) const {
  for (bus_tap_if* const tap : taps_) {
    if (channel >= tap->channel() && channel < tap->channel() + tap->channels()) return tap;
  }
  return nullptr;
}

std::string alu_node::channel_name(unsigned channel) const {
  if (const bus_tap_if* const tap = tap_at(channel)) return tap->full_name();
  if (has(channel)) return links_[channel].entering->full_name();
  return "channel " + std::to_string(channel);
}

void alu_node::violation(unsigned channel, const std::string& rule,
                         const std::string& sentence) const {
  raise("port-rule", channel_name(channel), Figures{{"node", id()}, {"rule", rule}},
        "Node {} {} {}, which breaks the rule {}. Choose an algorithm that keeps it.", id(),
        sentence, channel_name(channel), rule);
}

/// By channel, whatever the order in which the programs of a node have asked.
void alu_node::list_waits(Waits& waits) const {
  std::set<unsigned> from;
  std::set<unsigned> to;
  for (const AluTransfer* one = receiving_; one != nullptr; one = one->next_) from.insert(one->in_);
  for (const AluTransfer* one = sending_; one != nullptr; one = one->next_) to.insert(one->out_);
  for (const unsigned in : from) waits.push_back({WaitFor::kPacket, channel_name(in)});
  for (const unsigned out : to) {
    waits.push_back(
        {WaitFor::kSent, has(out) ? links_[out].leaving->full_name() : channel_name(out)});
  }
}

std::string alu_node::partial_name() const { return std::string{name()} + ".partial"; }

void alu_node::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  visit({partial_name(), "partial_value", {}});
}

void alu_node::tell_partial_to(trace_sink_if& sink) {
  PartView view = view_of(name());
  view.order += ".holds";
  view.part = partial_name();
  view.label += " holds";
  view.kind = PartKind::kStore;
  tells_partial_ = sink.wants(view.part);
  if (tells_partial_) sink.describe(view);
}

void alu_node::tell_partial() const {
  constexpr std::size_t kMost = 28;
  std::string text = partial_.present() ? to_text(context().op, partial_) : std::string{};
  if (text.size() > kMost) {
    text = text.substr(0, kMost / 2 - 1) + ".." + text.substr(text.size() - kMost / 2 + 1);
  }
  PartSetting holds;
  if (!text.empty()) holds = RegisterValue{std::move(text)};
  context().sink->record(
      set_row(context().clock.now(), id(), partial_name(), PartKind::kStore, std::move(holds)));
  tell_held(partial_.operands());
}

void alu_node::tell_held(std::uint64_t operands) const {
  if (!tells_partial_) return;
  if (auto* const looks = dynamic_cast<operands_sink_if*>(context().sink)) {
    looks->combined({context().clock.now(), id(), operands});
  }
}

void alu_node::trace(sc_core::sc_trace_file* file) const {
  node::trace(file);
  const std::string prefix = std::string{name()} + '.';
  guard_.trace(file, prefix);
  probe_.add(file, prefix + "partial", [this] { return partial_.number(); });
  sc_core::sc_trace(file, sends_, prefix + "sends");
  sc_core::sc_trace(file, receives_, prefix + "receives");
  probe_.add(file, prefix + "buffered",
             [this] { return static_cast<std::uint32_t>(buffer_.size()); });
}

}  // namespace plexus
