#include "models/pops/permutation.hpp"
#include "models/pops/window_sums.hpp"

namespace plexus::pops {

namespace {

/// One processor down in every group.
void prepare_adjacent_shift(PopsCase& at) {
  const PopsShape& pops = at.shape;
  at.image.resize(at.nodes());
  for (NodeId x = 0; x < at.nodes(); ++x) {
    at.image[x] = pops.at(pops.group(x), (pops.index(x) + pops.d - 1) % pops.d);
  }
}

/// The arrays move M - 1 times; each time the element that is needed is taken from the array that
/// has come.
Program shift(pops_node& self, const PopsCase& at) {
  const Windows windows{at};
  Sum sum = windows.own(self.id());
  Numbers array = datum(self.id());
  for (NodeId k = 1; k < at.subgroup; ++k) {
    std::optional<Packet> given;
    co_await move_inside_groups(self, at.array(), at.image, array, &given);
    if (!given) continue;
    array = data_of(*given);
    sum += windows.operand(static_cast<NodeId>(array[0]), k);
  }
  self.result(sum.payload());
}

/// 3.4: M - 1 shifts of 2 ceil(d/(1+g)) slots.
double shifts(const PopsCase& at) {
  const std::uint64_t slots = 2 * ceil_div(at.shape.d, 1 + std::uint64_t{at.shape.g});
  return static_cast<double>(slots * (at.subgroup - 1)) * real(at.slot(at.array()));
}

}  // namespace

Algorithm<PopsCase> adjacent_shift() {
  return {.operation = kAdjacent,
          .name = "shift",
          .summary = "the arrays go round in every group, M - 1 times",
          .parameters = window_parameters(kAdjacent),
          .prepare = in_windows(kAdjacent, prepare_adjacent_shift),
          .program = shift,
          .equations = {{"adjacent sum by shifts", section("3.4"), shifts, at_most_always}},
          .exact = [](const PopsCase& at) {
            return (at.subgroup - 1) * (at.shape.intragroup_slots() * at.slot(at.array()));
          }};
}

}  // namespace plexus::pops
