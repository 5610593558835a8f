#include "testbenches/command/main.hpp"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/systemc.hpp"
#include "testbenches/command/command_line.hpp"

namespace {

/// What the kernel's own entry hands to `sc_main`, which takes nothing but words.
plexus::CatalogueMaker& given_maker() {
  static plexus::CatalogueMaker make;
  return make;
}

/// The catalogue that these words need: that of their machine if it knows all that they name.
plexus::Catalogue catalogue_for(const std::vector<std::string>& words) {
  const plexus::CatalogueMaker& make = given_maker();
  if (words.size() > 2 && words[0] == "run" && !words[1].empty()) {
    plexus::Catalogue of_machine = make(words[1]);
    if (knows_run(of_machine, words)) return of_machine;
  }
  return make({});
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  const std::vector<std::string> words{argv + 1, argv + argc};
  return plexus::run_command(catalogue_for(words), words, std::cout, std::cerr,
                             plexus::Ending::kLeave);
}

int plexus::main(int argc, char* argv[], Catalogue catalogue) {
  return main(argc, argv, [&](std::string_view) { return catalogue; });
}

int plexus::main(int argc, char* argv[], CatalogueMaker make) {
  given_maker() = std::move(make);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failing write
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);  // it would stand before every report
  return sc_core::sc_elab_and_sim(argc, argv);
}
