#pragma once

/// The one door to SystemC: everything else includes this file.
#include <systemc>

/// First line of the body of a module's constructor that has processes. IEEE 1666-2023 needs no
/// such declaration any more, SystemC 2.3.4 does.
#if IEEE_1666_SYSTEMC < 202301L
#define HW_PROCESSES(type) SC_HAS_PROCESS(type)
#else
#define HW_PROCESSES(type) static_cast<void>(0)
#endif
