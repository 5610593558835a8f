#include "models/torus/halves.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

void cut_split_trees(TorusCase& at) {
  at.trees = edge_disjoint_trees(at.shape, at.root, at.tree_source);
  settle_packets(at, at.shape.eccentricity(0), first_half(at.words), slower_tree);
}

}  // namespace

Algorithm<TorusCase> broadcast_split_trees() {
  const Parameter trees = word("trees", {"auto", "table", "pinwheel"}, "auto",
                               "where the two trees come from; auto: a table if there is one");
  return {.operation = "broadcast",
          .name = "split-trees",
          .summary = "halves down two edge-disjoint trees (d = 2)",
          .is_default = true,
          .parameters = joined({torus_broadcast_parameters(), {trees}}),
          .prepare = cut_split_trees,
          .programs = down_both_trees,
          .equations = two_halves(shallow_trees),
          .exact = slower_tree,
          .statistics = report_trees,
          .declared = {kPackets, kDepthX, kDepthY},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::torus
