#pragma once

#include <cstdint>

#include "hw/systemc.hpp"

namespace plexus {

class coupler_bank;

/// A passive star coupler: takes the signal of one source in a slot and shows it to all its
/// destinations. c(i, j): from group j to group i. What it does is worked out by its bank for all
/// couplers of a slot together: this is the module by which it is found. Twin:
/// rtl/optical/pops_coupler.sv.
class pops_coupler final : public sc_core::sc_module {
 public:
  pops_coupler(sc_core::sc_module_name name, const coupler_bank& bank, std::uint64_t index)
      : sc_module{name}, bank_{&bank}, index_{index} {}

  [[nodiscard]] const char* kind() const override { return "pops_coupler"; }
  [[nodiscard]] std::uint64_t index() const { return index_; }  ///< i g + j
  /// Slots in which it carried a message.
  [[nodiscard]] std::uint64_t busy_slots() const;
  /// Shows who drives it, and the sources of a collision.
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  const coupler_bank* bank_;
  std::uint64_t index_;
};

}  // namespace plexus
