#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw/channel/pass.hpp"
#include "hw/channel/switch_line.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/switch/omega_element.hpp"
#include "hw/switch/switch_stage.hpp"
#include "hw/switch/switch_wiring.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

class switch_fabric;

/// A wire of an unbuffered switch: in front of a stage, or behind the last one. A light channel of
/// its fabric.
class switch_line final : public line_tx_if, public line_rx_if {
 public:
  /// `stage`: the one in front of which it stands. `line`: its number there.
  switch_line(switch_fabric& fabric, std::uint32_t stage, std::uint32_t line)
      : fabric_{&fabric}, stage_{stage}, line_{line} {}

  void drive(const ElementInput& message) override;
  [[nodiscard]] const ElementInput& message() const override { return message_; }
  void clear() { message_.valid = false; }
  [[nodiscard]] std::string full_name() const override;
  void register_port(sc_core::sc_port_base& port, const char* type) override;

 private:
  switch_fabric* fabric_;
  std::uint32_t stage_;
  std::uint32_t line_;
  ElementInput message_;
};

/// Stages of unbuffered elements and the wires between them: what one pass of messages comes to.
/// Combinational; knows no time. Elements decide in data-flow order. Ends the run (fault
/// `conservation`) if a message is lost other than by a drop.
class switch_fabric : public sc_core::sc_module, public light_parts_if {
 public:
  enum class Elements { kPlain, kCombining };

  switch_fabric(sc_core::sc_module_name name, const SwitchWiring& wiring, Elements kind);

  [[nodiscard]] const SwitchWiring& wiring() const { return wiring_; }
  [[nodiscard]] switch_stage<omega_element>& stage(std::uint32_t t) {
    return *stages_[checked_number(t, stages_.size(), "stages", *this)];
  }

  /// Brings `messages` through the elements, as far as they get. The elements stay set until
  /// `clear` or the next pass. The outcome is valid until then.
  const SwitchOutcome& carry(std::span<const SwitchRequest> messages, const steering_if& steering);
  /// Takes all messages away from the elements.
  void clear();

  /// Before the simulation starts.
  void introduce_elements(trace_sink_if& sink) const;
  /// Writes the settings of the present pass to `sink`, a row per element that sees a message;
  /// or that they are empty.
  void record_settings(trace_sink_if& sink, bool empty = false) const;

  /// Its wires.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

 private:
  friend class switch_line;

  [[nodiscard]] switch_line& line(std::uint32_t stage, std::uint32_t number) {
    return lines_[std::size_t{stage} * wiring_.lines() + number];
  }
  void cross(std::uint32_t stage);
  void arrive();
  void drop(std::uint32_t message, std::uint32_t stage, std::uint32_t element);
  void check_conservation() const;

  SwitchWiring wiring_;
  std::deque<switch_line> lines_;  ///< [stage * lines + line]; last those behind the last stage
  std::vector<std::unique_ptr<switch_stage<omega_element>>> stages_;
  std::vector<std::vector<std::uint32_t>> driven_;  ///< by stage, as in lines_: lines with messages
  std::vector<std::vector<std::uint32_t>> touched_;  ///< by stage: elements with messages
  std::span<const SwitchRequest> messages_;          ///< of the present pass
  const steering_if* steering_ = nullptr;            ///< likewise
  SwitchOutcome outcome_;
};

}  // namespace plexus
