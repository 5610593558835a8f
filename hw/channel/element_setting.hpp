#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <span>
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

/// Sets an element of an unbuffered switch: says what becomes of the messages in front of it.
class element_setting_if : virtual public sc_core::sc_interface {
 public:
  /// Combinational. `inputs`: what stands in front of each input. `decision` comes with nobody as
  /// driver of each output and winner of each input; what is dropped or merged the element counts.
  /// A message takes all outputs that it wants or none, an output has one driver.
  virtual void set(std::span<const ElementInput> inputs, ElementDecision& decision) = 0;
};

}  // namespace plexus
