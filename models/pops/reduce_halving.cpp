#include <cmath>

#include "models/pops/reduce.hpp"

namespace plexus::pops {

namespace {

/// Folds on processors that are renamed so that p(0, 0) is the root.
class FromRoot {
 public:
  explicit FromRoot(PopsCase& at) : at_{&at} { at.plan = SendPlan{at.nodes()}; }

  /// In a slot every one of `rows` groups gives away as many of its `columns` data as there are
  /// couplers, to different groups.
  void halve_columns(NodeId rows, NodeId columns) {
    for (NodeId C = columns; C > 1; ++slot_) {
      const NodeId k = std::min(rows, C / 2);
      for (NodeId e = 0; e < rows; ++e) {
        for (NodeId u = 0; u < k; ++u) send(e, C - k + u, (e + u) % rows, u);
      }
      C -= k;
    }
  }

  /// One datum in each of `rows` groups.
  void halve_rows(NodeId rows) {
    for (NodeId R = rows; R > 1; ++slot_) {
      const NodeId L = (R + 1) / 2;
      for (NodeId i = L; i < R; ++i) send(i, 0, i - L, 0);
      R = L;
    }
  }

  /// Whole groups while they have more couplers than data. Gives the groups that are left.
  NodeId halve_groups() {
    const NodeId d = at_->shape.d;
    NodeId R = at_->shape.g;
    for (; R > 1 && d <= (R + 1) / 2; ++slot_) {
      const NodeId L = (R + 1) / 2;
      for (NodeId i = L; i < R; ++i) {
        for (NodeId j = 0; j < d; ++j) send(i, j, (i - L + j) % L, j);
      }
      R = L;
    }
    return R;
  }

 private:
  void send(NodeId i, NodeId j, NodeId to_i, NodeId to_j) {
    at_->plan.send(slot_, processor(i, j), processor(to_i, to_j));
  }
  [[nodiscard]] NodeId processor(NodeId i, NodeId j) const {
    const PopsShape& pops = at_->shape;
    return pops.at((i + pops.group(at_->root)) % pops.g, (j + pops.index(at_->root)) % pops.d);
  }

  PopsCase* at_;
  std::uint64_t slot_ = 0;
};

void plan_halving(PopsCase& at) {
  FromRoot fold{at};
  fold.halve_columns(at.shape.g, at.shape.d);
  fold.halve_rows(at.shape.g);
}

void plan_group_first(PopsCase& at) {
  require_d_up_to_g(at, "group-first");
  FromRoot fold{at};
  const NodeId rows = fold.halve_groups();
  fold.halve_columns(rows, at.shape.d);
  fold.halve_rows(rows);
}

}  // namespace

Algorithm<PopsCase> reduce_halving() {
  return {
      .operation = "reduce",
      .name = "halving",
      .summary = "every slot halves the live data, or takes as many as there are couplers",
      .is_default = true,
      .parameters = parameters({root_parameter()}),
      .prepare = plan_halving,
      .program = fold,
      .equations = {slots_formula(
          "data sum", "3.1", [](const PopsCase& at) { return passes(at) * std::log2(at.nodes()); },
          [](const PopsCase& at) { return at_most_if(at.shape.powers_of_two()); })},
      .exact = in_slots<planned_slots>,
      .lower_bound = [](const PopsCase& at) {
        return at.shape.powers_of_two() ? in_slots<planned_slots>(at) : std::nullopt;
      }};
}

Algorithm<PopsCase> reduce_group_first() {
  return {.operation = "reduce",
          .name = "group-first",
          .summary =
              "first halves the groups while they have more couplers than data, then the columns",
          .parameters = parameters({root_parameter()}),
          .prepare = plan_group_first,
          .program = fold,
          .exact = in_slots<planned_slots>};
}

}  // namespace plexus::pops
