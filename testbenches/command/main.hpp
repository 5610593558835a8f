#pragma once

#include <functional>
#include <string_view>

#include "models/catalogue/catalogue.hpp"
#include "testbenches/command/command.hpp"

namespace plexus {

/// The whole command line, with the algorithms and machines of `catalogue`: what a program of one's
/// own calls from its `main`. Returns the exit status; it ends the process itself after a run.
int main(int argc, char* argv[], Catalogue catalogue);

/// Makes the catalogue of one machine, or the whole one where no name is given.
using CatalogueMaker = std::function<Catalogue(std::string_view machine)>;

/// The same, of a catalogue of which a run makes no more than it needs.
int main(int argc, char* argv[], CatalogueMaker make);

/// The same, of a program that has these commands alone.
int main(int argc, char* argv[], Commands commands, CatalogueMaker make);

}  // namespace plexus
