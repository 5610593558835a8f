#pragma once

#include <functional>

#include "hw/data/blocks.hpp"
#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "models/direct/spanning_tree.hpp"
#include "models/operations/reduction.hpp"

/// What the direct machines' allreduce and reduce-scatter are made of.
namespace plexus {

/// Where a node stands on a ring: number 0 .. nodes - 1, and its channels to both neighbours.
struct RingPlace {
  unsigned towards_next = 0;
  unsigned towards_previous = 0;
  NodeId nodes = 1;
  NodeId place = 0;
};
/// The chunks that belong to place 0, 1, .. of a ring.
using BundleOf = std::function<Blocks(NodeId place)>;

/// Bundle p starts at place p + 1 and collects an operand at each stop; it ends, complete for this
/// ring, at place p. nodes - 1 rounds.
Program reduce_scatter_round(processor& self, Reduction& data, RingPlace ring, BundleOf bundle);
/// Every place has its bundle of results; all have all of them at the end. nodes - 1 rounds.
Program allgather_round(processor& self, Reduction& data, RingPlace ring, BundleOf bundle);

/// Every node's vector goes up a tree chunk by chunk; a node combines its children's chunks, in
/// rising order of their channels and behind its own, and passes them on. The root has all results.
Program reduce_up_tree(processor& self, Reduction& data, TreePlace place);
/// The root's results go down a tree, chunk by chunk.
Program broadcast_down_tree(processor& self, Reduction& data, TreePlace place);

}  // namespace plexus
