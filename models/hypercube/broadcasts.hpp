#pragma once

#include <utility>

#include "models/ensemble/pipelining.hpp"
#include "models/hypercube/case.hpp"
#include "models/hypercube/trees.hpp"

/// Broadcasts down trees of depth n: what they share.
namespace plexus::hypercube {

/// The message on its way to the node that gets it last.
[[nodiscard]] paper_1986::Pipeline longest_way(const HypercubeCase& at);
/// (3.21): packets down a tree, (sqrt(N/b) + sqrt((n - 1) tau))^2. Only `approximate` beside
/// algorithms that the paper does not have.
[[nodiscard]] Equation<HypercubeCase> down_a_tree(Relation relation);

/// Finds the binomial tree, and how many packets go down it.
template <Cycles (*exact)(const HypercubeCase&)>
void cut_for_tree(HypercubeCase& at) {
  paper_1986::settle_packets(at, at.n(), at.words, exact);
  at.trees = {spanning_tree(at.cube, at.root)};
}
/// Two trees that share no link, a half down each. Refuses (`size`) less than four dimensions.
template <Cycles (*exact)(const HypercubeCase&)>
void cut_for_two_trees(HypercubeCase& at) {
  CubeTrees trees = edge_disjoint_trees(at.cube, at.root);
  at.trees = {std::move(trees.a), std::move(trees.b)};
  paper_1986::settle_packets(at, at.n(), first_half(at.words), exact);
}
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
