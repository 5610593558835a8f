#pragma once

namespace plexus {

struct Catalogue;

/// Adds the POPS and its algorithms.
void add_pops(Catalogue& catalogue);

}  // namespace plexus
