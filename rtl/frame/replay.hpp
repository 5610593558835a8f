#pragma once

#include <cstddef>
#include <fstream>
#include <span>
#include <string>

#include "rtl/frame/pin.hpp"
#include "rtl/frame/verilated_if.hpp"

namespace plexus {

/// Writes down what the twins of a run are told and show, whenever they are evaluated, so that the
/// same can be done to the block elsewhere: `rtl/make-benches`. A line for each twin,
///
///     twin 0 bus_arbiter bus.wires.bus_arbiter Processors=4 : clk_i<1 rst_ni<1 .. busy_o>4
///
/// and one for each evaluation, its number and the values of the pins: `0 1 1 .. f`.
class TwinReplay {
 public:
  explicit TwinReplay(const std::string& path) : out_{path, std::ios::binary} {}

  /// A twin has been made. Returns its number.
  std::size_t begin(const std::string& block, const std::string& part, const Parameters& sizes,
                    std::span<const VerilatedPin> pins);
  void evaluated(std::size_t twin, std::span<const VerilatedPin> pins);
  /// Nothing more is written. False: not all of it could be.
  [[nodiscard]] bool finish() { return static_cast<bool>(out_.flush()); }

 private:
  std::ofstream out_;
  std::size_t twins_ = 0;
};

}  // namespace plexus
