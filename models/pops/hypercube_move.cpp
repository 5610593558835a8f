#include "models/pops/hypercube_move.hpp"

#include <fmt/format.h>

namespace plexus::pops {

/// x xor 2^b for those who send.
void prepare_along_bit(PopsCase& at, const char* algorithm) {
  require_powers_of_two(at, algorithm);
  if (at.bit >= at.shape.bits()) {
    throw Refusal{
        RefusalClass::kFeature,
        fmt::format("--bit {} is too high for {} processors: choose one of the {} bits of "
                    "their numbers, from 0 on.",
                    at.bit, at.nodes(), at.shape.bits())};
  }
  at.image.assign(at.nodes(), kNoNode);
  for (NodeId x = 0; x < at.nodes(); ++x) {
    if (at.active[x]) at.image[x] = x ^ (NodeId{1} << at.bit);
  }
}

namespace {

/// Most active processors of one group.
NodeId most_active(const PopsCase& at) {
  std::vector<NodeId> count(at.shape.g, 0);
  for (NodeId x = 0; x < at.nodes(); ++x) count[at.shape.group(x)] += at.active[x] ? 1 : 0;
  return std::ranges::max(count);
}

/// Two of a group are to use one coupler; for bits of e and d >= g 2d data leave and enter by g
/// couplers.
std::optional<Cycles> bound_hypercube_move(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (pops.d > 1 && pops.d <= pops.g && most_active(at) > 1) return 2 * at.slot();
  if (pops.d > pops.g && at.bit >= pops.index_bits() && std::ranges::count(at.active, false) == 0) {
    return ceil_div(2 * std::uint64_t{pops.d}, pops.g) * at.slot();
  }
  return std::nullopt;
}

/// d = g: p(e, f) -> p(f, e) -> x xor 2^b.
Program transpose(pops_node& self, const PopsCase& at) {
  const NodeId relay = at.shape.at(self.index(), self.group());
  std::optional<TwoSlotRoute> route;
  if (const auto target = at.target(self.id())) route = {{relay, 0}, *target, *target};
  return two_hop(self, at.words, 1, route, datum(self.id()));
}

Program single_active(pops_node& self, const PopsCase& at) {
  return one_hop(self, at.words, at.target(self.id()), datum(self.id()));
}

}  // namespace

Algorithm<PopsCase> hypercube_move_theorem1() {
  return {.operation = "hypercube-move",
          .name = "theorem1",
          .summary = "one move of a simulated hypercube, every datum by a relay",
          .is_default = true,
          .parameters = parameters({bit_parameter(), active_parameter()}),
          .prepare = [](PopsCase& at) { prepare_along_bit(at, "theorem1"); },
          .program = by_rho,
          .equations = {simulated("Theorem 1", "2.1", one_move)},
          .exact = in_slots<&PopsShape::move_slots>,
          .lower_bound = bound_hypercube_move};
}

Algorithm<PopsCase> hypercube_move_transpose() {
  return {
      .operation = "hypercube-move",
      .name = "transpose",
      .summary = "one move for d = g, the relays are the transposed processors",
      .parameters = parameters({bit_parameter(), active_parameter()}),
      .prepare =
          [](PopsCase& at) {
            prepare_along_bit(at, "transpose");
            if (at.shape.d == at.shape.g) return;
            throw Refusal{
                RefusalClass::kSize,
                fmt::format("--algorithm transpose needs as many processors in a group as "
                            "groups, and --d is {}, --g {}: choose theorem1.",
                            at.shape.d, at.shape.g)};
          },
      .program = transpose,
      .equations = {slots_formula("Theorem 1, d = g", "2.1", [](const PopsCase&) { return 2.0; })},
      .exact = [](const PopsCase& at) { return 2 * at.slot(); },
      .lower_bound = bound_hypercube_move};
}

Algorithm<PopsCase> hypercube_move_single_active() {
  return {.operation = "hypercube-move",
          .name = "single-active",
          .summary = "one slot, where at most one processor of each group sends",
          .parameters = parameters({bit_parameter(), active_parameter(true)}),
          .prepare =
              [](PopsCase& at) {
                prepare_along_bit(at, "single-active");
                if (most_active(at) <= 1) return;
                throw Refusal{
                    RefusalClass::kFeature,
                    fmt::format("--algorithm single-active lets one processor of a group send, and "
                                "--active names {} of one group: choose theorem1.",
                                most_active(at))};
              },
          .program = single_active,
          .equations = {slots_formula("single active", "2.1", one_move)},
          .exact = [](const PopsCase& at) { return at.slot(); },
          .lower_bound =
              [](const PopsCase& at) {
                return most_active(at) > 0 ? std::optional{at.slot()} : std::nullopt;
              }};
}

}  // namespace plexus::pops
