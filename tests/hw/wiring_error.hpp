#pragma once

#include <functional>
#include <string>

#include <catch2/catch.hpp>

#include "hw/channel/bindings.hpp"

namespace plexus {

/// What elaboration says of a wiring mistake in `design`; empty: nothing.
inline std::string wiring_error(const std::function<void()>& design) {
  try {
    design();
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  } catch (const sc_core::sc_report& report) {
    CHECK(std::string{report.get_msg_type()} == kWiring);
    return report.get_msg();
  }
  return "";
}

}  // namespace plexus
