#define CATCH_CONFIG_RUNNER
#include <cstdlib>

#include <catch2/catch.hpp>

#include "hw/systemc.hpp"

/// Runs the tests inside the SystemC kernel; a warning fails the test that causes it.
int sc_main(int argc, char* argv[]) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
  return Catch::Session().run(argc, argv);
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
