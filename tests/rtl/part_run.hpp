#pragma once

#include <optional>
#include <string>

#include "hw/rule/fault.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"
#include "tests/faults.hpp"

namespace plexus {

/// From the beginning of one cycle to that of the next: what a test has told the parts happens.
inline void run_cycle() { sc_core::sc_start(ClockPeriod{}.time(1_cycles)); }

/// A planted fault and where lockstep must find it.
struct Caught {
  unsigned char planted;
  std::int64_t cycle;
  const char* signal;
  std::uint64_t model;
  std::uint64_t twin;
};

/// Is `fault` what `expected` says, at `part`?
inline bool caught(const std::optional<Fault>& fault, const Caught& expected,
                   const std::string& part) {
  return fault && fault->kind == "lockstep" && fault->cycle == Cycles{expected.cycle} &&
         fault->part == part &&
         figure(*fault, "signal") == '"' + std::string{expected.signal} + '"' &&
         figure(*fault, "model") == std::to_string(expected.model) &&
         figure(*fault, "twin") == std::to_string(expected.twin);
}

}  // namespace plexus
