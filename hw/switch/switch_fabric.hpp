#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hw/channel/pass.hpp"
#include "hw/observe/trace.hpp"
#include "hw/switch/omega_element.hpp"
#include "hw/switch/switch_stage.hpp"
#include "hw/switch/switch_wiring.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Stages of unbuffered elements and the wires between them: what one pass of messages comes to.
/// Combinational; knows no time. Elements decide in data-flow order. Ends the run (fault
/// `conservation`) if a message is lost other than by a drop.
class switch_fabric : public sc_core::sc_module {
 public:
  enum class Elements { kPlain, kCombining };

  switch_fabric(sc_core::sc_module_name name, const SwitchWiring& wiring, Elements kind);

  [[nodiscard]] const SwitchWiring& wiring() const { return wiring_; }
  [[nodiscard]] switch_stage<omega_element>& stage(std::uint32_t t) { return *stages_[t]; }

  /// Brings `messages` through the elements, as far as they get. The elements stay set until
  /// `clear` or the next pass. The outcome is valid until then.
  const SwitchOutcome& carry(std::span<const SwitchRequest> messages, const steering_if& steering);
  /// Takes all messages away from the elements.
  void clear();

  /// Writes the settings of the present pass to `sink`, a row per element that sees a message;
  /// or that they are empty.
  void record_settings(trace_sink_if& sink, bool empty = false) const;

 private:
  struct Worm {  ///< head of a message, in front of a stage
    std::uint32_t line;
    std::uint32_t message;
  };

  void cross(std::uint32_t stage, std::span<const SwitchRequest> messages,
             const steering_if& steering);
  void arrive();
  void drop(std::uint32_t message, std::uint32_t stage, std::uint32_t element);
  void check_conservation(std::span<const SwitchRequest> messages) const;

  SwitchWiring wiring_;
  std::vector<std::unique_ptr<switch_stage<omega_element>>> stages_;
  std::vector<std::vector<std::uint32_t>> touched_;  ///< by stage: elements with messages
  std::vector<Worm> worms_;
  std::vector<Worm> next_;
  SwitchOutcome outcome_;
};

}  // namespace plexus
