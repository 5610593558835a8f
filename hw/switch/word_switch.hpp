#pragma once

#include <functional>
#include <span>

#include "hw/channel/exchange_port.hpp"
#include "hw/switch/pass_switch.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// An unbuffered switch with a pass of one-word messages in every cycle.
class word_switch final : public pass_switch {
 public:
  static constexpr const char* kKind = "word_switch";

  /// `ended` is called with the end of a pass, in the cycle after it.
  word_switch(sc_core::sc_module_name name, const SwitchWiring& wiring,
              std::function<void()> ended);

  /// Who brings the words through: the switch itself, unless another is bound here.
  exchange_port<pass_stream_if> streaming{"streaming", *this};

  [[nodiscard]] const char* kind() const override { return kKind; }

  /// `messages` enter in the present cycle, and leave with its end; there need not be any.
  void pass(std::span<const SwitchRequest> messages, const steering_if& steering);

  [[nodiscard]] LinkTiming timing() const override { return {}; }
  [[nodiscard]] std::span<const SwitchRequest> requests() const override { return requests_; }
  [[nodiscard]] const SwitchOutcome& outcome() const override { return *outcome_; }
  [[nodiscard]] Words pass_words() const override { return 1_words; }
  [[nodiscard]] Cycles pass_start() const override { return start_; }
  void finish(const SwitchOutcome& outcome) override;
  void stream(pass_if& pass) override;

 private:
  void end_pass() { ended_(); }

  ClockPeriod clock_;
  std::function<void()> ended_;
  std::span<const SwitchRequest> requests_;
  const SwitchOutcome* outcome_ = nullptr;  ///< of the elements, or told_
  SwitchOutcome told_;                      ///< by who brings the words through in its place
  Cycles start_{0};
  sc_core::sc_event end_{"end"};
};

}  // namespace plexus
