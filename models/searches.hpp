#pragma once

namespace plexus {

struct Catalogue;

/// Enters the algorithm `optimal` of every operation and machine that schedules are searched for:
/// those of `plexus synthesize`.
void add_searches(Catalogue& catalogue);

// Those of one machine, beside its other algorithms.
void search_ring(Catalogue& catalogue);
void search_torus(Catalogue& catalogue);
void search_hypercube(Catalogue& catalogue);
void search_graph(Catalogue& catalogue);

}  // namespace plexus
