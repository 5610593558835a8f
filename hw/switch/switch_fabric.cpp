#include "hw/switch/switch_fabric.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hw/channel/inner.hpp"
#include "hw/rule/fault.hpp"
#include "hw/switch/combine_element.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

switch_fabric::switch_fabric(sc_core::sc_module_name name, const SwitchWiring& wiring,
                             Elements kind)
    : sc_module{name}, wiring_{wiring}, driven_(wiring.stages + 1), touched_(wiring.stages) {
  for (std::uint32_t t = 0; t <= wiring_.stages; ++t) {
    for (std::uint32_t l = 0; l < wiring_.lines(); ++l) lines_.emplace_back(*this, t, l);
  }
  for (std::uint32_t t = 0; t < wiring_.stages; ++t) {
    const auto make = [&](const char* element, std::uint32_t index) {
      const std::uint32_t radix = wiring_.radix;
      auto made = kind == Elements::kCombining
                      ? std::make_unique<combine_element>(element, radix, wiring_.most)
                      : std::make_unique<omega_element>(element, radix, wiring_.most);
      for (std::uint32_t l = index * radix; l < (index + 1) * radix; ++l) {
        made->inputs(line(t, l));
        made->outputs(line(t + 1, t + 1 < wiring_.stages ? wiring_.between[t][l] : l));
      }
      return made;
    };
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
  for (std::uint32_t t = 0; t <= wiring_.stages; ++t) {
    for (const std::uint32_t driven : driven_[t]) line(t, driven).clear();
    driven_[t].clear();
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
  messages_ = messages;
  steering_ = &steering;
  for (std::uint32_t i = 0; i < messages.size(); ++i) {
    outcome_.carrier[i] = i;
    const SwitchRequest& message = messages[i];
    line(0, wiring_.entry[message.source])
        .drive({true, {}, message.destination, i, message.packet});
  }
  for (std::uint32_t t = 0; t < wiring_.stages; ++t) cross(t);
  arrive();
  check_conservation();
  return outcome_;
}

/// What went in has come out, was dropped, or has become part of another message.
void switch_fabric::check_conservation() const {
  for (const SwitchRequest& message : messages_) {
    if (message.destination == kEveryPort) return;  // comes out more often than it went in
  }
  const auto empty = std::ranges::count(outcome_.at_port, kNobody);
  const std::size_t out = wiring_.ports - static_cast<std::size_t>(empty);
  if (out + outcome_.conflicts + outcome_.merges.size() == messages_.size()) return;
  raise("conservation", name(), Figures{{"injected", messages_.size()}, {"delivered", out}},
        "{} messages went in, {} came out, {} were dropped and {} merged into others.",
        messages_.size(), out, outcome_.conflicts, outcome_.merges.size());
}

/// The elements of a stage that have messages in front of them decide, from the top.
void switch_fabric::cross(std::uint32_t t) {
  switch_stage<omega_element>& stage = *stages_[t];
  std::vector<std::uint32_t>& touched = touched_[t];
  stage.set_occupancy(static_cast<std::uint32_t>(driven_[t].size()));
  for (const std::uint32_t driven : driven_[t]) touched.push_back(driven / wiring_.radix);
  std::ranges::sort(touched);
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const std::uint32_t element : touched) {
    omega_element& deciding = stage[element];
    deciding.decide();
    if (deciding.changed()) ++outcome_.elements_changed;
    const std::span<const ElementInput> inputs = deciding.messages();
    for (std::uint32_t i = 0; i < wiring_.radix; ++i) {
      if (!inputs[i].valid) continue;
      const std::uint32_t winner = deciding.decision().winner[i];
      if (winner == kNobody) {
        drop(inputs[i].message, t, element);
      } else if (winner != i) {
        outcome_.carrier[inputs[i].message] = inputs[winner].message;
        outcome_.merges.emplace_back(inputs[winner].message, inputs[i].message);
      }
    }
  }
}

/// The messages behind the last stage come to their ports.
void switch_fabric::arrive() {
  std::vector<std::uint32_t>& last = driven_[wiring_.stages];
  std::ranges::sort(last);
  for (const std::uint32_t behind : last) {
    const std::uint32_t message = line(wiring_.stages, behind).message().message;
    const std::uint32_t port = wiring_.exit[behind];
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

void switch_fabric::introduce_elements(trace_sink_if& sink) const {
  for (const auto& stage : stages_) {
    for (std::uint32_t e = 0; e < wiring_.elements; ++e) {
      sink.wants(named_view((*stage)[e].name(), PartKind::kElement));
    }
  }
}

void switch_fabric::record_settings(trace_sink_if& sink, bool empty) const {
  const Cycles now = ClockPeriod{}.now();
  for (std::uint32_t t = 0; t < wiring_.stages; ++t) {
    for (const std::uint32_t e : touched_[t]) {
      const omega_element& element = (*stages_[t])[e];
      sink.record(set_row(now, std::uint64_t{t} * wiring_.elements + e, element.name(),
                          empty ? PartSetting{} : element.passes()));
    }
  }
}

void switch_fabric::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  for (const switch_line& one : lines_) visit({one.full_name(), "line", {}});
}

// ---- wires -----------------------------------------------------------------------------------

void switch_line::drive(const ElementInput& message) {
  message_ = message;
  fabric_->driven_[stage_].push_back(line_);
  if (stage_ == fabric_->wiring_.stages) return;
  const std::uint32_t radix = fabric_->wiring_.radix;
  message_.wants = fabric_->steering_->steer(stage_, line_ / radix, line_ % radix,
                                             fabric_->messages_[message.message]);
}

void switch_line::register_port(sc_core::sc_port_base& port, const char* /*type*/) {
  check_inner(*this, fabric_->name(), port);
}

std::string switch_line::full_name() const {
  if (stage_ == fabric_->wiring_.stages) return fmt::format("{}.line_{}", fabric_->name(), line_);
  return fmt::format("{}.stage_{}.line_{}", fabric_->name(), stage_, line_);
}

}  // namespace plexus
