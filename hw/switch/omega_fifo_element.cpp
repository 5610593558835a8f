#include "hw/switch/omega_fifo_element.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "hw/data/mixed.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

omega_fifo_element::omega_fifo_element(sc_core::sc_module_name name, std::uint32_t radix,
                                       std::uint32_t weight, std::uint32_t stage,
                                       std::uint32_t index, FifoContext& context,
                                       FifoStageFigures& figures)
    : sc_module{name},
      arbiter{"arbiter", *this},
      context_{&context},
      figures_{&figures},
      won_last_(radix, radix - 1),  // so the upper input wins first
      crowding_(radix),
      grants_(radix),
      wants_(radix, kNobody),
      radix_{radix},
      weight_{weight},
      stage_{stage},
      index_{index} {
  if (std::has_single_bit(radix)) shift_ = static_cast<std::uint32_t>(std::countr_zero(weight));
}

void omega_fifo_element::end_of_elaboration() {
  check_bound(inputs.size(), radix_, "queues", inputs);
  check_bound(outputs.size(), radix_, "queues", outputs);
  for (std::uint32_t i = 0; i < radix_; ++i) {
    in_.push_back(inputs[static_cast<int>(i)]);
    out_.push_back(outputs[static_cast<int>(i)]);
  }
  judged_ = arbiter.exchanged();
  watched_ = watched_ || judged_;
  alone_ = radix_ == 2 && !watched_;
  for (std::uint32_t i = 0; i < 2 && alone_; ++i) {
    in_queues_[i] = dynamic_cast<fifo_queue*>(in_[i]);
    fifo_queue* const behind = dynamic_cast<fifo_queue*>(out_[i]);
    alone_ = in_queues_[i] != nullptr && behind != nullptr;
    if (!alone_) return;
    const auto [stage, who] = behind->reader();
    out_queues_[i] = {behind, &context_->awake[stage], who};
  }
}

std::uint64_t omega_fifo_element::coin() const {
  const auto cycle = static_cast<std::uint64_t>(context_->now.count());
  return mixed(mixed(context_->seed) + (cycle << 20) + (std::uint64_t{stage_} << 52) + index_);
}

/// Decides as decide_of_any does, by which every other element goes: "watched and unwatched
/// networks do the same" holds both to one outcome. The heads' wishes and the room behind are as
/// good as random under load, so little branches on them before the moves themselves.
bool omega_fifo_element::decide_of_two() {
  const Cycles now = context_->now;
  const std::uint32_t depth = context_->depth;
  const std::uint32_t crowded = context_->crowded();
  const bool alternates = context_->arbitration == Arbitration::kAlternating;
  std::array<std::uint32_t, 2> wants{};
  std::uint32_t left = 0;
  std::uint32_t full = 0;
  for (std::uint32_t i = 0; i < 2; ++i) {
    const fifo_queue& queue = *in_queues_[i];
    const std::uint32_t held = queue.depth_at_start(now);
    const std::uint32_t wanted = output_of(queue.places[queue.head].destination);
    left += queue.count;
    full += held == depth ? 1 : 0;
    wants[i] = held == 0 ? kNobody : wanted;
    if (held > figures_->max_depth) figures_->max_depth = held;
    if (held >= crowded && !crowding_[i].saturated) press(i);
  }
  figures_->full += full;
  std::array<std::uint32_t, 2> winners{};
  for (std::uint32_t o = 0; o < 2; ++o) {
    const bool upper = wants[0] == o;
    const bool lower = wants[1] == o;
    std::uint32_t winner = lower ? 1 : 0;
    if (alternates) {
      winner = upper && lower ? 1 - won_last_[o] : winner;
    } else if (upper && lower) {
      winner = choose(o, std::array{wants});  // a copy: what is passed on lies in memory
    }
    winners[o] = (upper || lower) && out_queues_[o].behind->ready(now, depth) ? winner : kNobody;
  }
  std::uint32_t moves = 0;
  for (std::uint32_t o = 0; o < 2; ++o) {
    if (winners[o] == kNobody) continue;
    const Output& output = out_queues_[o];
    won_last_[o] = winners[o];
    output.behind->push(in_queues_[winners[o]]->pop(now, depth), now, depth);
    output.woken->add(output.number);
    ++moves;
  }
  figures_->moves += moves;
  return left > moves;
}

bool omega_fifo_element::decide_of_any() {
  const std::uint32_t crowded = context_->crowded();
  for (std::uint32_t i = 0; i < radix_; ++i) {
    const std::uint32_t held = in_[i]->held();
    wants_[i] = kNobody;
    if (held == 0) continue;
    wants_[i] = output_of(in_[i]->packet(0).destination);
    if (held > figures_->max_depth) figures_->max_depth = held;
    if (held == context_->depth) ++figures_->full;
    if (held >= crowded && !crowding_[i].saturated) press(i);
  }
  std::ranges::fill(grants_, FifoGrant{});
  arbiter->grant(*this, grants_);
  if (judged_) {
    check(grants_, "port-rule");
    count_held_back();
  }
  if (watched()) show_to_others();
  for (std::uint32_t o = 0; o < radix_; ++o) {
    const auto [winner, valid, place] = grants_[o];
    if (winner == kNobody) continue;
    won_last_[o] = winner;
    const FifoPacket packet = in_[winner]->take(place);
    if (valid) out_[o]->push(packet);
    ++figures_->moves;
  }
  return !std::ranges::all_of(in_, &fifo_rx_if::empty);
}

/// An arbiter may let packets wait that could move, but not for ever.
void omega_fifo_element::count_held_back() {
  constexpr std::uint32_t kMost = 1'000;  // cycles
  const auto could_move = [this](std::uint32_t wanted) {
    return wanted != kNobody && out_[wanted]->ready();
  };
  const bool moves =
      std::ranges::any_of(grants_, [](FifoGrant one) { return one.input != kNobody; });
  held_back_ = moves || std::ranges::none_of(wants_, could_move) ? 0 : held_back_ + 1;
  if (held_back_ < kMost) return;
  raise("starvation", name_of(arbiter.occupant()),
        "For {} cycles it has granted nothing to the packets in front of {}, though there is room "
        "behind it.",
        kMost, name());
}

const FifoPacket& omega_fifo_element::packet(std::uint32_t input, std::uint32_t place) const {
  const std::uint32_t there = held(input);
  if (place >= there) [[unlikely]] {
    raise("program", name(), "It was asked for packet {} at input {}: {} wait there.", place, input,
          there);
  }
  return in_[input]->packet(place);
}

void omega_fifo_element::grant(const fifo_queues_if& /*queues*/, std::span<FifoGrant> grants) {
  for (std::uint32_t o = 0; o < radix_; ++o) {
    if (ready(o)) grants[o].input = choose(o, wants_);
  }
}

/// The input to which an output is granted, if any wants it.
std::uint32_t omega_fifo_element::choose(std::uint32_t output,
                                         std::span<const std::uint32_t> wants) const {
  const auto behind = [&](std::uint32_t input) {
    while (++input < radix_ && wants[input] != output) continue;
    return input < radix_ ? input : kNobody;
  };
  const std::uint32_t first = behind(~0U);
  if (first == kNobody) return kNobody;
  return winner_of(
      context_->arbitration, first, won_last_[output], behind,
      [this](std::uint32_t input) { return packet(input).born; },
      [&] {
        const auto contenders = static_cast<std::uint64_t>(std::ranges::count(wants, output));
        return static_cast<std::uint32_t>((coin() >> 32) * contenders >> 32);
      });
}

/// Tells the wave and the trace of a decision.
void omega_fifo_element::show_to_others() {
  if (probe_) probe_.show();
  const bool waiting =
      std::ranges::any_of(wants_, [](std::uint32_t output) { return output != kNobody; });
  if (context_->sink != nullptr && (waiting || told_)) record();
  told_ = waiting;
}

void omega_fifo_element::check(std::span<const FifoGrant> grants, const char* kind) const {
  for (std::uint32_t o = 0; o < radix_; ++o) {
    const std::uint32_t input = grants[o].input;
    if (input == kNobody) continue;
    bool moves = false;  // to an output before
    for (std::uint32_t before = 0; before < o; ++before) {
      moves = moves || grants[before].input == input;
    }
    if (moves || input >= radix_ || held(input) <= grants[o].place) {
      raise(kind, name(), "Input {} is granted to output {} without a packet left for it.", input,
            o);
    }
    if (!ready(o)) {
      raise("queue-depth", name(), Figures{{"depth", context_->depth}},
            "The packet granted to output {} finds the queue behind it full.", o);
    }
  }
}

/// The queue of `input`, not yet saturated, is crowded in this cycle. In all those since it was so
/// last it was not.
void omega_fifo_element::press(std::uint32_t input) {
  Crowding& queue = crowding_[input];
  const std::int64_t free = (context_->now - queue.at).count() - 1;
  if (free > 0) {
    queue.congestion = static_cast<std::uint16_t>(queue.congestion > free ? queue.congestion - free
                                                                          : std::int64_t{0});
  }
  queue.at = context_->now;
  if (queue.congestion == 0) queue.since = context_->now;
  queue.congestion = std::min<std::uint16_t>(queue.congestion + 2, Crowding::kSaturated);
  if (queue.congestion < Crowding::kSaturated) return;
  queue.saturated = true;
  context_->saturated.push_back({queue.since, stage_, index_, input});
}

void omega_fifo_element::trace(sc_core::sc_trace_file* file) const {
  watched_ = true;
  const std::string prefix = std::string{name()} + '.';
  const auto inside = [this] {
    std::uint32_t packets = 0;
    for (std::uint32_t i = 0; i < radix_; ++i) packets += held(i);
    return packets;
  };
  const auto granted = [this](std::uint32_t o) { return grants_[o].input != kNobody; };
  probe_.add(file, prefix + "queue_depth", inside);
  if (radix_ == 2) {  // straight, exchange
    probe_.add_bits(file, prefix + "state", [this, granted]() -> std::uint32_t {
      return (granted(0) && grants_[0].input != 0) || (granted(1) && grants_[1].input != 1);
    });
  }
  probe_.add(file, prefix + "blocked", [this, inside] {
    const auto none = [](const FifoGrant& one) { return one.input == kNobody; };
    return inside() > 0 && std::ranges::all_of(grants_, none);
  });
  for (std::uint32_t i = 0; i < radix_; ++i) {
    const std::string number = std::to_string(i);
    probe_.add(file, prefix + "queue_depth_" + number, [this, i] { return held(i); });
    probe_.add(file, prefix + "out_valid_" + number, [granted, i] { return granted(i); });
  }
}

/// A row for the trace: which packets move, and which heads wait; that the element is empty now.
void omega_fifo_element::record() const {
  using enum ElementSetting::State;
  ElementSetting passes;
  std::uint32_t moving = 0;
  bool straight = true;
  for (std::uint32_t o = 0; o < radix_; ++o) {
    if (grants_[o].input == kNobody) continue;
    ++moving;
    straight = straight && grants_[o].input == o;
  }
  passes.state = moving == 0 ? kBlocked : radix_ > 2 ? kUntold : straight ? kStraight : kExchange;
  for (std::uint32_t i = 0; i < radix_; ++i) {
    if (wants_[i] == kNobody) continue;
    const auto granted = std::ranges::find(grants_, i, &FifoGrant::input);
    const bool moves = granted != grants_.end();
    const FifoPacket& told = packet(i, moves ? granted->place : 0);
    PacketWay& way = passes.ways.emplace_back();
    way.packet = std::uint64_t{told.number} * context_->ports + told.source;
    way.input = i;
    way.verdict = moves ? PacketWay::Verdict::kGoes : PacketWay::Verdict::kWaits;
    way.outputs = {moves ? static_cast<std::uint32_t>(granted - grants_.begin()) : wants_[i]};
  }
  PartSetting setting;
  if (!passes.ways.empty()) setting = std::move(passes);
  context_->sink->record(
      set_row(context_->now, std::uint64_t{stage_} << 32 | index_, name(), std::move(setting)));
}

}  // namespace plexus
