#pragma once

#include "models/ensemble/pipelining.hpp"
#include "models/hypercube/case.hpp"

/// Broadcasts down trees of depth n: what they share.
namespace plexus::hypercube {

/// The message on its way to the node that gets it last.
[[nodiscard]] paper_1986::Pipeline longest_way(const HypercubeCase& at);
/// (3.21): packets down a tree, (sqrt(N/b) + sqrt((n - 1) tau))^2. Only `approximate` beside
/// algorithms that the paper does not have.
[[nodiscard]] Equation<HypercubeCase> down_a_tree(Relation relation);

/// Finds the binomial tree.
void plant_tree(HypercubeCase& at);
/// Finds two trees that share no link. Refuses (`size`) less than four dimensions.
void plant_two_trees(HypercubeCase& at);

/// Packets two steps apart down a tree: c(s_1) in every level, then twice each other.
[[nodiscard]] Cycles every_other_step(const HypercubeCase& at, EvenSplit split);

/// Even parts of the message down the trees of the case: `-alternate` in lock step, every node
/// reading and writing in turn.
[[nodiscard]] NodeProgram<processor> down_trees(const HypercubeCase& at, hypercube_machine& top);
[[nodiscard]] NodeProgram<processor> down_trees_alternately(const HypercubeCase& at,
                                                            hypercube_machine& top);
/// `depth` and `packets`.
void report_tree(const HypercubeCase& at, const hypercube_machine& top, Statistics& statistics);

}  // namespace plexus::hypercube
