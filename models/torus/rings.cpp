#include "models/torus/rings.hpp"

#include "models/torus/lines.hpp"

namespace plexus::torus {

namespace {

RingPlace place_on_ring(const TorusShape& shape, NodeId node, int j) {
  return {channel(TorusShape::plus_port(j)), channel(TorusShape::minus_port(j)),
          static_cast<NodeId>(shape.side(j)), static_cast<NodeId>(shape.coordinate(node, j))};
}

/// The chunks that agree with a node below dimension j, and have coordinate `place` there.
BundleOf bundles(const TorusShape& shape, const Reduction& data, NodeId node, int j) {
  const NodeId below = node % shape.stride(j);
  return [&data, below, step = shape.stride(j), all = shape.stride(j + 1)](NodeId place) {
    return data.every(below + place * step, all);
  };
}

}  // namespace

Program reduce_scatter_by_dimension(processor& self, const TorusCase& at) {
  Reduction& data = *at.reduction;
  for (int j = 0; j < at.shape.dimensions(); ++j) {  // phases 0, .., d-1
    co_await reduce_scatter_round(self, data, place_on_ring(at.shape, self.id(), j),
                                  bundles(at.shape, data, self.id(), j));
    co_await self.step();
  }
}

Program allgather_by_dimension(processor& self, const TorusCase& at) {
  Reduction& data = *at.reduction;
  for (int j = at.shape.dimensions() - 1; j >= 0; --j) {  // phases d-1, .., 0
    co_await allgather_round(self, data, place_on_ring(at.shape, self.id(), j),
                             bundles(at.shape, data, self.id(), j));
    co_await self.step();
  }
}

Cycles rings_by_dimension(const TorusCase& at, Words words) {
  const EvenSplit chunks{words, at.nodes()};
  Cycles total;
  for (int j = 0; j < at.shape.dimensions(); ++j) {
    Words largest{0};
    for (std::int64_t chunk = 0; chunk < at.nodes(); chunk += at.shape.stride(j + 1)) {
      largest += chunks.size(chunk);
    }
    total += (at.shape.side(j) - 1) * at.timing.hop(largest);
  }
  return total;
}

}  // namespace plexus::torus
