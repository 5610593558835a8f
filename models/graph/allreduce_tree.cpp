#include "models/graph/case.hpp"

namespace plexus::graph {

using namespace paper_1986;

namespace {

/// Reduce, then broadcast.
Program tree(processor& self, const GraphCase& at) {
  const TreePlace place = at.tree->place(self.id());
  co_await reduce_up_tree(self, *at.reduction, place);
  co_await self.step();
  co_await broadcast_down_tree(self, *at.reduction, place);
}

Cycles exact_allreduce_tree(const GraphCase& at) {
  const EvenSplit split{at.words, at.packets};
  return cycles_up(at, split) + cycles_down(at, split);
}

void plant_allreduce_tree(GraphCase& at) {
  plant_tree(at);
  settle_packets_on_graph(at, at.tree->depth(), exact_allreduce_tree);
  share_vector(at, at.words, at.packets);
}

}  // namespace

Algorithm<GraphCase> allreduce_tree() {
  return {.operation = "allreduce",
          .name = "tree",
          .summary = "reduce up a tree of shortest ways, then broadcast down it",
          .parameters = with_packets(graph_parameters().with_op(OperandOrder::kAny)),
          .prepare = plant_allreduce_tree,
          .program = tree,
          .exact = exact_allreduce_tree,
          .statistics =
              [](const GraphCase& at, const direct_machine& top, Statistics& statistics) {
                report_packets(at, top, statistics);
                report_op(at, top, statistics);
              },
          .declared = {kPackets, kOp}};
}

}  // namespace plexus::graph
