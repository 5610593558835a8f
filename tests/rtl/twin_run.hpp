#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/json.hpp"
#include "rtl/frame/block.hpp"
#include "rtl/frame/twins.hpp"
#include "tests/rtl/double.hpp"
#include "tests/rtl/mutant.hpp"
#include "tests/rtl/part_run.hpp"
#include "tests/twin_report.hpp"

namespace plexus {

/// Twins of `block` on `part` and all that it contains. `planted`: as numbered in
/// tests/rtl/faults.txt; 0 is the double without a fault. From kLastFault on: an output.
inline std::unique_ptr<Twins> attach_twins(sc_core::sc_object& part, const std::string& block,
                                           TwinMode mode, int planted = kSound,
                                           const std::string& wave = {}) {
  TwinOptions options;
  std::string asked = block;
  if (planted != kSound) {
    asked += '=' + Double{block}.file.string();
    options.ties["fault_i"] = static_cast<std::uint64_t>(planted);
  } else if (const Mutant mutant = mutant_of(block); !mutant.file.empty()) {
    asked += '=' + mutant.file.string();
    options.ties["fault_i"] = mutant.fault;
  }
  (mode == TwinMode::kReplace ? options.rtl : options.lockstep).push_back(asked);
  options.wave = wave;
  auto twins = std::make_unique<Twins>(std::move(options));
  twins->attach(part);
  twins->require_all_attached();
  return twins;
}

/// A module that has a part, as a machine: twins are named by it.
template <typename Part>
class machine_with final : public sc_core::sc_module {
 public:
  template <typename... Arguments>
  machine_with(sc_core::sc_module_name name, const char* part_name, Arguments&&... arguments)
      : sc_module{name}, part{part_name, std::forward<Arguments>(arguments)...} {}
  Part part;
};

/// A part behind its port, as in the module that has both.
template <typename If>
class place_for final : public sc_core::sc_module {
 public:
  explicit place_for(If& part, sc_core::sc_module_name name = "place")
      : sc_module{name}, port_{"port", part} {}
  /// What stands there: twins, once they are attached.
  If* operator->() const { return &port_.occupant(); }

 private:
  exchange_port<If> port_;
};

/// Every output of a block is compared: `run`, a run in lockstep with a planted fault, ends at the
/// one that shows the opposite. `free`: outputs that nothing is expected of.
inline void check_every_output(const std::string& block, const std::function<void(int)>& run,
                               const std::vector<std::string>& free = {}) {
  const Double doubles{block};
  REQUIRE_FALSE(doubles.outputs.empty());
  for (std::size_t i = 0; i < doubles.outputs.size(); ++i) {
    const std::string name = doubles.outputs[i].substr(0, doubles.outputs[i].size() - 2);
    if (std::ranges::find(free, name) != free.end()) continue;
    const FreshKernel kernel;
    const auto fault = fault_in([&] {
      run(kLastFault + 1 + static_cast<int>(i));
      return 0;
    });
    CAPTURE(block, name);
    REQUIRE(fault);
    CHECK(fault->kind == "lockstep");
    CHECK_THAT(figure(*fault, "signal"), Catch::StartsWith('"' + name));
  }
}

}  // namespace plexus
