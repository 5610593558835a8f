#include "hw/switch/switch_fabric.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hw/rule/fault.hpp"
#include "hw/switch/combine_element.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

switch_fabric::switch_fabric(sc_core::sc_module_name name, const SwitchWiring& wiring,
                             Elements kind)
    : sc_module{name}, wiring_{wiring}, touched_(wiring.stages) {
  const auto make = [&](const char* element, std::uint32_t) -> std::unique_ptr<omega_element> {
    if (kind == Elements::kCombining) {
      return std::make_unique<combine_element>(element, wiring_.radix, wiring_.most);
    }
    return std::make_unique<omega_element>(element, wiring_.radix, wiring_.most);
  };
  for (std::uint32_t t = 0; t < wiring_.stages; ++t) {
    stages_.push_back(std::make_unique<switch_stage<omega_element>>(
        ("stage_" + std::to_string(t)).c_str(), wiring_.elements, make));
  }
}

void switch_fabric::clear() {
  for (std::uint32_t t = 0; t < wiring_.stages; ++t) {
    for (const std::uint32_t element : touched_[t]) (*stages_[t])[element].clear();
    touched_[t].clear();
    stages_[t]->set_occupancy(0);
  }
}

const SwitchOutcome& switch_fabric::carry(std::span<const SwitchRequest> messages,
                                          const steering_if& steering) {
  clear();
  outcome_.at_port.assign(wiring_.ports, kNobody);
  outcome_.carrier.resize(messages.size());
  outcome_.blocked.assign(wiring_.stages + 1, 0);
  outcome_.merges.clear();
  outcome_.conflicts = 0;
  outcome_.elements_changed = 0;
  outcome_.first_clash.reset();
  worms_.clear();
  for (std::uint32_t i = 0; i < messages.size(); ++i) {
    outcome_.carrier[i] = i;
    worms_.push_back({wiring_.entry[messages[i].source], i});
  }
  for (std::uint32_t t = 0; t < wiring_.stages; ++t) cross(t, messages, steering);
  arrive();
  check_conservation(messages);
  return outcome_;
}

/// What went in has come out, was dropped, or has become part of another message.
void switch_fabric::check_conservation(std::span<const SwitchRequest> messages) const {
  for (const SwitchRequest& message : messages) {
    if (message.destination == kEveryPort) return;  // comes out more often than it went in
  }
  const auto empty = std::ranges::count(outcome_.at_port, kNobody);
  const std::size_t out = wiring_.ports - static_cast<std::size_t>(empty);
  if (out + outcome_.conflicts + outcome_.merges.size() == messages.size()) return;
  raise("conservation", name(), Figures{{"injected", messages.size()}, {"delivered", out}},
        "{} messages went in, {} came out, {} were dropped and {} merged into others.",
        messages.size(), out, outcome_.conflicts, outcome_.merges.size());
}

void switch_fabric::cross(std::uint32_t t, std::span<const SwitchRequest> messages,
                          const steering_if& steering) {
  switch_stage<omega_element>& stage = *stages_[t];
  std::vector<std::uint32_t>& touched = touched_[t];
  const std::uint32_t radix = wiring_.radix;
  stage.set_occupancy(static_cast<std::uint32_t>(worms_.size()));
  for (const auto [line, message] : worms_) {
    const std::uint32_t element = line / radix;
    const std::uint32_t input = line % radix;
    const SwitchRequest& request = messages[message];
    stage[element].present(input, {true, steering.steer(t, element, input, request),
                                   request.destination, message, request.packet});
    touched.push_back(element);
  }
  std::ranges::sort(touched);
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  next_.clear();
  for (const std::uint32_t element : touched) {
    omega_element& deciding = stage[element];
    deciding.decide();
    if (deciding.changed()) ++outcome_.elements_changed;
    const ElementDecision& decision = deciding.decision();
    const std::span<const ElementInput> inputs = deciding.inputs();
    for (std::uint32_t i = 0; i < radix; ++i) {
      if (!inputs[i].valid) continue;
      const std::uint32_t winner = decision.winner[i];
      if (winner == kNobody) {
        drop(inputs[i].message, t, element);
      } else if (winner != i) {
        outcome_.carrier[inputs[i].message] = inputs[winner].message;
        outcome_.merges.emplace_back(inputs[winner].message, inputs[i].message);
      }
    }
    for (std::uint32_t o = 0; o < radix; ++o) {
      if (decision.driver[o] == kNobody) continue;
      const std::uint32_t behind = element * radix + o;
      const std::uint32_t line = t + 1 < wiring_.stages ? wiring_.between[t][behind] : behind;
      next_.push_back({line, inputs[decision.driver[o]].message});
    }
  }
  std::swap(worms_, next_);
}

/// The messages behind the last stage come to their ports.
void switch_fabric::arrive() {
  std::ranges::sort(worms_, {}, &Worm::line);
  for (const auto [line, message] : worms_) {
    const std::uint32_t port = wiring_.exit[line];
    if (outcome_.at_port[port] == kNobody) {
      outcome_.at_port[port] = message;
    } else {
      drop(message, wiring_.stages, port);
    }
  }
}

void switch_fabric::drop(std::uint32_t message, std::uint32_t stage, std::uint32_t element) {
  outcome_.carrier[message] = kNobody;
  ++outcome_.conflicts;
  ++outcome_.blocked[stage];
  if (!outcome_.first_clash) outcome_.first_clash = Clash{stage, element, message};
}

void switch_fabric::record_settings(trace_sink_if& sink, bool empty) const {
  const Cycles now = ClockPeriod{}.now();
  for (std::uint32_t t = 0; t < wiring_.stages; ++t) {
    for (const std::uint32_t e : touched_[t]) {
      const omega_element& element = (*stages_[t])[e];
      sink.record(set_row(now, std::uint64_t{t} * wiring_.elements + e, element.name(),
                          empty ? "" : element.setting_text()));
    }
  }
}

}  // namespace plexus
