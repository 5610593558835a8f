#pragma once

#include <vector>

#include "hw/time/units.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/hypercube/shape.hpp"

namespace plexus {

/// The shortest path that corrects the differing bits from the most significant down, 3.1(E).
Route shortest_route(HypercubeShape shape, NodeId source, NodeId destination);

/// n paths between two different nodes that share no node but these two (proposition 3.2): as many
/// of length H as bits differ, the others of length H + 2; shorter ones first. Part j of
/// EvenSplit{words, n} goes along path j.
/// Throws Refusal (`range`) for equal nodes.
std::vector<Route> node_disjoint_paths(HypercubeShape shape, NodeId source, NodeId destination);

}  // namespace plexus
