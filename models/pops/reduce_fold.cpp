#include "models/pops/reduce.hpp"

/// The paper's data sum: the sum is left at p(0, 0).
namespace plexus::pops {

namespace {

/// Halves the live groups until there are as many as processors in a group. Gives the slots.
std::uint64_t halve_groups(PopsCase& at) {
  const PopsShape& pops = at.shape;
  const NodeId d = pops.d;
  std::uint64_t t = 0;
  for (NodeId m = pops.g; m > d; m /= 2) {
    for (NodeId i = m / 2; i < m; ++i) {
      for (NodeId j = 0; j < d; ++j) {
        at.plan.send(t, pops.at(i, j), pops.at(i / d * d - m / 2 + j, i % d));
      }
    }
    ++t;
  }
  return t;
}

/// The square of groups 0 .. side-1 and indices base .. base+side-1: halves it twice in two slots,
/// from slot `t` on, until one processor is left.
std::uint64_t fold_square(PopsCase& at, NodeId side, NodeId base, std::uint64_t t) {
  const PopsShape& pops = at.shape;
  for (NodeId m = side; m > 1; m /= 2) {
    const NodeId h = m / 2;
    for (NodeId i = 0; i < m; ++i) {  // slot A: p(i, j) -> p((i + j - h) mod m, j - h)
      for (NodeId j = h; j < m; ++j) {
        at.plan.send(t, pops.at(i, base + j), pops.at((i + j - h) % m, base + j - h));
      }
    }
    ++t;
    for (NodeId i = h; i < m; ++i) {  // slot B: p(i, j) -> p((i + j) mod h, j)
      for (NodeId j = 0; j < h; ++j) {
        at.plan.send(t, pops.at(i, base + j), pops.at((i + j) % h, base + j));
      }
    }
    ++t;
  }
  return t;
}

void plan(PopsCase& at) {
  require_powers_of_two(at, "fold");
  const PopsShape& pops = at.shape;
  at.plan = SendPlan{at.nodes()};
  if (pops.d <= pops.g) {
    fold_square(at, pops.d, 0, halve_groups(at));
    return;
  }
  std::uint64_t t = 0;
  for (NodeId base = 0; base < pops.d; base += pops.g) t = fold_square(at, pops.g, base, t);
  for (NodeId base = pops.g; base < pops.d; base += pops.g) at.plan.send(t++, pops.at(0, base), 0);
}

/// Lines (9) to (12) as printed, with m/2 for n/2: what the paper's figures 3 and 4 show.
void plan_printed(PopsCase& at) {
  require_powers_of_two(at, "fold-printed");
  require_d_up_to_g(at, "fold-printed");
  const PopsShape& pops = at.shape;
  at.plan = SendPlan{at.nodes()};
  std::uint64_t t = halve_groups(at);
  for (NodeId m = pops.d; m > 1; m /= 2, t += 2) {
    const NodeId h = m / 2;
    for (NodeId i = 0; i < m; ++i) {
      for (NodeId j = m - i; j < m; ++j) {  // (9): below the antidiagonal
        at.plan.send(t, pops.at(i, j), pops.at(m - 1 - j, m - 1 - i));
      }
      if (i >= h) at.plan.send(t, pops.at(i, m - 1 - i), pops.at(i - h, 3 * h - 1 - i));  // (10)
    }
    for (NodeId i = 0; i < m; ++i) {
      for (NodeId j = 0; j < m; ++j) {
        if (i < h && j >= h && i + j < m) {  // (11)
          at.plan.send(t + 1, pops.at(i, j), pops.at(j - h, h - 1 - i));
        } else if (i >= h && j + 1 < h && i + j + 1 < m) {  // (12)
          at.plan.send(t + 1, pops.at(i, j), pops.at(h - j - 1, i - h));
        }
      }
    }
  }
}

/// Section 3.1: ceil(d/g) log n.
double data_sum(const PopsCase& at) { return passes(at) * at.shape.bits(); }

}  // namespace

Algorithm<PopsCase> reduce_fold() {
  return {.operation = "reduce",
          .name = "fold",
          .summary =
              "the paper's data sum with routings that do not collide; the sum is left at p(0, 0)",
          .parameters = parameters(),
          .prepare = plan,
          .program = fold,
          .equations = {slots_formula("data sum", "3.1", data_sum,
                                      [](const PopsCase& at) {
                                        return at.shape.d <= at.shape.g ? Relation::kEqual
                                                                        : Relation::kAtMost;
                                      })},
          .exact = in_slots<planned_slots>};
}

Algorithm<PopsCase> reduce_fold_printed() {
  return {.operation = "reduce",
          .name = "fold-printed",
          .summary = "lines (9) to (12) as printed: ends with a collision (erratum P1)",
          .parameters = parameters(),
          .prepare = plan_printed,
          .program = fold,
          .equations = {slots_formula("data sum", "3.1", data_sum)},
          .exact = in_slots<planned_slots>};
}

}  // namespace plexus::pops
