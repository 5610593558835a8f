#include "models/torus/case.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// The paper's i: links to the node that gets the message last.
Pipeline longest_way(const TorusCase& at) {
  return {at.shape.eccentricity(at.root), at.words, at.packets};
}

/// F(i, w, nu).
Cycles exact_broadcast_tree(const TorusCase& at) {
  return pipelined(longest_way(at).hops, at.words, at.packets, at.timing);
}

/// Packets down the tree whose rows are filled last (3.2(D), first method).
Program down_tree(processor& self, const TorusCase& at) {
  return relay(self, row_last_place(at.shape, at.root, self.id()),
               whole_stream(at.words, at.packets));
}

Equation<TorusCase> unless_alone(Equation<TorusCase> equation) {
  equation.applies = [](const TorusCase& at) { return longest_way(at).hops >= 1; };
  return equation;
}

}  // namespace

Algorithm<TorusCase> broadcast_tree() {
  return {.operation = "broadcast",
          .name = "tree",
          .summary = "packets down one tree, rows last",
          .parameters = torus_broadcast_parameters(),
          .prepare =
              [](TorusCase& at) {
                settle_packets(at, longest_way(at).hops, at.words, exact_broadcast_tree);
              },
          .program = down_tree,
          .equations = {unless_alone(pipeline<TorusCase>(longest_way)),
                        unless_alone(
                            on_grid(pipeline_minimum<TorusCase>("(3.18)", "3.2(D)", longest_way)))},
          .exact = exact_broadcast_tree,
          .statistics =
              [](const TorusCase& at, const torus_machine& top, Statistics& statistics) {
                report_packets(at, top, statistics);
                statistics.set(kDepth, longest_way(at).hops);
              },
          .declared = {kPackets, kDepth},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::torus
