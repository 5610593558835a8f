#include <algorithm>

#include "models/torus/case.hpp"
#include "models/torus/lines.hpp"
#include "models/torus/transposition.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

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

/// In every dimension in turn, bundles rotate round its rings and leave at each stop what is for
/// that coordinate (in the place of the paper's two phases; E25).
Program dimension_phases_alltoall_dimension_phases(processor& self, const TorusCase& at) {
  const TorusShape& shape = at.shape;
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

/// N = k^2 w.
double all_blocks_dimension_phases(const TorusCase& at) { return at.k() * at.k() * real(at.words); }

/// The sum over j and i = 1 .. L_j - 1 of c((L_j - i) w k/L_j).
Cycles exact_alltoall_dimension_phases(const TorusCase& at) {
  Cycles total;
  for (const int side : at.shape.sides()) {
    const Words for_one_member = at.nodes() / side * at.words;
    for (int i = 1; i < side; ++i) total += at.timing.hop((side - i) * for_one_member);
  }
  return total;
}

}  // namespace

Algorithm<TorusCase> alltoall_dimension_phases() {
  return {.operation = "alltoall",
          .name = "dimension-phases",
          .summary = "bundles rotate in one dimension after another and leave a part at each stop",
          .is_default = true,
          .parameters = torus_parameters(),
          .prepare = [](TorusCase& at) { require_wrap(at.shape, "alltoall"); },
          .program = dimension_phases_alltoall_dimension_phases,
          .equations = {on_squares(transposition(all_blocks_dimension_phases))},
          .exact = exact_alltoall_dimension_phases};
}

}  // namespace plexus::torus
