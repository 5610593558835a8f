#include "models/pops/permutation.hpp"
#include "models/pops/window_sums.hpp"

namespace plexus {

namespace {

std::unique_ptr<pops_data> data(const PopsCase& at) { return window_data(at, true); }

/// 3.4: M slots for d <= g, (d/g) min{M, g} for d > g.
double array_broadcast_slots(const PopsCase& at) {
  const double g = at.shape.g;
  if (at.shape.d <= at.shape.g) return at.subgroup;
  return at.shape.d / g * std::min<double>(at.subgroup, g);
}

Relation array_broadcast_relation(const PopsCase& at) {
  if (at.subgroup <= 1) return Relation::kAtMost;
  const bool holds =
      at.shape.d <= at.shape.g || (at.subgroup <= at.shape.g && at.shape.d % at.shape.g == 0);
  return holds ? Relation::kEqual : Relation::kApproximate;
}

/// The arrays move one processor down in every group, M - 1 times; each time the element that is
/// needed is taken from the array that has come.
Program shift(pops_node& self, Words m, const Windows& windows, const Image& down) {
  const Words arrays = windows.size() * m;
  Sum sum = windows.own(self.id());
  MessageData array = datum(self.id());
  for (NodeId k = 1; k < windows.size(); ++k) {
    std::optional<Received> given;
    co_await intragroup_permutation(self, arrays, down, array, &given);
    if (!given) continue;
    array = given->data;
    sum += windows.operand(static_cast<NodeId>(array[0]), k);
  }
  self.result(sum.payload());
}

std::uint64_t simulated_slots(const PopsCase& at, std::uint64_t moves_of_tokens) {
  if (at.subgroup <= 1) return 0;
  return at.shape.move_slots() * (moves_of_tokens + ceil_log(at.shape.d / at.subgroup));
}

double simulated_formula(const PopsCase& at, double moves_of_tokens) {
  return (at.shape.d == 1 ? 1 : 2 * passes(at)) *
         (moves_of_tokens + real_log(1.0 * at.nodes() / at.subgroup));
}

}  // namespace

const PopsAlgorithm kAdjacentArrayBroadcast{
    .operation = "adjacent-sum",
    .name = "array-broadcast",
    .summary = "arrays go to relays, which broadcast them to those that need them",
    .knobs = {PopsKnob::kSubgroup},
    .require = {},
    .data = data,
    .programs = [](const PopsCase& at) { return array_programs(at, true, false); },
    .equations = {{"adjacent sum", "3.4",
                   [](const PopsCase& at) -> std::optional<double> {
                     return array_broadcast_slots(at) *
                            static_cast<double>(at.slot(at.array()).count());
                   },
                   array_broadcast_relation}},
    .exact = [](const PopsCase& at) { return array_cycles(at, true, false); },
    .lower_bound = {}};

const PopsAlgorithm kAdjacentDirect{
    .operation = "adjacent-sum",
    .name = "direct",
    .summary = "one array of every group in each slot, to all that need it",
    .knobs = {PopsKnob::kSubgroup},
    .require = {},
    .data = data,
    .programs = [](const PopsCase& at) { return direct_window_programs(at, true); },
    .equations = {},
    .exact =
        [](const PopsCase& at) { return (at.subgroup > 1 ? at.shape.d : 0) * at.slot(at.array()); },
    .lower_bound = {}};

const PopsAlgorithm kAdjacentElementSend{
    .operation = "adjacent-sum",
    .name = "element-send",
    .summary = "as array-broadcast, but relays send the one element that is needed",
    .knobs = {PopsKnob::kSubgroup},
    .require = [](const PopsCase& at) { require_d_up_to_g(at, "element-send"); },
    .data = data,
    .programs = [](const PopsCase& at) { return array_programs(at, true, true); },
    .equations = {},
    .exact = [](const PopsCase& at) { return array_cycles(at, true, true); },
    .lower_bound = {}};

const PopsAlgorithm kAdjacentShift{
    .operation = "adjacent-sum",
    .name = "shift",
    .summary = "the arrays go round in every group, M - 1 times",
    .knobs = {PopsKnob::kSubgroup},
    .require = {},
    .data = data,
    .programs =
        [](const PopsCase& at) {
          struct Plan {
            Windows windows;
            Image down;
          };
          auto plan = std::make_shared<Plan>(Plan{{at.shape, at.subgroup, true}, {}});
          const NodeId d = at.shape.d;
          for (NodeId x = 0; x < at.nodes(); ++x) {
            plan->down.push_back(at.shape.at(at.shape.group(x), (at.shape.index(x) + d - 1) % d));
          }
          return [m = at.words, plan](pops_node& self) {
            return shift(self, m, plan->windows, plan->down);
          };
        },
    .equations = {{"adjacent sum by shifts", "3.4",
                   [](const PopsCase& at) -> std::optional<double> {
                     const std::uint64_t shifts = at.subgroup - 1;
                     const std::uint64_t slots =
                         2 * ceil_div(at.shape.d, 1 + std::uint64_t{at.shape.g}) * shifts;
                     return static_cast<double>((slots * at.slot(at.array())).count());
                   },
                   at_most_always}},
    .exact =
        [](const PopsCase& at) {
          return (at.subgroup - 1) * (at.shape.intragroup_slots() * at.slot(at.array()));
        },
    .lower_bound = {}};

const PopsAlgorithm kAdjacentHypercube{
    .operation = "adjacent-sum",
    .name = "hypercube",
    .summary = "tokens of two parts visit their blocks, every move simulated, each part by itself",
    .knobs = {PopsKnob::kSubgroup},
    .require = [](const PopsCase& at) { require_subgroup_power(at, "hypercube"); },
    .data = data,
    .programs = [](const PopsCase& at) { return gray_code_programs(at, true, false); },
    .equations = {counted(
        "adjacent sum, simulated", "3.4",
        [](const PopsCase& at) { return simulated_formula(at, 2.0 * at.subgroup); },
        at_most_always)},
    .exact =
        [](const PopsCase& at) {
          return slots_of(at, simulated_slots(at, 2 * std::uint64_t{at.subgroup}));
        },
    .lower_bound = {}};

const PopsAlgorithm kAdjacentHypercubePaired{
    .operation = "adjacent-sum",
    .name = "hypercube-paired",
    .summary = "tokens of two parts visit their blocks, every move simulated, both parts together",
    .knobs = {PopsKnob::kSubgroup},
    .require = [](const PopsCase& at) { require_subgroup_power(at, "hypercube-paired"); },
    .data = data,
    .programs = [](const PopsCase& at) { return gray_code_programs(at, true, true); },
    .equations = {{"adjacent sum, simulated in pairs", "3.4",
                   [](const PopsCase& at) -> std::optional<double> {
                     return simulated_formula(at, 1.0 * at.subgroup) *
                            static_cast<double>(at.slot(2 * at.words).count());
                   },
                   at_most_always}},
    .exact =
        [](const PopsCase& at) {
          const std::uint64_t all = simulated_slots(at, at.subgroup);
          if (all == 0) return 0_cycles;
          const std::uint64_t of_tokens = at.shape.move_slots() * at.subgroup;
          return of_tokens * at.slot(2 * at.words) + (all - of_tokens) * at.slot();
        },
    .lower_bound = {}};

}  // namespace plexus
