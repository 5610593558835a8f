#pragma once

#include "testbenches/catalogue.hpp"

namespace plexus {

// One function per machine; each adds its algorithms in the order of the README's table.


/// The parts that have SystemVerilog twins.
void add_blocks(Catalogue& catalogue);

}  // namespace plexus
