#pragma once

#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "hw/systemc.hpp"
#include "hw/time/fresh_kernel.hpp"

namespace plexus {

/// Processor time of this process so far: unlike the time on the wall it does not depend on what
/// else the computer does.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// A module of the bare kernel with one timed event that activates two methods, one of which
/// notifies the event again: what the cost of a hop is measured by.
class yardstick final : public sc_core::sc_module {
 public:
  yardstick(sc_core::sc_module_name name, std::uint64_t rounds) : sc_module{name}, rounds_{rounds} {
    HW_PROCESSES(yardstick);
    SC_METHOD(go_on);
    sensitive << event_;
    SC_METHOD(count);
    sensitive << event_;
    dont_initialize();
  }

 private:
  void go_on() {
    if (--rounds_ > 0) event_.notify(period_);
  }
  void count() { ++seen_; }

  sc_core::sc_event event_{"event"};
  sc_core::sc_time period_{10, sc_core::SC_NS};
  std::uint64_t rounds_;
  std::uint64_t seen_ = 0;
};

/// Seconds that the bare kernel needs for one such event, with `modules` of them due in every
/// cycle for `rounds` cycles.
inline double yardstick_seconds(std::uint64_t modules, std::uint64_t rounds) {
  const FreshKernel kernel;
  std::vector<std::unique_ptr<yardstick>> all;
  for (std::uint64_t i = 0; i < modules; ++i) {
    all.push_back(std::make_unique<yardstick>(("event_" + std::to_string(i)).c_str(), rounds));
  }
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const double begin = processor_seconds();
  sc_core::sc_start();
  return (processor_seconds() - begin) / static_cast<double>(modules * (rounds - 1));
}

}  // namespace plexus
