#include "models/ring/case.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// Node 0 is the root. Vectors go up the line of all nodes counterclockwise, which keeps their
/// order and reads one neighbour at a time.
TreePlace on_line(const RingCase& at, NodeId node) {
  TreePlace place;
  if (node > 0) place.parent = kCounterclockwise;
  if (node + 1 < at.ring.nodes) place.children = {kClockwise};
  return place;
}

/// Results go down both ways.
TreePlace on_two_lines(const RingCase& at, NodeId node) {
  TreePlace place;
  const NodeId clockwise = at.ring.reach(kClockwise);
  if (node > 0) place.parent = node <= clockwise ? kCounterclockwise : kClockwise;
  if (node < clockwise) place.children.push_back(kClockwise);
  if (node == 0 || node > clockwise + 1) place.children.push_back(kCounterclockwise);
  return place;
}

/// Reduce, then broadcast.
Program tree(processor& self, const RingCase& at) {
  co_await reduce_up_tree(self, *at.reduction, on_line(at, self.id()));
  co_await self.step();
  co_await broadcast_down_tree(self, *at.reduction, on_two_lines(at, self.id()));
}

/// F(k - 1, w, nu) + F(floor(k/2), w, nu).
Cycles exact_tree(const RingCase& at) {
  return pipelined(at.ring.nodes - 1, at.words, at.packets, at.timing) +
         pipelined(at.ring.reach(kClockwise), at.words, at.packets, at.timing);
}

void cut_tree(RingCase& at) {
  settle_packets(at, at.ring.nodes - 1, at.words, exact_tree);
  share_vector(at, at.words, at.packets);
}

}  // namespace

Algorithm<RingCase> allreduce_tree() {
  return {.operation = "allreduce",
          .name = "tree",
          .summary = "reduce along the line to node 0, then broadcast both ways",
          .parameters = with_packets(ring_parameters().with_op(OperandOrder::kKept)),
          .prepare = cut_tree,
          .program = tree,
          .exact = exact_tree,
          .statistics = report_packets_and_op,
          .declared = {kPackets, kOp}};
}

}  // namespace plexus::ring
