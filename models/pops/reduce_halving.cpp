#include "models/pops/reduce.hpp"

namespace plexus {

namespace {

/// Renames the processors so that p(0, 0) becomes the root.
class FromRoot {
 public:
  FromRoot(const PopsShape& pops, NodeId root)
      : pops_{pops}, group_{pops.group(root)}, index_{pops.index(root)} {}
  [[nodiscard]] NodeId at(NodeId i, NodeId j) const {
    return pops_.at((i + group_) % pops_.g, (j + index_) % pops_.d);
  }

 private:
  PopsShape pops_;
  NodeId group_;
  NodeId index_;
};

/// The columns of `rows` groups: in a slot every group gives away as many of its `columns` data as
/// there are couplers, to different groups.
void halve_columns(const FromRoot& p, NodeId rows, NodeId columns, FoldSchedule& schedule) {
  for (NodeId C = columns; C > 1;) {
    const NodeId k = std::min(rows, C / 2);
    for (NodeId e = 0; e < rows; ++e) {
      for (NodeId u = 0; u < k; ++u) schedule.send(p.at(e, C - k + u), p.at((e + u) % rows, u));
    }
    schedule.end_slot();
    C -= k;
  }
}

/// One datum in each of `rows` groups.
void halve_rows(const FromRoot& p, NodeId rows, FoldSchedule& schedule) {
  for (NodeId R = rows; R > 1;) {
    const NodeId L = (R + 1) / 2;
    for (NodeId i = L; i < R; ++i) schedule.send(p.at(i, 0), p.at(i - L, 0));
    schedule.end_slot();
    R = L;
  }
}

FoldSchedule halving(const PopsShape& pops, NodeId root) {
  FoldSchedule schedule{pops.nodes()};
  const FromRoot p{pops, root};
  halve_columns(p, pops.g, pops.d, schedule);
  halve_rows(p, pops.g, schedule);
  return schedule;
}

FoldSchedule group_first(const PopsShape& pops, NodeId root) {
  FoldSchedule schedule{pops.nodes()};
  const FromRoot p{pops, root};
  NodeId R = pops.g;
  while (R > 1 && pops.d <= (R + 1) / 2) {
    const NodeId L = (R + 1) / 2;
    for (NodeId i = L; i < R; ++i) {
      for (NodeId j = 0; j < pops.d; ++j) schedule.send(p.at(i, j), p.at((i - L + j) % L, j));
    }
    schedule.end_slot();
    R = L;
  }
  halve_columns(p, R, pops.d, schedule);
  halve_rows(p, R, schedule);
  return schedule;
}

/// max(0, ceil(d/g) - 2) + ceil(log d') + ceil(log g), d' = d - g max(0, ceil(d/g) - 2).
std::uint64_t halving_slots(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  const std::uint64_t full = pops.passes() > 2 ? pops.passes() - 2 : 0;  // slots with g sends
  return full + ceil_log(pops.d - pops.g * full) + ceil_log(pops.g);
}

/// The executed lines, counted without building them.
std::uint64_t group_first_slots(const PopsCase& at) {
  NodeId R = at.shape.g;
  NodeId C = at.shape.d;
  std::uint64_t slots = 0;
  for (; R > 1 && C <= (R + 1) / 2; ++slots) R = (R + 1) / 2;
  for (; C > 1; ++slots) C -= std::min(R, C / 2);
  return slots + ceil_log(R);
}

}  // namespace

const PopsAlgorithm kReduceHalving{
    .operation = "reduce",
    .name = "halving",
    .summary = "every slot halves the live data, or takes as many as there are couplers",
    .knobs = {PopsKnob::kRoot},
    .require = {},
    .data = reduce_data,
    .programs = [](const PopsCase& at) { return fold_programs(at, halving(at.shape, at.root)); },
    .equations = {counted(
        "data sum", "3.1", [](const PopsCase& at) { return passes(at) * real_log(at.nodes()); },
        [](const PopsCase& at) { return at_most_if(at.shape.powers_of_two()); })},
    .exact = [](const PopsCase& at) { return slots_of(at, halving_slots(at)); },
    .lower_bound = [](const PopsCase& at) -> std::optional<Cycles> {
      if (!at.shape.powers_of_two()) return std::nullopt;
      return slots_of(at, halving_slots(at));
    }};

const PopsAlgorithm kReduceGroupFirst{
    .operation = "reduce",
    .name = "group-first",
    .summary = "first halves the groups while they have more couplers than data, then the columns",
    .knobs = {PopsKnob::kRoot},
    .require = [](const PopsCase& at) { require_d_up_to_g(at, "group-first"); },
    .data = reduce_data,
    .programs =
        [](const PopsCase& at) { return fold_programs(at, group_first(at.shape, at.root)); },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, group_first_slots(at)); },
    .lower_bound = {}};

}  // namespace plexus
