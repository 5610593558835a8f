#include "models/torus/programs.hpp"

#include <functional>
#include <utility>
#include <vector>

#include "models/operations/operation.hpp"

namespace plexus {

namespace {

unsigned channel(int port) { return static_cast<unsigned>(port); }

// ---- Lines: what phases along one dimension are made of -----------------------------------------

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

/// A node's place in the two-way broadcast of a line: the tree without branches but at the head.
TreePlace place_on_line(const TorusShape& shape, NodeId head, NodeId node, int dimension) {
  TreePlace place;
  for (const Way& way : ways(shape, head, node, dimension)) {
    if (way.place > 0) place.parent = way.back;
    if (way.place < way.reach) place.children.push_back(way.onward);
    place.level = way.place;
  }
  return place;
}

/// Coordinate of the node `hops` from the head.
int coordinate_on(const TorusShape& shape, NodeId head, int dimension, int hops) {
  const int side = shape.side(dimension);
  return (shape.coordinate(head, dimension) + hops + side) % side;
}

/// Two-way scatter on a line: the head has a bundle for every coordinate; the one for the farthest
/// node goes first.
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

/// Two-way gather on a line: the head gets the bundle of every node, the nearest one's first.
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

// ---- Sets of blocks -----------------------------------------------------------------------------

/// Do two nodes agree in the coordinates of dimensions first .. last - 1?
bool agree(const TorusShape& shape, NodeId a, NodeId b, int first, int last) {
  for (int j = first; j < last; ++j) {
    if (shape.coordinate(a, j) != shape.coordinate(b, j)) return false;
  }
  return true;
}

/// The blocks of all nodes that agree with `node` in the coordinates 0 .. dimension: what a line of
/// that dimension carries for one node. x0 .. xj given, the others arbitrary.
Blocks column_above(const TorusShape& shape, NodeId node, int dimension, Slice whole) {
  const NodeId stride = shape.stride(dimension + 1);
  BlockList blocks;
  for (NodeId block = node % stride; block < shape.nodes(); block += stride) blocks.add(block);
  return blocks.blocks(whole);
}

/// The node with another coordinate in one dimension.
NodeId with_coordinate(const TorusShape& shape, NodeId node, int dimension, int coordinate) {
  const NodeId stride = shape.stride(dimension);
  return node + stride * static_cast<NodeId>(coordinate) -
         stride * static_cast<NodeId>(shape.coordinate(node, dimension));
}

/// What a node holds of an alltoall before phase j and still has to hand on: from every origin that
/// agrees with it from dimension j on, the blocks for destinations that agree with it below.
Blocks held_before_phase(const TorusShape& shape, NodeId node, int j, Slice whole) {
  const NodeId stride = shape.stride(j);
  const NodeId first_origin = node - node % stride;
  BlockList blocks;
  for (NodeId origin = first_origin; origin < first_origin + stride; ++origin) {
    for (NodeId to = node % stride; to < shape.nodes(); to += stride) {
      blocks.add(alltoall_block(shape.nodes(), origin, to));
    }
  }
  return blocks.blocks(whole);
}

/// Blocks of an alltoall, sorted by their destination's coordinate in one dimension.
struct Sorted {
  Blocks here;    ///< it is that of the node that sorts
  Blocks onward;  ///< it is another one
};

/// Destinations with a given coordinate r are windows of `stride` numbers, one in every stride *
/// side: block numbers origin * k + destination repeat in the same way, because k is a multiple of
/// that.
Sorted sort_by_destination(const TorusShape& shape, NodeId node, int j, const Blocks& blocks) {
  const std::uint64_t period = shape.stride(j + 1);
  const std::uint64_t width = shape.stride(j);
  const std::uint64_t window = width * static_cast<std::uint64_t>(shape.coordinate(node, j));
  BlockList here;
  BlockList onward;
  for (const Interval& interval : blocks.intervals()) {
    for (std::uint64_t block = interval.first; block < interval.end();) {
      const std::uint64_t offset = (block + period - window) % period;  // from the window's begin
      const bool inside = offset < width;
      const std::uint64_t length =
          std::min(interval.end() - block, (inside ? width : period) - offset);
      (inside ? here : onward).add(Interval{block, length});
      block += length;
    }
  }
  return {here.blocks(blocks.slice()), onward.blocks(blocks.slice())};
}

}  // namespace

// ---- Broadcast ----------------------------------------------------------------------------------

Program torus_broadcast_tree(processor& self, const TorusShape& shape, NodeId root,
                             Stream message) {
  return relay(self, row_last_place(shape, root, self.id()), message);
}

namespace {

/// The root of `split-axis-last`: through every port one half, then the other.
void send_halves(processor& self, const SplitTrees& trees, const Streams& halves) {
  const auto send = [&](int port, Half half) {
    const Stream& stream = halves[half == Half::kX ? 0 : 1];
    for (std::int64_t j = 0; j < stream.packets; ++j) {
      self.post(channel(port), self.pack(stream.packet(j)));
    }
  };
  for (const int port : trees.x.child_ports(self.id())) {  // the same ports in both trees
    const Half first = first_half_on(port);
    send(port, first);
    send(port, first == Half::kX ? Half::kY : Half::kX);
  }
}

}  // namespace

Program torus_broadcast_axis_last(processor& self, const SplitTrees& trees, const Streams& halves) {
  const auto x = [&] { return relay(self, trees.x.place(self.id()), halves[0]); };
  const auto y = [&] { return relay(self, trees.y.place(self.id()), halves[1]); };
  const auto x_from = trees.x.parent_port(self.id());
  const auto y_from = trees.y.parent_port(self.id());
  if (!x_from) {
    send_halves(self, trees, halves);
  } else if (x_from != y_from) {  // off the axes the halves come from two sides
    std::vector<Program> both_halves;
    both_halves.push_back(x());
    both_halves.push_back(y());
    co_await all(self, std::move(both_halves));
  } else if (first_half_on(*x_from) == Half::kX) {  // on an axis one behind the other
    co_await x();
    co_await y();
  } else {
    co_await y();
    co_await x();
  }
}

Program torus_broadcast_dimension_phases(processor& self, const TorusShape& shape, NodeId root,
                                         Stream message) {
  for (int j = shape.dimensions() - 1; j >= 0; --j) {  // phases d-1, .., 0
    if (agree(shape, self.id(), root, 0, j)) {         //   on the lines of those that have it
      co_await relay(self, place_on_line(shape, root, self.id(), j), message);
    }
    co_await self.step();
  }
}

// ---- Allgather ----------------------------------------------------------------------------------

Program torus_allgather_sequential(processor& self, const TorusShape& shape, Words words,
                                   std::int64_t packets) {
  for (NodeId root = 0; root < shape.nodes(); ++root) {
    co_await relay(self, row_last_place(shape, root, self.id()),
                   whole_stream(words, packets, root));
    co_await self.step();
  }
}

Program torus_allgather_daisy_chain(processor& self, const HamiltonianRing& ring) {
  return daisy_chain(self, channel(ring.next_port[self.id()]),
                     channel(ring.previous_port[self.id()]), static_cast<NodeId>(ring.order.size()),
                     Blocks{Interval{self.id(), 1}, self.whole()});
}

Program torus_allgather_alternating(processor& self, const TorusShape& shape) {
  for (int j = 0; j < shape.dimensions(); ++j) {  // phases 0, .., d-1
    const NodeId held = shape.stride(j);          //   all with the own coordinates j .. d-1
    const Interval interval{self.id() - self.id() % held, held};
    co_await daisy_chain(self, channel(TorusShape::plus_port(j)),
                         channel(TorusShape::minus_port(j)), static_cast<NodeId>(shape.side(j)),
                         Blocks{interval, self.whole()});
    co_await self.step();
  }
}

// ---- Scatter, gather, permutation ---------------------------------------------------------------

Program torus_scatter(processor& self, const TorusShape& shape, NodeId root) {
  for (int j = 0; j < shape.dimensions(); ++j) {  // phases 0, .., d-1
    if (agree(shape, self.id(), root, j + 1, shape.dimensions())) {
      const NodeId head = with_coordinate(shape, self.id(), j, shape.coordinate(root, j));
      co_await scatter_on_line(self, shape, head, j, [&, j](int coordinate) {
        return column_above(shape, with_coordinate(shape, self.id(), j, coordinate), j,
                            self.whole());
      });
    }
    co_await self.step();
  }
}

Program torus_gather(processor& self, const TorusShape& shape, NodeId root) {
  for (int j = shape.dimensions() - 1; j >= 0; --j) {  // phases d-1, .., 0
    if (agree(shape, self.id(), root, j + 1, shape.dimensions())) {
      const NodeId head = with_coordinate(shape, self.id(), j, shape.coordinate(root, j));
      co_await gather_on_line(self, shape, head, j,
                              column_above(shape, self.id(), j, self.whole()));
    }
    co_await self.step();
  }
}

Program torus_transpose(processor& self, const TorusShape& shape) {
  const int x = shape.coordinate(self.id(), 0);
  const int y = shape.coordinate(self.id(), 1);
  const auto block = [&](int column, int row) {
    const NodeId node = with_coordinate(shape, with_coordinate(shape, 0, 0, column), 1, row);
    return Blocks{Interval{node, 1}, self.whole()};
  };
  // Phase 1: along y to the node (x, x) of the diagonal.
  co_await gather_on_line(self, shape, with_coordinate(shape, self.id(), 1, x), 1, block(x, y));
  co_await self.step();
  // Phase 2: along x from (y, y), which sends the block of (y, j) to (j, y).
  co_await scatter_on_line(self, shape, with_coordinate(shape, self.id(), 0, y), 0,
                           [&](int j) { return block(y, j); });
}

// ---- Alltoall -----------------------------------------------------------------------------------

Program torus_alltoall(processor& self, const TorusShape& shape) {
  for (int j = 0; j < shape.dimensions(); ++j) {  // phases 0, .., d-1
    const Blocks held = held_before_phase(shape, self.id(), j, self.whole());
    Packet travelling = self.pack(sort_by_destination(shape, self.id(), j, held).onward);
    for (int i = 1; i < shape.side(j); ++i) {  //   rotate: L_j - 1 steps
      self.post(channel(TorusShape::plus_port(j)), std::move(travelling));
      const Packet come = co_await self.receive(channel(TorusShape::minus_port(j)));
      const Sorted sorted = sort_by_destination(shape, self.id(), j, come.blocks());
      self.store(sorted.here);  //   what is for this coordinate stays, the rest goes on
      travelling = come.carrying(sorted.onward.words(), sorted.onward);
    }
    co_await self.step();
  }
}

}  // namespace plexus
