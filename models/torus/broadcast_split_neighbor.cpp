#include "models/torus/halves.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// The depths are max(px + py, px + 2) and max(px + py, py + 2).
void cut_split_neighbor(TorusCase& at) {
  at.trees = neighbor_trees(at.shape, at.root);
  settle_packets(at, at.shape.eccentricity(0), first_half(at.words), slower_tree);
}

}  // namespace

Algorithm<TorusCase> broadcast_split_neighbor() {
  return {.operation = "broadcast",
          .name = "split-neighbor",
          .summary = "the same, the axes served from beside; needs --port-rule all-full (d = 2)",
          .parameters = torus_broadcast_parameters(),
          .prepare = cut_split_neighbor,
          .programs = down_both_trees,
          .equations = two_halves(shallow_trees),
          .exact = slower_tree,
          .statistics = report_trees,
          .declared = {kPackets, kDepthX, kDepthY},
          .blocks = {"relay_node"},
          .within_paper = true};  // full duplex is what the paper's algorithm asks for
}

}  // namespace plexus::torus
