#include <algorithm>
#include <vector>

#include "models/schedule/algorithm.hpp"
#include "models/torus/case.hpp"
#include "models/torus/lines.hpp"

namespace plexus::torus {

namespace {

/// In each of d phases part i of every block, i = 0 .. d - 1, goes both ways round the rings of a
/// dimension of its own: i first, then i + 1, .. (mod d).
int dimension_of(const TorusCase& at, int part, int phase) {
  return (part + phase) % at.shape.dimensions();
}

/// The words of a part that go one way in a step: all of them, but the last bundle of an even ring,
/// whose halves come from either side; none beyond.
Slice part_of_blocks(const TorusCase& at, int part, int phase, int step, bool plus) {
  const EvenSplit parts{at.words, at.shape.dimensions()};
  const Slice whole{parts.first(part), parts.size(part)};
  const int side = at.shape.side(dimension_of(at, part, phase));
  if (2 * step < side) return whole;
  if (2 * step > side) return {};
  const EvenSplit halves{whole.count, 2};
  const std::int64_t half = plus ? 0 : 1;
  return {whole.first + halves.first(half), halves.size(half)};
}

/// The blocks of which `node` has a part when a phase begins: those of the nodes that differ from
/// it in the dimensions of earlier phases alone.
Blocks bundle_of(const TorusCase& at, NodeId node, int part, int phase, Slice slice) {
  const TorusShape& shape = at.shape;
  std::vector<NodeId> nodes{node};
  for (int before = 0; before < phase; ++before) {
    const int j = dimension_of(at, part, before);
    std::vector<NodeId> more;
    for (const NodeId one : nodes) {
      for (int x = 0; x < shape.side(j); ++x) more.push_back(with_coordinate(shape, one, j, x));
    }
    nodes = std::move(more);
  }
  std::ranges::sort(nodes);
  BlockList blocks;
  for (const NodeId one : nodes) blocks.add(one);
  return blocks.blocks(slice);
}

int steps_of(const TorusCase& at) { return std::ranges::max(at.shape.sides()) / 2; }

Program all_ports(processor& self, const TorusCase& at) {
  const TorusShape& shape = at.shape;
  for (int phase = 0; phase < shape.dimensions(); ++phase) {
    for (int step = 1; step <= steps_of(at); ++step) {
      for (int part = 0; part < shape.dimensions(); ++part) {
        const int j = dimension_of(at, part, phase);
        for (const bool plus : {true, false}) {  // on goes what came last, first the own bundle
          const Slice slice = part_of_blocks(at, part, phase, step, plus);
          if (slice.count == 0_words) continue;
          const int back = plus ? 1 - step : step - 1;
          const int side = shape.side(j);
          const NodeId from = with_coordinate(
              shape, self.id(), j, (shape.coordinate(self.id(), j) + back + side) % side);
          self.post(channel(plus ? TorusShape::plus_port(j) : TorusShape::minus_port(j)),
                    self.pack(bundle_of(at, from, part, phase, slice)));
        }
      }
      for (int part = 0; part < shape.dimensions(); ++part) {
        const int j = dimension_of(at, part, phase);
        for (const bool plus : {true, false}) {
          if (part_of_blocks(at, part, phase, step, plus).count == 0_words) continue;
          co_await self.receive_into_memory(
              channel(plus ? TorusShape::minus_port(j) : TorusShape::plus_port(j)));
        }
      }
    }
  }
}

/// The longest packet of each step: c(its words). Where all sides are one, and 2d divides w, the
/// sum is (k - 1) w/(2d) with start-up 0 and bandwidth 1: the lower bound.
Cycles exact_all_ports(const TorusCase& at) {
  Cycles total;
  for (int phase = 0; phase < at.shape.dimensions(); ++phase) {
    for (int step = 1; step <= steps_of(at); ++step) {
      Words longest{0};
      for (int part = 0; part < at.shape.dimensions(); ++part) {
        std::int64_t blocks = 1;
        for (int before = 0; before < phase; ++before) {
          blocks *= at.shape.side(dimension_of(at, part, before));
        }
        longest = std::max(longest, blocks * part_of_blocks(at, part, phase, step, true).count);
      }
      if (longest > 0_words) total += at.timing.hop(longest);
    }
  }
  return total;
}

}  // namespace

Algorithm<TorusCase> allgather_all_ports() {
  return {.operation = "allgather",
          .name = "all-ports",
          .summary = "parts go round rings of all dimensions at once; keeps the rule all-full",
          .parameters = with_full_duplex(torus_parameters()),
          .prepare = [](TorusCase& at) { require_wrap(at.shape, "all-ports"); },
          .program = all_ports,
          .exact = exact_all_ports};
}

}  // namespace plexus::torus
