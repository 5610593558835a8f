#include "models/torus/lines.hpp"

#include <vector>

namespace plexus::torus {

namespace {

/// One way along a line from its head, as a node sees it that stands there.
struct Way {
  int sign;         ///< +1 or -1: which way the coordinate changes
  unsigned onward;  ///< channel away from the head
  unsigned back;    ///< channel towards the head
  int place;        ///< hops from the head, 0 for the head itself
  int reach;        ///< hops from the head to the end
};

/// The ways of a line on which a node stands: the head on both, any other node on one of them. Ways
/// of no hops are left out.
std::vector<Way> ways(const TorusShape& shape, NodeId head, NodeId node, int dimension) {
  const int plus = TorusShape::plus_port(dimension);
  const int minus = TorusShape::minus_port(dimension);
  const int offset = shape.offset(head, node, dimension);
  const auto reaches = shape.reaches(head, dimension);
  std::vector<Way> result;
  if (offset >= 0 && reaches.plus > 0) {
    result.push_back({+1, channel(plus), channel(minus), offset, reaches.plus});
  }
  if (offset <= 0 && reaches.minus > 0) {
    result.push_back({-1, channel(minus), channel(plus), -offset, reaches.minus});
  }
  return result;
}

/// Coordinate of the node `hops` from the head.
int coordinate_on(const TorusShape& shape, NodeId head, int dimension, int hops) {
  const int side = shape.side(dimension);
  return (shape.coordinate(head, dimension) + hops + side) % side;
}

}  // namespace

TreePlace place_on_line(const TorusShape& shape, NodeId head, NodeId node, int dimension) {
  TreePlace place;
  for (const Way& way : ways(shape, head, node, dimension)) {
    if (way.place > 0) place.parent = way.back;
    if (way.place < way.reach) place.children.push_back(way.onward);
    place.level = way.place;
  }
  return place;
}

Program scatter_on_line(processor& self, const TorusShape& shape, NodeId head, int dimension,
                        std::function<Blocks(int coordinate)> bundle) {
  for (const Way& way : ways(shape, head, self.id(), dimension)) {
    if (way.place == 0) {
      for (int far = way.reach; far >= 1; --far) {
        const int target = coordinate_on(shape, head, dimension, way.sign * far);
        self.post(way.onward, self.pack(bundle(target)));
      }
    } else {
      for (int far = way.reach; far > way.place; --far) {  // what is for others goes on
        self.post(way.onward, co_await self.receive_into_memory(way.back));
      }
      co_await self.receive_into_memory(way.back);  // the last one is the own bundle
    }
  }
}

Program gather_on_line(processor& self, const TorusShape& shape, NodeId head, int dimension,
                       Blocks own) {
  for (const Way& way : ways(shape, head, self.id(), dimension)) {
    if (way.place == 0) {
      for (int far = 1; far <= way.reach; ++far) co_await self.receive_into_memory(way.onward);
    } else {
      self.post(way.back, self.pack(own));                      // the own bundle first
      for (int far = way.place + 1; far <= way.reach; ++far) {  // then those from farther out
        self.post(way.back, co_await self.receive_into_memory(way.onward));
      }
    }
  }
}

bool agree(const TorusShape& shape, NodeId a, NodeId b, int first, int last) {
  for (int j = first; j < last; ++j) {
    if (shape.coordinate(a, j) != shape.coordinate(b, j)) return false;
  }
  return true;
}

NodeId with_coordinate(const TorusShape& shape, NodeId node, int dimension, int coordinate) {
  const NodeId stride = shape.stride(dimension);
  return node + stride * static_cast<NodeId>(coordinate) -
         stride * static_cast<NodeId>(shape.coordinate(node, dimension));
}

Blocks column_above(const TorusShape& shape, NodeId node, int dimension, Slice whole) {
  const NodeId stride = shape.stride(dimension + 1);
  BlockList blocks;
  for (NodeId block = node % stride; block < shape.nodes(); block += stride) blocks.add(block);
  return blocks.blocks(whole);
}

}  // namespace plexus::torus
