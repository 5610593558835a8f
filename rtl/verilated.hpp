#pragma once

/// The one door to Verilator's headers. They take whoever knows SystemC for a program that says
/// `using namespace sc_core`; our models are plain C++ and time is their context's.
#include "hw/systemc.hpp"

#pragma push_macro("SYSTEMC_VERSION")
#undef SYSTEMC_VERSION
#include <verilated.h>
#include <verilated_vcd_c.h>
#pragma pop_macro("SYSTEMC_VERSION")
