#pragma once

#include "models/catalogue/catalogue.hpp"

namespace plexus {

/// The whole command line, with the algorithms and machines of `catalogue`: what a program of one's
/// own calls from its `main`. Returns the exit status; it ends the process itself after a run.
int main(int argc, char* argv[], Catalogue catalogue);

}  // namespace plexus
