#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rtl/frame/pin.hpp"
#include "rtl/frame/verilate.hpp"

class VerilatedContext;

namespace plexus {

/// A user's block once more, beside the one that runs: told the same, but all that nothing has set
/// is 0, or 1, where that one's is random. What an output then shows depends on what no reset sets.
class twin_shadow {
 public:
  /// `bits`: 0 or 1. `outputs`: pins like those that it has.
  twin_shadow(VerilatedContext& context, const Verilated& block, const std::string& name, int bits,
              std::span<const Pin> outputs, const Parameters& parameters);

  /// Evaluates what `running` has been told.
  void evaluate(const verilated_if& running);
  void take(bool before) { seen_.take(before); }
  [[nodiscard]] const PinRow& seen() const { return seen_; }

 private:
  VerilatedContext& context_;
  int bits_;
  std::unique_ptr<verilated_if> model_;
  std::vector<Pin> outputs_;
  PinRow seen_;
};

}  // namespace plexus
