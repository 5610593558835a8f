#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/element_setting.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/switch_line.hpp"
#include "hw/observe/probe.hpp"
#include "hw/observe/setting.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Element of an unbuffered multistage switch, `radix` inputs and outputs: straight, exchange,
/// upper and lower broadcast for radix 2, multicast in general; set by the messages themselves.
/// A message is forwarded whole or not at all: where two want a common output, the upper one (that
/// of the smaller input) wins and the other is dropped.
/// Twin: rtl/switch/omega_element.sv. Combinational: decides when it is asked to.
class omega_element : public sc_core::sc_module, public element_setting_if {
 public:
  using role_if = element_setting_if;
  static constexpr const char* kKind = "omega_element";

  /// Who sets it: itself, unless another is bound here.
  exchange_port<element_setting_if> setting;
  /// The wires in front of its inputs, and those behind its outputs: `radix` each.
  multiport<line_rx_if> inputs{"inputs"};
  multiport<line_tx_if> outputs{"outputs"};

  /// `most`: messages that it carries at the same time; 1 for the nodes of a data manipulator.
  omega_element(sc_core::sc_module_name name, std::uint32_t radix, std::uint32_t most);

  [[nodiscard]] const char* kind() const override { return kKind; }
  [[nodiscard]] std::uint32_t radix() const { return static_cast<std::uint32_t>(inputs_.size()); }

  /// Decides on what stands in front of its inputs, and drives its outputs.
  void decide();
  /// As an element sets itself.
  void set(std::span<const ElementInput> inputs, ElementDecision& decision) override;
  /// Takes all messages away. `changed` goes by the setting of those that come next.
  void clear();

  /// What it has decided on, by input.
  [[nodiscard]] std::span<const ElementInput> messages() const { return inputs_; }
  [[nodiscard]] const ElementDecision& decision() const { return decision_; }
  /// Did the last decision change the element's setting?
  [[nodiscard]] bool changed() const { return changed_; }

  /// As `state_o` of the twin, for radix 2: 0 straight, 1 exchange, 2 upper broadcast, 3 lower
  /// broadcast. Without messages 0. Larger elements: 0.
  [[nodiscard]] std::uint32_t state() const { return state_; }
  /// How it is set, and which packet goes where.
  [[nodiscard]] ElementSetting passes() const;

  void trace(sc_core::sc_trace_file* file) const override;

 protected:
  /// May message `late` (of a larger input number) share the way of `early`, which has been
  /// admitted? Only where both want the same single output.
  [[nodiscard]] virtual bool merges(const ElementInput& /*early*/,
                                    const ElementInput& /*late*/) const {
    return false;
  }

 private:
  void end_of_elaboration() override;
  void admit(std::uint32_t input, ElementDecision& decision);
  void check_setting() const;
  void count();
  [[nodiscard]] std::uint32_t decode_state() const;

  std::vector<ElementInput> inputs_;
  ElementDecision decision_;
  std::vector<std::uint32_t> held_;  ///< drivers of the last setting
  std::uint32_t most_;
  std::uint32_t admitted_ = 0;
  std::uint32_t state_ = 0;
  bool changed_ = false;
  mutable Probe probe_;
};

}  // namespace plexus
