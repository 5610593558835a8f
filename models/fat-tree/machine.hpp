#pragma once

namespace plexus {

struct Catalogue;

/// Enters the fat tree's algorithms in the catalogue.
void add_fat_tree(Catalogue& catalogue);

}  // namespace plexus
