#pragma once

/// The one door to Verilator's headers. They take whoever knows SystemC for a program that says
/// `using namespace sc_core`; our models are plain C++ and time is their context's.
#include "hw/systemc.hpp"

#pragma push_macro("SYSTEMC_VERSION")
#undef SYSTEMC_VERSION
#include <verilated.h>
#include <verilated_cov.h>
#include <verilated_vcd_c.h>
#pragma pop_macro("SYSTEMC_VERSION")

#include <algorithm>
#include <string>
#include <type_traits>

namespace plexus {

/// Does this Verilator write the scope of a wave when it comes to a model, by its name? 5.006 sorts
/// all of them, and a space in a name begins the next scope.
template <typename Vcd>
concept WritesScopesAtOnce = requires(Vcd& vcd) {
  vcd.popPrefix();
};

/// What the model of the part `full_name` is to be called.
inline std::string rtl_name(std::string full_name) {
  if (!WritesScopesAtOnce<VerilatedVcd>) std::ranges::replace(full_name, '.', ' ');
  return full_name;
}

}  // namespace plexus
