#include "models/pops/reduce.hpp"

namespace plexus {

namespace {

/// p(i, j) is a processor of the square of groups 0 .. m-1 and indices base .. base+m-1; halves it
/// twice in two slots until one processor is left.
void fold_square(const PopsShape& pops, NodeId side, NodeId base, FoldSchedule& schedule) {
  for (NodeId m = side; m > 1; m /= 2) {
    const NodeId h = m / 2;
    for (NodeId i = 0; i < m; ++i) {  // slot A: p(i, j) -> p((i + j - h) mod m, j - h)
      for (NodeId j = h; j < m; ++j) {
        schedule.send(pops.at(i, base + j), pops.at((i + j - h) % m, base + j - h));
      }
    }
    schedule.end_slot();
    for (NodeId i = h; i < m; ++i) {  // slot B: p(i, j) -> p((i + j) mod h, j)
      for (NodeId j = 0; j < h; ++j) {
        schedule.send(pops.at(i, base + j), pops.at((i + j) % h, base + j));
      }
    }
    schedule.end_slot();
  }
}

FoldSchedule fold(const PopsShape& pops) {
  FoldSchedule schedule{pops.nodes()};
  if (pops.d <= pops.g) {
    halve_groups(pops, schedule);
    fold_square(pops, pops.d, 0, schedule);
    return schedule;
  }
  const NodeId squares = pops.d / pops.g;
  for (NodeId s = 0; s < squares; ++s) fold_square(pops, pops.g, s * pops.g, schedule);
  for (NodeId s = 1; s < squares; ++s) {
    schedule.send(pops.at(0, s * pops.g), 0);
    schedule.end_slot();
  }
  return schedule;
}

std::uint64_t slots(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (pops.d <= pops.g) return pops.bits();
  const std::uint64_t squares = pops.d / pops.g;
  return squares * 2 * pops.group_bits() + squares - 1;
}

/// Lines (9) to (12) as printed, with m/2 for n/2: what the paper's figures 3 and 4 show.
FoldSchedule fold_printed(const PopsShape& pops) {
  FoldSchedule schedule{pops.nodes()};
  halve_groups(pops, schedule);
  for (NodeId m = pops.d; m > 1; m /= 2) {
    const NodeId h = m / 2;
    for (NodeId i = 0; i < m; ++i) {
      for (NodeId j = m - i; j < m; ++j) {  // (9): below the antidiagonal
        schedule.send(pops.at(i, j), pops.at(m - 1 - j, m - 1 - i));
      }
      if (i >= h) schedule.send(pops.at(i, m - 1 - i), pops.at(i - h, 3 * h - 1 - i));  // (10)
    }
    schedule.end_slot();
    for (NodeId i = 0; i < m; ++i) {
      for (NodeId j = 0; j < m; ++j) {
        if (i < h && j >= h && i + j < m) {  // (11)
          schedule.send(pops.at(i, j), pops.at(j - h, h - 1 - i));
        } else if (i >= h && j + 1 < h && i + j + 1 < m) {  // (12)
          schedule.send(pops.at(i, j), pops.at(h - j - 1, i - h));
        }
      }
    }
    schedule.end_slot();
  }
  return schedule;
}

}  // namespace

void halve_groups(const PopsShape& pops, FoldSchedule& schedule) {
  const NodeId d = pops.d;
  for (NodeId m = pops.g; m > d; m /= 2) {
    for (NodeId i = m / 2; i < m; ++i) {
      for (NodeId j = 0; j < d; ++j) {
        schedule.send(pops.at(i, j), pops.at(i / d * d - m / 2 + j, i % d));
      }
    }
    schedule.end_slot();
  }
}

const PopsAlgorithm kReduceFold{
    .operation = "reduce",
    .name = "fold",
    .summary = "the paper's data sum with routings that do not collide; the sum is left at p(0, 0)",
    .knobs = {},
    .require = [](const PopsCase& at) { require_powers_of_two(at, "fold"); },
    .data = reduce_data,
    .programs = [](const PopsCase& at) { return fold_programs(at, fold(at.shape)); },
    .equations = {counted(
        "data sum", "3.1", [](const PopsCase& at) { return passes(at) * at.shape.bits(); },
        [](const PopsCase& at) {
          return at.shape.d <= at.shape.g ? Relation::kEqual : Relation::kAtMost;
        })},
    .exact = [](const PopsCase& at) { return slots_of(at, slots(at)); },
    .lower_bound = {}};

const PopsAlgorithm kReduceFoldPrinted{
    .operation = "reduce",
    .name = "fold-printed",
    .summary = "lines (9) to (12) as printed: ends with a collision (erratum E1)",
    .knobs = {},
    .require =
        [](const PopsCase& at) {
          require_powers_of_two(at, "fold-printed");
          require_d_up_to_g(at, "fold-printed");
        },
    .data = reduce_data,
    .programs = [](const PopsCase& at) { return fold_programs(at, fold_printed(at.shape)); },
    .equations = {counted(
        "data sum", "3.1", [](const PopsCase& at) { return 1.0 * at.shape.bits(); }, equal_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.bits()); },
    .lower_bound = {}};

}  // namespace plexus
