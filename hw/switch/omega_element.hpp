#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Outputs of a switch element that a message wants.
class OutputSet {
 public:
  OutputSet() = default;  ///< none
  [[nodiscard]] static OutputSet one(std::uint32_t output) { return {Kind::kOne, output}; }
  [[nodiscard]] static OutputSet all() { return {Kind::kAll, 0}; }
  /// Bit o: output o; for the first 64 outputs.
  [[nodiscard]] static OutputSet of_mask(std::uint64_t mask) { return {Kind::kMask, mask}; }

  /// Does the message go to several outputs?
  [[nodiscard]] bool multicast() const {
    return kind_ == Kind::kAll || (kind_ == Kind::kMask && std::popcount(value_) > 1);
  }
  /// Calls visit(output) for every output below `outputs`, in rising order.
  template <typename Visit>
  void for_each(std::uint32_t outputs, Visit visit) const {
    if (kind_ == Kind::kOne) {
      visit(static_cast<std::uint32_t>(value_));
    } else if (kind_ == Kind::kAll) {
      for (std::uint32_t output = 0; output < outputs; ++output) visit(output);
    } else {
      for (std::uint64_t rest = value_; rest != 0; rest &= rest - 1) {
        visit(static_cast<std::uint32_t>(std::countr_zero(rest)));
      }
    }
  }

  friend bool operator==(const OutputSet&, const OutputSet&) = default;

 private:
  enum class Kind : std::uint8_t { kMask, kOne, kAll };
  OutputSet(Kind kind, std::uint64_t value) : value_{value}, kind_{kind} {}

  std::uint64_t value_ = 0;
  Kind kind_ = Kind::kMask;
};

/// No input, no message, no element.
inline constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

/// A message in front of a switch element.
struct ElementInput {
  bool valid = false;  ///< the rest counts only with it
  OutputSet wants;
  NodeId destination = 0;
  std::uint32_t message = kNobody;  ///< number within the pass
  PacketId packet = 0;              ///< what it carries, for waves and traces
};

/// What an element makes of the messages in front of it.
struct ElementDecision {
  std::vector<std::uint32_t> driver;  ///< by output: the input that drives it, or kNobody
  std::vector<std::uint32_t> winner;  ///< by input: the one with which its message shares its way:
                                      ///< itself, or the one that it merged into; kNobody: dropped
  std::uint32_t conflicts = 0;        ///< messages that were dropped
  std::uint32_t merges = 0;           ///< messages that merged into others

  friend bool operator==(const ElementDecision&, const ElementDecision&) = default;
};

class omega_element;

/// Hears of every decision of the elements that it is given to, and may put its own in the place
/// of it: Verilated twins.
class element_twin_if {
 public:
  /// `part` has decided on its present inputs.
  virtual void decide(const omega_element& part, ElementDecision& decision) = 0;

 protected:
  ~element_twin_if() = default;
};

/// Element of an unbuffered multistage switch, `radix` inputs and outputs: straight, exchange,
/// upper and lower broadcast for radix 2, multicast in general; set by the messages themselves.
/// A message is forwarded whole or not at all: where two want a common output, the upper one (that
/// of the smaller input) wins and the other is dropped.
/// Twin: rtl/switch/omega_element.sv. Combinational: decides when it is asked to.
class omega_element : public sc_core::sc_module {
 public:
  /// `most`: messages that it carries at the same time; 1 for the nodes of a data manipulator.
  omega_element(sc_core::sc_module_name name, std::uint32_t radix, std::uint32_t most);
  ~omega_element() override;

  [[nodiscard]] std::uint32_t radix() const { return static_cast<std::uint32_t>(inputs_.size()); }

  /// Puts a message in front of an input.
  void present(std::uint32_t input, const ElementInput& message) { inputs_[input] = message; }
  /// Decides on the present inputs.
  void decide();
  /// Takes all messages away; the setting stays.
  void clear();

  [[nodiscard]] std::span<const ElementInput> inputs() const { return inputs_; }
  [[nodiscard]] const ElementDecision& decision() const { return decision_; }
  /// Did the last decision change the element's setting?
  [[nodiscard]] bool changed() const { return changed_; }

  /// As `state_o` of the twin, for radix 2: 0 straight, 1 exchange, 2 upper broadcast, 3 lower
  /// broadcast. Without messages 0. Larger elements: 0.
  [[nodiscard]] std::uint32_t state() const { return state_; }
  /// The setting in words and which packet goes where: `exchange: packet 3 from 0 to 1`.
  [[nodiscard]] std::string setting_text() const;

  void set_twin(element_twin_if* twin) { twin_ = twin; }

  void trace(sc_core::sc_trace_file* file) const override;

 protected:
  /// May message `late` (of a larger input number) share the way of `early`, which has been
  /// admitted? Only where both want the same single output.
  [[nodiscard]] virtual bool merges(const ElementInput& /*early*/,
                                    const ElementInput& /*late*/) const {
    return false;
  }

 private:
  struct Wave;

  void admit(std::uint32_t input);
  [[nodiscard]] std::uint32_t decode_state() const;
  void show();

  std::vector<ElementInput> inputs_;
  ElementDecision decision_;
  std::vector<std::uint32_t> held_;  ///< drivers of the last setting
  std::uint32_t most_;
  std::uint32_t admitted_ = 0;
  std::uint32_t state_ = 0;
  bool changed_ = false;
  element_twin_if* twin_ = nullptr;
  std::unique_ptr<Wave> wave_;
};

}  // namespace plexus
