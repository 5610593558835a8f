#pragma once

#include "models/torus/case.hpp"

/// Vectors combined ring by ring, in one dimension after another.
namespace plexus::torus {

/// Dimension 0 first: on the rings of dimension j a node collects the chunks whose numbers agree
/// with its own in the coordinates 0 .. j. It ends with the chunk of its number.
Program reduce_scatter_by_dimension(processor& self, const TorusCase& at);
/// The way back, the last dimension first: all have all results.
Program allgather_by_dimension(processor& self, const TorusCase& at);

/// The sum over j of (L_j - 1) c(the words of chunks 0, m, 2 m, ..), m = L_0 .. L_j: what one of
/// the two takes. `words` in all, a chunk for each node.
[[nodiscard]] Cycles rings_by_dimension(const TorusCase& at, Words words);

}  // namespace plexus::torus
