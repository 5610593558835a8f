#pragma once

#include "hw/switch/omega_element.hpp"

namespace plexus {

/// Element of a combining switch: an omega_element that merges messages for the same destination
/// which meet into one, the upper input as left operand. What merging does to their data is the
/// network's business. Messages with different destinations clash as in an omega_element.
/// Twin: rtl/switch/combine_element.sv. Combinational.
class combine_element final : public omega_element {
 public:
  using omega_element::omega_element;
  static constexpr const char* kKind = "combine_element";
  [[nodiscard]] const char* kind() const override { return kKind; }

 private:
  [[nodiscard]] bool merges(const ElementInput& early, const ElementInput& late) const override {
    return early.destination == late.destination && !early.wants.multicast() &&
           !late.wants.multicast();
  }
};

}  // namespace plexus
