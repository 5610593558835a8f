#include "testbenches/command/main.hpp"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "hw/systemc.hpp"
#include "testbenches/command/command_line.hpp"

namespace {

/// What the kernel's own entry hands to `sc_main`, which takes nothing but words.
plexus::Catalogue& given_catalogue() {
  static plexus::Catalogue catalogue;
  return catalogue;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  return plexus::run_command(given_catalogue(), {argv + 1, argv + argc}, std::cout, std::cerr,
                             plexus::Ending::kLeave);
}

int plexus::main(int argc, char* argv[], Catalogue catalogue) {
  given_catalogue() = std::move(catalogue);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failing write
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);  // it would stand before every report
  return sc_core::sc_elab_and_sim(argc, argv);
}
