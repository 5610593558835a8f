#pragma once

#include <memory>
#include <string>

#include "rtl/frame/twin_mode.hpp"
#include "rtl/frame/twins.hpp"
#include "tests/rtl/part_run.hpp"

namespace plexus {

/// No fault is planted: the block itself, not its faulty double.
inline constexpr int kSound = -1;

/// Twins of `block` on `part` and all that it contains. `planted`: as numbered in the double's
/// file, tests/rtl/<block>_faulty.sv; 0 is the double without a fault.
inline std::unique_ptr<Twins> attach_twins(sc_core::sc_object& part, const std::string& block,
                                           TwinMode mode, int planted = kSound,
                                           const std::string& wave = {}) {
  TwinOptions options;
  std::string asked = block;
  if (planted != kSound) {
    asked += "=" PLEXUS_RTL_TESTS "/" + block + "_faulty.sv";
    options.ties["fault_i"] = static_cast<std::uint64_t>(planted);
  }
  (mode == TwinMode::kReplace ? options.rtl : options.lockstep).push_back(asked);
  options.wave = wave;
  auto twins = std::make_unique<Twins>(std::move(options));
  twins->attach(part);
  twins->require_all_attached();
  return twins;
}

}  // namespace plexus
