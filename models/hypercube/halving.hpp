#pragma once

#include "models/hypercube/subcubes.hpp"

/// Recursive halving and doubling of vectors: what the algorithms that combine are made of. Bit 0
/// first: a partial stands for neighbouring nodes, and the order of the operands is kept.
namespace plexus::hypercube {

/// Both ends of a channel send each other the partials of `mine`, one after the other where the
/// channel is half duplex, and combine them with what comes: `theirs`.
Program exchange_and_combine(processor& self, Reduction& data, int bit, Blocks mine, Blocks theirs,
                             bool full_duplex);
/// The same with results, which are taken over.
Program exchange_results(processor& self, Reduction& data, int bit, Blocks mine, Blocks theirs,
                         bool full_duplex);

/// Over bit 0, 1, .. the chunks for the other side; node v ends with chunk v.
Program recursive_halving(processor& self, const HypercubeCase& at);
/// The way back: all results held over bit n - 1, .., 0.
Program doubling_of_results(processor& self, const HypercubeCase& at);

/// What recursive halving takes: the sum over the bits of the larger pair of halves,
/// c(w(0, 2^(t+1))) + c(w(2^t, 2^(t+1))), w(r, m) the words of chunks r, r + m, ..; `all-full` the
/// first one alone. `words` in all, a chunk for each node.
[[nodiscard]] Cycles halving_cycles(const HypercubeCase& at, Words words);

/// `all-full` is the machine of the literature, whose channels carry both directions at once; half
/// duplex takes longer. Of messages of all words, and of a chunk of them for each node.
[[nodiscard]] Relation as_in_literature(const HypercubeCase& at);
[[nodiscard]] Relation chunks_as_in_literature(const HypercubeCase& at);

}  // namespace plexus::hypercube
