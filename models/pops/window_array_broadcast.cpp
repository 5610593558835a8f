#include "models/pops/window_arrays.hpp"

/// What the paper says of it, in 3.3 and 3.4.
namespace plexus::pops {

namespace {

double array_slots(const PopsCase& at, double slots) { return slots * real(at.slot(at.array())); }

/// 3.3: ceil(d/g) M slots for M <= g, (d/g)(g + 1) for M > g.
double consecutive_formula(const PopsCase& at) {
  const double g = at.shape.g;
  const bool small = at.shape.d <= at.shape.g || at.subgroup <= at.shape.g;
  return array_slots(at, small ? passes(at) * at.subgroup : at.shape.d / g * (g + 1));
}

/// Equal where the paper's blocks of g columns hold whole subgroups, or the subgroups whole blocks.
Relation consecutive_relation(const PopsCase& at) {
  const NodeId M = at.subgroup;
  const NodeId g = at.shape.g;
  if (M <= 1) return Relation::kAtMost;
  const bool whole = at.shape.d <= g || (M <= g ? g % M : M % g) == 0;
  return whole ? Relation::kEqual : Relation::kApproximate;
}

/// 3.3, with the bandwidth B: M^2/B cycles for d <= g.
double squared_formula(const PopsCase& at) {
  const double M = at.subgroup;
  return M * M * static_cast<double>(at.words.count()) /
         static_cast<double>(at.rules.slot.bandwidth.count());
}

Relation squared_relation(const PopsCase& at) {
  const LinkTiming& slot = at.rules.slot;
  return equal_if(slot.startup == 0_cycles && at.array().count() % slot.bandwidth.count() == 0);
}

/// 3.4: M slots for d <= g, (d/g) min{M, g} for d > g.
double adjacent_formula(const PopsCase& at) {
  const double g = at.shape.g;
  const bool small = at.shape.d <= at.shape.g;
  return array_slots(at, small ? at.subgroup : at.shape.d / g * std::min<double>(at.subgroup, g));
}

Relation adjacent_relation(const PopsCase& at) {
  if (at.subgroup <= 1) return Relation::kAtMost;
  const bool holds =
      at.shape.d <= at.shape.g || (at.subgroup <= at.shape.g && at.shape.d % at.shape.g == 0);
  return holds ? Relation::kEqual : Relation::kApproximate;
}

}  // namespace

Algorithm<PopsCase> consecutive_array_broadcast() {
  return array_broadcast(
      kConsecutive,
      {{"consecutive sum, first algorithm", section("3.3"), consecutive_formula,
        consecutive_relation},
       {"M^2/B", section("3.3"), squared_formula, squared_relation,
        [](const PopsCase& at) { return at.shape.d <= at.shape.g && at.subgroup > 1; }}});
}

Algorithm<PopsCase> adjacent_array_broadcast() {
  return array_broadcast(kAdjacent,
                         {{"adjacent sum", section("3.4"), adjacent_formula, adjacent_relation}});
}

}  // namespace plexus::pops
