#pragma once

#include <string>

// What CMake puts into Verilator's run-time library in the place of its own (VL_USER_STOP,
// VL_USER_FINISH, VL_USER_FATAL, VL_PRINTF): a twin that breaks one of its assertions, or says that
// it ends, ends the run as a fault of Plexus, and leaves the standard output alone.
namespace plexus {

/// Takes what Verilated models print: errors are kept, anything else goes to the standard error.
int rtl_print(const char* format, ...) __attribute__((format(printf, 1, 2)));

/// Has an assertion failed since somebody last looked, and set this back? A plain variable: it is
/// asked for after every evaluation of every twin.
extern bool rtl_assertion_failed;

/// What models print is not shown; their errors are kept all the same.
extern bool rtl_is_silent;

/// The errors that Verilated models reported since the last call, without an end of line.
[[nodiscard]] std::string take_rtl_errors();

}  // namespace plexus
