#include "models/torus/case.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

/// Reduce, then broadcast: the tree whose rows are filled last, root 0.
Program tree(processor& self, const TorusCase& at) {
  const TreePlace place = row_last_place(at.shape, at.root, self.id());
  co_await reduce_up_tree(self, *at.reduction, place);
  co_await self.step();
  co_await broadcast_down_tree(self, *at.reduction, place);
}

/// 2 F(i, w, nu), i the distance of the node farthest from the root.
Cycles exact_allreduce_tree(const TorusCase& at) {
  return 2 * pipelined(at.shape.eccentricity(at.root), at.words, at.packets, at.timing);
}

void cut_tree(TorusCase& at) {
  settle_packets(at, at.shape.eccentricity(at.root), at.words, exact_allreduce_tree);
  share_vector(at, at.words, at.packets);
}

}  // namespace

Algorithm<TorusCase> allreduce_tree() {
  return {.operation = "allreduce",
          .name = "tree",
          .summary = "reduce up one tree, then broadcast down it",
          .parameters = with_packets(torus_parameters().with_op(OperandOrder::kAny)),
          .prepare = cut_tree,
          .program = tree,
          .exact = exact_allreduce_tree,
          .statistics = report_packets_and_op,
          .declared = {kPackets, kOp}};
}

}  // namespace plexus::torus
