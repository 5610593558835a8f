#pragma once

#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "models/direct/streams.hpp"
#include "models/torus/shape.hpp"
#include "models/torus/trees.hpp"

namespace plexus {

// What runs on each processor of a torus; `self` is the processor. The counts stand in costs.hpp.
// Moves are `relay_on_paths`, the broadcasts down two trees that share no directed link
// `relay_down_trees` (models/direct/streams.hpp).

/// Broadcast down the tree whose rows are filled last (3.2(D), first method; eq. (3.18)).
Program torus_broadcast_tree(processor& self, const TorusShape& shape, NodeId root, Stream message);

/// Broadcast of two halves that share the links of the axes, one after the other (3.2(D), second
/// method, the preferred remedy).
Program torus_broadcast_axis_last(processor& self, const SplitTrees& trees, const Streams& halves);

/// Broadcast along the last dimension, then from there along the one before, .. (eq. (3.20)).
Program torus_broadcast_dimension_phases(processor& self, const TorusShape& shape, NodeId root,
                                         Stream message);

/// Allgather: node 0, 1, .. broadcasts down its tree (eq. (3.29)).
Program torus_allgather_sequential(processor& self, const TorusShape& shape, Words words,
                                   std::int64_t packets);

/// Allgather: every block goes once round the Hamiltonian ring (eq. (3.30)).
Program torus_allgather_daisy_chain(processor& self, const HamiltonianRing& ring);

/// Allgather: everything that the nodes hold goes round the rings of dimension 0, then 1, ..
/// (3.3(D), eq. (3.31)).
Program torus_allgather_alternating(processor& self, const TorusShape& shape);

/// Scatter: two-way scatters of bundles on the root's line of dimension 0, then on the lines of
/// dimension 1 that cross it, .. (3.4(D), eq. (3.39)).
Program torus_scatter(processor& self, const TorusShape& shape, NodeId root);

/// Gather: the scatter backwards.
Program torus_gather(processor& self, const TorusShape& shape, NodeId root);

/// Alltoall: in every dimension in turn, bundles rotate round its rings and leave at each stop what
/// is for that coordinate (spec 4.4, in the place of eq. (3.44); E25).
Program torus_alltoall(processor& self, const TorusShape& shape);

/// Permutation of a square: node (x, y) to node (y, x). Two-way gathers in the columns to the
/// diagonal, then two-way scatters in the rows (3.5(D), eq. (3.44)).
Program torus_transpose(processor& self, const TorusShape& shape);

}  // namespace plexus
