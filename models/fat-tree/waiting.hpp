#pragma once

#include "models/fat-tree/case.hpp"

namespace plexus {

/// Packets of traffic that wait in the tree's queues and at its sources when the run ends: what it
/// offers and the branches cannot carry. An estimate by flows: a branch of which more is wanted
/// than its links can do passes the same share of each. Queues with which a run ends early, and
/// those of links that are wanted now and then only, are not counted.
[[nodiscard]] double waiting_in_tree(const FatTreeCase& at);

}  // namespace plexus
