#include <bit>

#include "models/hypercube/subcubes.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// The binomial tree with root 0 whose nodes hang on the node without their lowest bit: a subtree
/// holds neighbouring nodes, which keeps the order of the operands.
TreePlace place(const HypercubeCase& at, NodeId node) {
  TreePlace place;
  const int lowest = node == 0 ? at.n() : std::countr_zero(node);
  if (node != 0) place.parent = channel(lowest);
  for (int t = 0; t < lowest; ++t) place.children.push_back(channel(t));
  return place;
}

/// Reduce, then broadcast.
Program tree(processor& self, const HypercubeCase& at) {
  co_await reduce_up_tree(self, *at.reduction, place(at, self.id()));
  co_await self.step();
  co_await broadcast_down_tree(self, *at.reduction, place(at, self.id()));
}

/// 2 F(n, w, nu).
Cycles exact_tree(const HypercubeCase& at) {
  return 2 * pipelined(at.n(), at.words, at.packets, at.timing);
}

void cut_tree(HypercubeCase& at) {
  settle_packets(at, at.n(), at.words, exact_tree);
  share_vector(at, at.words, at.packets);
}

}  // namespace

Algorithm<HypercubeCase> allreduce_tree() {
  return {.operation = "allreduce",
          .name = "tree",
          .summary = "reduce up a binomial tree, then broadcast down it",
          .parameters = with_packets(hypercube_parameters().with_op(OperandOrder::kKept)),
          .prepare = cut_tree,
          .program = tree,
          .exact = exact_tree,
          .statistics = report_packets_and_op,
          .declared = {kPackets, kOp}};
}

}  // namespace plexus::hypercube
