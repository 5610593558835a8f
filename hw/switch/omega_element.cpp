#include "hw/switch/omega_element.hpp"

#include <algorithm>
#include <array>

#include "hw/observe/bits.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

omega_element::omega_element(sc_core::sc_module_name name, std::uint32_t radix, std::uint32_t most)
    : sc_module{name}, setting{"setting", *this}, inputs_(radix), most_{most} {
  decision_.driver.assign(radix, kNobody);
  decision_.winner.assign(radix, kNobody);
}

void omega_element::end_of_elaboration() {
  check_bound(inputs.size(), radix(), "wires", inputs);
  check_bound(outputs.size(), radix(), "wires", outputs);
}

void omega_element::decide() {
  for (std::uint32_t i = 0; i < radix(); ++i) inputs_[i] = inputs[static_cast<int>(i)]->message();
  std::ranges::fill(decision_.driver, kNobody);
  std::ranges::fill(decision_.winner, kNobody);
  setting.occupant().set(inputs_, decision_);
  check_setting();
  count();
  state_ = decode_state();
  changed_ = decision_.driver != held_;
  if (changed_) held_ = decision_.driver;
  for (std::uint32_t o = 0; o < radix(); ++o) {
    if (decision_.driver[o] == kNobody) continue;
    outputs[static_cast<int>(o)]->drive(inputs_[decision_.driver[o]]);
  }
  probe_.show();
}

void omega_element::set(std::span<const ElementInput> messages, ElementDecision& decision) {
  admitted_ = 0;
  for (std::uint32_t input = 0; input < messages.size(); ++input) {
    if (messages[input].valid) admit(input, decision);
  }
}

/// The message of `input` takes the outputs that it wants, if all of them are left.
void omega_element::admit(std::uint32_t input, ElementDecision& decision) {
  const ElementInput& message = inputs_[input];
  std::uint32_t met = kNobody;
  message.wants.for_each(radix(), [&](std::uint32_t output) {
    if (met == kNobody) met = decision.driver[output];
  });
  if (met == kNobody && admitted_ < most_) {
    ++admitted_;
    decision.winner[input] = input;
    message.wants.for_each(radix(), [&](std::uint32_t output) { decision.driver[output] = input; });
  } else if (met != kNobody && merges(inputs_[met], message)) {
    decision.winner[input] = met;
  }
}

/// What stands in the element's place can say anything: a driver is a message that is there.
void omega_element::check_setting() const {
  const auto there = [&](std::uint32_t input) {
    return input == kNobody || (input < radix() && inputs_[input].valid);
  };
  const bool fits = decision_.driver.size() == radix() && decision_.winner.size() == radix();
  if (fits && std::ranges::all_of(decision_.driver, there) &&
      std::ranges::all_of(decision_.winner, there)) {
    return;
  }
  raise("port-rule", name(), Figures{{"rule", "driver"}},
        "It is set for a message that does not stand in front of it: a driver of its {} outputs is "
        "an input with a message, or nobody.",
        radix());
}

void omega_element::count() {
  decision_.conflicts = decision_.merges = 0;
  for (std::uint32_t input = 0; input < radix(); ++input) {
    if (!inputs_[input].valid) continue;
    const std::uint32_t winner = decision_.winner[input];
    if (winner == kNobody) ++decision_.conflicts;
    if (winner != kNobody && winner != input) ++decision_.merges;
  }
}

void omega_element::clear() {
  for (ElementInput& input : inputs_) input.valid = false;
  state_ = 0;
  decision_.conflicts = decision_.merges = 0;
  std::ranges::fill(decision_.driver, kNobody);
  probe_.show();
}

std::uint32_t omega_element::decode_state() const {
  if (radix() != 2) return 0;
  const std::uint32_t upper = decision_.driver[0];
  const std::uint32_t lower = decision_.driver[1];
  if (upper != kNobody && upper == lower) return 2 + upper;
  return upper == 1 || lower == 0 ? 1 : 0;
}

ElementSetting omega_element::passes() const {
  using enum ElementSetting::State;
  constexpr std::array kStates{kStraight, kExchange, kUpperBroadcast, kLowerBroadcast};
  ElementSetting passes{radix() == 2 ? kStates[state_] : kSet, {}};
  for (std::uint32_t input = 0; input < radix(); ++input) {
    if (!inputs_[input].valid) continue;
    PacketWay& way = passes.ways.emplace_back();
    way.packet = inputs_[input].packet;
    way.input = input;
    const std::uint32_t winner = decision_.winner[input];
    if (winner == kNobody) {
      way.verdict = PacketWay::Verdict::kDropped;
    } else if (winner != input) {
      way.verdict = PacketWay::Verdict::kMerged;
      way.with = winner;
    } else {
      for (std::uint32_t output = 0; output < radix(); ++output) {
        if (decision_.driver[output] == input) way.outputs.push_back(output);
      }
    }
  }
  return passes;
}

void omega_element::trace(sc_core::sc_trace_file* file) const {
  const std::string prefix = std::string{name()} + '.';
  if (radix() == 2) trace_bits(file, state_, prefix + "state");
  for (std::uint32_t i = 0; i < radix(); ++i) {
    sc_core::sc_trace(file, inputs_[i].valid, fmt::format("{}in_valid_{}", prefix, i));
  }
  for (std::uint32_t o = 0; o < radix(); ++o) {
    probe_.add(file, fmt::format("{}out_valid_{}", prefix, o),
               [this, o] { return decision_.driver[o] != kNobody; });
  }
  sc_core::sc_trace(file, decision_.conflicts, prefix + "conflicts");
  sc_core::sc_trace(file, decision_.merges, prefix + "merges");
}

}  // namespace plexus
