#include "hw/node/alu_node.hpp"

#include <algorithm>
#include <set>
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

void tell_phase(const NodeContext& nodes, const AluFigures& figures) {
  if (figures.phases.empty()) return;
  nodes.sink->record(
      set_row(ClockPeriod{}.now(), 0, figures.phases, PhaseNumber{figures.phase_ends.size() + 1}));
}

// ---- what programs wait for --------------------------------------------------------------------

bool AluTransfer::start() { return unit_->begin(*this); }

const Record& AluTransfer::result() const {
  static const Record kNothing;
  return packet_.payload() != nullptr ? record_of(packet_) : kNothing;
}

void PhaseArrival::start() {
  self().note_wait(WaitFor::kPhase);
  self().context().steps->arrive(*this, count_);
}

void PhaseArrival::result() {
  if (count_ == 0) return;
  self().note_wait(WaitFor::kNothing);
  const barrier& steps = *self().context().steps;
  AluFigures& figures = *unit_->setting_->figures;
  if (figures.steps_seen != steps.steps()) {
    figures.steps_seen = steps.steps();
    const Cycles before = figures.phase_ends.empty() ? 0_cycles : figures.phase_ends.back();
    if (figures.latest.end > before) {
      figures.phase_ends.push_back(figures.latest.end);
      tell_phase(self().context(), figures);
    }
  }
  unit_->path_ = figures.latest;
}

// ---- the unit ----------------------------------------------------------------------------------

Ask<AluTransfer> arithmetic_unit::send(unsigned channel, Record record, std::uint32_t tap) {
  return Ask<AluTransfer>{self(),  *this, AluTransfer::Kind::kSend,      AluTransfer::kNone,
                          channel, tap,   pack_record(std::move(record))};
}

Ask<AluTransfer> arithmetic_unit::receive(unsigned channel) {
  return Ask<AluTransfer>{self(), *this, AluTransfer::Kind::kReceive, channel, AluTransfer::kNone,
                          0U};
}

Ask<AluTransfer> arithmetic_unit::relay(unsigned from, unsigned to) {
  return Ask<AluTransfer>{self(), *this, AluTransfer::Kind::kRelay, from, to, 0U};
}

Program arithmetic_unit::count_hops(unsigned channel, std::int64_t hops, Cycles hop) {
  const CriticalPath start = path_;
  co_await self().compute(hops * hop);
  path_ = start;
  path_.counts[setting_->kinds[channel]] += static_cast<std::int32_t>(hops);
  path_.end = ClockPeriod{}.now();
}

Program arithmetic_unit::work(Cycles cycles) {
  co_await self().compute(cycles);
  path_.counts[CriticalPath::kWork] += static_cast<std::int32_t>(cycles.count());
  path_.end = ClockPeriod{}.now();
  setting_->figures->latest = std::max(setting_->figures->latest, path_);
}

void arithmetic_unit::note_sets(std::uint64_t sets) const {
  std::uint64_t& most = setting_->figures->most_sets;
  most = std::max(most, sets);
}

alu_node& arithmetic_unit::alu() const { return static_cast<alu_node&>(self()); }

bool arithmetic_unit::begin(AluTransfer& transfer) {
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

bool arithmetic_unit::take_waiting(AluTransfer& transfer) {
  const auto waiting = std::ranges::find(buffer_, transfer.in_, &Waiting::channel);
  if (waiting == buffer_.end()) return false;
  transfer.packet_ = std::move(waiting->packet);
  buffer_.erase(waiting);
  if (probe_) probe_.show();
  return true;
}

void arithmetic_unit::start(AluTransfer& transfer) {
  for (const AluTransfer* other = sending_; other != nullptr; other = other->next_) {
    if (other->out_ != transfer.out_) continue;
    ports_->violation(transfer.out_, "one-in-one-out", "sends while a packet is still on");
  }
  transfer.start_ = path_;
  record_of(transfer.packet_).path = path_;
  transfer.next_ = sending_;
  sending_ = &transfer;
  ++sends_;
  if (probe_) probe_.show();
  if (watched()) {
    tell_watches([&](auto& watch) { watch.leaves(alu(), transfer.out_, transfer.packet_); });
  }
  ports_->leave(transfer.out_, transfer.tap_, std::move(transfer.packet_));
}

void arithmetic_unit::sent(unsigned channel) {
  const auto fits = [this, channel](const AluTransfer& transfer) {
    return ports_->same(channel, transfer.out_);
  };
  AluTransfer* const ended = unlink(sending_, &AluTransfer::next_, fits);
  follow(ended->start_, channel);
  ended->complete();
}

void arithmetic_unit::received(unsigned channel, Packet&& packet) {
  ++receives_;
  if (watched()) tell_watches([&](auto& watch) { watch.arrives(alu(), channel, packet); });
  if (holds_what_comes_) tell_held(record_of(packet).operand.operands());
  follow(record_of(packet).path, channel);
  setting_->figures->latest = std::max(setting_->figures->latest, path_);
  AluTransfer* const taker =
      unlink(receiving_, &AluTransfer::next_,
             [channel](const AluTransfer& transfer) { return transfer.in_ == channel; });
  if (taker == nullptr) {
    buffer_.push_back({std::move(packet), channel});
    if (buffer_.size() > ports_->at_a_time()) {
      ports_->violation(channel, "relay-buffer",
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
void arithmetic_unit::follow(const CriticalPath& start, unsigned channel) {
  CriticalPath arrived = start;
  ++arrived.counts[setting_->kinds[channel]];
  arrived.end = ClockPeriod{}.now();
  path_ = std::max(path_, arrived);
}

Packet arithmetic_unit::pack_record(Record&& record) {
  return Packet{self().new_packet(),
                self().id(),
                0,
                setting_->words,
                Blocks{},
                {},
                std::make_unique<const Record>(std::move(record))};
}

/// By channel, whatever the order in which the programs of a node have asked.
void arithmetic_unit::list_waits(Waits& waits) const {
  std::set<unsigned> from;
  std::set<unsigned> to;
  for (const AluTransfer* one = receiving_; one != nullptr; one = one->next_) from.insert(one->in_);
  for (const AluTransfer* one = sending_; one != nullptr; one = one->next_) to.insert(one->out_);
  for (const unsigned in : from) waits.push_back({WaitFor::kPacket, ports_->channel_name(in)});
  for (const unsigned out : to) waits.push_back({WaitFor::kSent, ports_->channel_name(out, true)});
}

std::string arithmetic_unit::partial_name() const {
  return std::string{self().name()} + ".partial";
}

void arithmetic_unit::for_each_light_part(
    const std::function<void(const LightPart&)>& visit) const {
  visit({partial_name(), "partial_value", {}});
}

void arithmetic_unit::tell_partial_to(trace_sink_if& sink) {
  PartView view = named_view(self().name(), PartKind::kStore);
  view.order += ".holds";
  view.part = partial_name();
  view.label += " holds";
  tells_partial_ = sink.wants(view);
}

void arithmetic_unit::tell_partial() const {
  constexpr std::size_t kMost = 28;
  std::string text = partial_.present() ? to_text(setting_->op, partial_) : std::string{};
  if (text.size() > kMost) {
    text = text.substr(0, kMost / 2 - 1) + ".." + text.substr(text.size() - kMost / 2 + 1);
  }
  PartSetting holds;
  if (!text.empty()) holds = RegisterValue{std::move(text)};
  self().context().sink->record(
      set_row(ClockPeriod{}.now(), self().id(), partial_name(), std::move(holds)));
  tell_held(partial_.operands());
}

void arithmetic_unit::tell_held(std::uint64_t operands) const {
  if (!tells_partial_) return;
  if (auto* const looks = dynamic_cast<operands_sink_if*>(self().context().sink)) {
    looks->combined({ClockPeriod{}.now(), self().id(), operands});
  }
}

void arithmetic_unit::trace(sc_core::sc_trace_file* file, const std::string& prefix) const {
  probe_.add(file, prefix + "partial", [this] { return partial_.number(); });
  sc_core::sc_trace(file, sends_, prefix + "sends");
  sc_core::sc_trace(file, receives_, prefix + "receives");
  probe_.add(file, prefix + "buffered",
             [this] { return static_cast<std::uint32_t>(buffer_.size()); });
}

}  // namespace plexus
