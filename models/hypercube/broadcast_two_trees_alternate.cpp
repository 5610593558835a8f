#include <algorithm>

#include "models/hypercube/broadcasts.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// n m_1 + 2 (m_2 + .. + m_nu), m_j the larger cost of the packets j of the halves.
Cycles exact_two_trees_alternate(const HypercubeCase& at) {
  // Packet j of the first half is never the shorter one, so m_j = c(s_j) of that half.
  const Words half = first_half(at.words);
  return every_other_step(at, {half, std::min(at.packets, half.count())});
}

}  // namespace

Algorithm<HypercubeCase> broadcast_two_trees_alternate() {
  return {
      .operation = "broadcast",
      .name = "two-trees-alternate",
      .summary = "the same in lock step, every processor reads and writes in turn (dimension >= 4)",
      .parameters = hypercube_broadcast_parameters(4),
      .prepare = cut_for_two_trees<exact_two_trees_alternate>,
      .programs = down_trees_alternately,
      .equations = {down_a_tree(Relation::kApproximate)},
      .exact = exact_two_trees_alternate,
      .statistics = report_tree,
      .declared = {kDepth, kPackets}};
}

}  // namespace plexus::hypercube
