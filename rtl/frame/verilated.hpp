#pragma once

/// The one door to Verilator's headers. They take whoever knows SystemC for a program that says
/// `using namespace sc_core`; our models are plain C++ and time is their context's.
#include "hw/systemc.hpp"

#pragma push_macro("SYSTEMC_VERSION")
#undef SYSTEMC_VERSION
#include <verilated.h>
#include <verilated_vcd_c.h>
#pragma pop_macro("SYSTEMC_VERSION")

#include <algorithm>
#include <string>

namespace plexus {

/// What the model of the part `full_name` is to be called: in Verilator's waves a space begins the
/// next scope, where SystemC has a dot.
inline std::string rtl_name(std::string full_name) {
  std::ranges::replace(full_name, '.', ' ');
  return full_name;
}

}  // namespace plexus
