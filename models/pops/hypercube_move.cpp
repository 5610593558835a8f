#include <fmt/format.h>

#include "models/pops/permutation.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus {

namespace {

/// x xor 2^b for those who send, kStays for the others.
Image hypercube_image(const PopsCase& at) {
  Image image(at.nodes(), kStays);
  for (NodeId x = 0; x < at.nodes(); ++x) {
    if (at.active[x]) image[x] = x ^ (NodeId{1} << at.bit);
  }
  return image;
}

std::unique_ptr<pops_data> data(const PopsCase& at) {
  return image_data(hypercube_image(at), true);
}

/// Most active processors of one group.
NodeId most_active(const PopsCase& at) {
  std::vector<NodeId> count(at.shape.g, 0);
  NodeId most = 0;
  for (NodeId x = 0; x < at.nodes(); ++x) {
    if (at.active[x]) most = std::max(most, ++count[at.shape.group(x)]);
  }
  return most;
}

NodeId actives(const PopsCase& at) {
  return static_cast<NodeId>(std::ranges::count(at.active, true));
}

/// Two of a group are to use one coupler; for bits of e and d >= g 2d data leave and enter by g
/// couplers.
std::optional<Cycles> bound(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (pops.d > 1 && pops.d <= pops.g && most_active(at) > 1) return slots_of(at, 2);
  if (pops.d > pops.g && at.bit >= pops.index_bits() && actives(at) == at.nodes()) {
    return slots_of(at, ceil_div(2 * std::uint64_t{pops.d}, pops.g));
  }
  return std::nullopt;
}

void require_bit(const PopsCase& at, const char* algorithm) {
  require_powers_of_two(at, algorithm);
  if (at.bit < at.shape.bits()) return;
  throw Refusal{RefusalClass::kFeature,
                fmt::format("--bit {} is too high for {} processors: choose one of the {} bits of "
                            "their numbers, from 0 on.",
                            at.bit, at.nodes(), at.shape.bits())};
}

/// Lines (1)-(4).
Program theorem_1(pops_node& self, Words m, NodeId bit, bool active) {
  std::optional<NodeId> target;
  if (active) target = self.id() ^ (NodeId{1} << bit);
  return simulated_move(self, m, target, datum(self.id()));
}

/// d = g: p(e, f) -> p(f, e) -> x xor 2^b.
Program transpose(pops_node& self, Words m, NodeId bit, bool active) {
  const NodeId target = self.id() ^ (NodeId{1} << bit);
  std::optional<TwoSlotRoute> route;
  if (active) route.emplace(0, self.shape().at(self.index(), self.group()), target);
  return two_hop(self, m, 1, route, datum(self.id()));
}

Program single_active(pops_node& self, Words m, NodeId bit, bool active) {
  std::optional<NodeId> target;
  if (active) target = self.id() ^ (NodeId{1} << bit);
  return one_hop(self, m, target, datum(self.id()));
}

using MoveProgram = Program (*)(pops_node&, Words, NodeId, bool);

std::function<std::function<Program(pops_node&)>(const PopsCase&)> each(MoveProgram program) {
  return [program](const PopsCase& at) {
    auto active = std::make_shared<const std::vector<bool>>(at.active);
    return [m = at.words, bit = at.bit, program, active](pops_node& self) {
      return program(self, m, bit, (*active)[self.id()]);
    };
  };
}

double theorem_1_slots(const PopsCase& at) { return at.shape.d == 1 ? 1 : 2 * passes(at); }

}  // namespace

const PopsAlgorithm kHypercubeMoveTheorem1{
    .operation = "hypercube-move",
    .name = "theorem1",
    .summary = "one move of a simulated hypercube, every datum by a relay",
    .knobs = {PopsKnob::kBit, PopsKnob::kActive},
    .require = [](const PopsCase& at) { require_bit(at, "theorem1"); },
    .data = data,
    .programs = each(theorem_1),
    .equations = {counted("Theorem 1", "2.1", theorem_1_slots, equal_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.move_slots()); },
    .lower_bound = bound};

const PopsAlgorithm kHypercubeMoveTranspose{
    .operation = "hypercube-move",
    .name = "transpose",
    .summary = "one move for d = g, the relays are the transposed processors",
    .knobs = {PopsKnob::kBit, PopsKnob::kActive},
    .require =
        [](const PopsCase& at) {
          require_bit(at, "transpose");
          if (at.shape.d == at.shape.g) return;
          throw Refusal{RefusalClass::kSize,
                        fmt::format("--algorithm transpose needs as many processors in a group as "
                                    "groups, and --d is {}, --g {}: choose theorem1.",
                                    at.shape.d, at.shape.g)};
        },
    .data = data,
    .programs = each(transpose),
    .equations = {counted(
        "Theorem 1, d = g", "2.1", [](const PopsCase&) { return 2.0; }, equal_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, 2); },
    .lower_bound = bound};

const PopsAlgorithm kHypercubeMoveSingleActive{
    .operation = "hypercube-move",
    .name = "single-active",
    .summary = "one slot, where at most one processor of each group sends",
    .knobs = {PopsKnob::kBit, PopsKnob::kOnePerGroup},
    .require =
        [](const PopsCase& at) {
          require_bit(at, "single-active");
          if (most_active(at) <= 1) return;
          throw Refusal{RefusalClass::kFeature,
                        fmt::format("--algorithm single-active lets one processor of a group send, "
                                    "and --active names {} of one group: choose theorem1.",
                                    most_active(at))};
        },
    .data = data,
    .programs = each(single_active),
    .equations = {counted(
        "single active", "2.1", [](const PopsCase&) { return 1.0; }, equal_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, 1); },
    .lower_bound = [](const PopsCase& at) -> std::optional<Cycles> {
      if (actives(at) == 0) return std::nullopt;
      return slots_of(at, 1);
    }};

const PopsAlgorithm kHypercubeMoveDirect{
    .operation = "hypercube-move",
    .name = "direct",
    .summary = "one move, every datum straight to its place",
    .knobs = {PopsKnob::kBit, PopsKnob::kActive},
    .require = [](const PopsCase& at) { require_bit(at, "direct"); },
    .data = data,
    .programs = [](const PopsCase& at) { return direct_programs(at, hypercube_image(at)); },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, most_active(at)); },
    .lower_bound = {}};

const PopsAlgorithm kHypercubeMoveIntragroup{
    .operation = "hypercube-move",
    .name = "intragroup",
    .summary = "one move along a bit of the index, as a permutation inside the groups",
    .knobs = {PopsKnob::kBit},
    .require =
        [](const PopsCase& at) {
          require_bit(at, "intragroup");
          if (at.bit < at.shape.index_bits()) return;
          throw Refusal{RefusalClass::kFeature,
                        fmt::format("--algorithm intragroup moves inside groups of --d {} alone, "
                                    "and --bit {} leads out of them: choose theorem1.",
                                    at.shape.d, at.bit)};
        },
    .data = data,
    .programs = [](const PopsCase& at) { return intragroup_programs(at, hypercube_image(at)); },
    .equations = {counted("Theorem 1", "2.1", theorem_1_slots, at_most_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.intragroup_slots()); },
    .lower_bound = [](const PopsCase& at) { return intragroup_bound(at, hypercube_image(at)); }};

}  // namespace plexus
