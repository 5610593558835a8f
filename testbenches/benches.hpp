#pragma once

#include "testbenches/catalogue.hpp"

namespace plexus {

// One function per machine; each adds its algorithms in the order of the README's table.

void add_torus(Catalogue& catalogue);
void add_hypercube(Catalogue& catalogue);

/// The parts that have SystemVerilog twins.
void add_blocks(Catalogue& catalogue);

}  // namespace plexus
