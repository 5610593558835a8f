#include <utility>

#include "testbenches/command/main.hpp"

// Apart from the commands: who has a `sc_main` of his own calls none of these.

int plexus::main(int argc, char* argv[], Catalogue catalogue) {
  return main(argc, argv, [&](std::string_view) { return catalogue; });
}

int plexus::main(int argc, char* argv[], CatalogueMaker make) {
  return main(argc, argv, all_commands(), std::move(make));
}
