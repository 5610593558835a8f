#include <cstdlib>
#include <iostream>

#include "hw/systemc.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/command_line.hpp"

int sc_main(int argc, char* argv[]) {
  return plexus::run_command(plexus::make_catalogue(), {argv + 1, argv + argc}, std::cout,
                             std::cerr, plexus::Ending::kLeave);
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);  // it would stand before every report
  return sc_core::sc_elab_and_sim(argc, argv);
}
