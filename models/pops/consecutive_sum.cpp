#include <fmt/format.h>

#include "models/pops/window_sums.hpp"

namespace plexus {

namespace {

std::unique_ptr<pops_data> data(const PopsCase& at) { return window_data(at, false); }

/// Do the paper's blocks of g columns hold whole subgroups, or the subgroups whole blocks?
bool divides(const PopsCase& at) {
  const NodeId M = at.subgroup;
  const NodeId g = at.shape.g;
  if (M <= 1) return false;
  if (at.shape.d <= g) return true;
  return M <= g ? g % M == 0 : M % g == 0;
}

/// 3.3: ceil(d/g) M slots for M <= g, (d/g)(g + 1) for M > g.
double array_broadcast_slots(const PopsCase& at) {
  const double g = at.shape.g;
  if (at.shape.d <= at.shape.g || at.subgroup <= at.shape.g) return passes(at) * at.subgroup;
  return at.shape.d / g * (g + 1);
}

/// 3.3, with the bandwidth: d <= g, M^2/B cycles.
std::optional<double> array_broadcast_cycles(const PopsCase& at) {
  if (at.shape.d > at.shape.g || at.subgroup <= 1) return std::nullopt;
  const double M = at.subgroup;
  return M * M * static_cast<double>(at.words.count()) /
         static_cast<double>(at.rules.slot.bandwidth.count());
}

Relation array_broadcast_relation(const PopsCase& at) {
  const LinkTiming& slot = at.rules.slot;
  return equal_if(slot.startup == 0_cycles && at.array().count() % slot.bandwidth.count() == 0);
}

}  // namespace

const PopsAlgorithm kConsecutiveArrayBroadcast{
    .operation = "consecutive-sum",
    .name = "array-broadcast",
    .summary = "arrays go to relays, which broadcast them to those that need them",
    .knobs = {PopsKnob::kSubgroup},
    .require = {},
    .data = data,
    .programs = [](const PopsCase& at) { return array_programs(at, false, false); },
    .equations = {{"consecutive sum, first algorithm", "3.3",
                   [](const PopsCase& at) -> std::optional<double> {
                     return array_broadcast_slots(at) *
                            static_cast<double>(at.slot(at.array()).count());
                   },
                   [](const PopsCase& at) {
                     return divides(at)        ? Relation::kEqual
                            : at.subgroup <= 1 ? Relation::kAtMost
                                               : Relation::kApproximate;
                   }},
                  {"M^2/B", "3.3", array_broadcast_cycles, array_broadcast_relation}},
    .exact = [](const PopsCase& at) { return array_cycles(at, false, false); },
    .lower_bound = {}};

const PopsAlgorithm kConsecutiveElementSend{
    .operation = "consecutive-sum",
    .name = "element-send",
    .summary = "as array-broadcast, but relays send the one element that is needed",
    .knobs = {PopsKnob::kSubgroup},
    .require =
        [](const PopsCase& at) {
          if (at.subgroup <= at.shape.g) return;
          throw Refusal{
              RefusalClass::kSize,
              fmt::format("--algorithm element-send needs a --subgroup of at most --g {}, "
                          "not {}: choose array-broadcast.",
                          at.shape.g, at.subgroup)};
        },
    .data = data,
    .programs = [](const PopsCase& at) { return array_programs(at, false, true); },
    .equations = {},
    .exact = [](const PopsCase& at) { return array_cycles(at, false, true); },
    .lower_bound = {}};

const PopsAlgorithm kConsecutiveDirect{
    .operation = "consecutive-sum",
    .name = "direct",
    .summary = "one array of every group in each slot, to all of its subgroup",
    .knobs = {PopsKnob::kSubgroup},
    .require = {},
    .data = data,
    .programs = [](const PopsCase& at) { return direct_window_programs(at, false); },
    .equations = {},
    .exact =
        [](const PopsCase& at) { return (at.subgroup > 1 ? at.shape.d : 0) * at.slot(at.array()); },
    .lower_bound = {}};

const PopsAlgorithm kConsecutiveHypercube{
    .operation = "consecutive-sum",
    .name = "hypercube",
    .summary = "tokens visit their subgroups in the order of a Gray code, every move simulated",
    .knobs = {PopsKnob::kSubgroup},
    .require = [](const PopsCase& at) { require_subgroup_power(at, "hypercube"); },
    .data = data,
    .programs = [](const PopsCase& at) { return gray_code_programs(at, false, false); },
    .equations = {counted(
        "consecutive sum, simulated", "3.3",
        [](const PopsCase& at) { return (at.shape.d == 1 ? 1 : 2 * passes(at)) * at.subgroup; },
        [](const PopsCase& at) { return at.subgroup > 1 ? Relation::kEqual : Relation::kAtMost; })},
    .exact =
        [](const PopsCase& at) {
          return slots_of(at, at.subgroup > 1 ? at.shape.move_slots() * at.subgroup : 0);
        },
    .lower_bound = {}};

}  // namespace plexus
