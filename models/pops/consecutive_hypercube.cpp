#include <fmt/format.h>

#include "models/pops/gray_code.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus::pops {

Prepare needs_subgroup_power(const char* algorithm) {
  return [algorithm](const PopsCase& at) {
    require_powers_of_two(at, algorithm);
    if (std::has_single_bit(at.subgroup)) return;
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--algorithm {} needs a power of two as --subgroup, not {}.",
                              algorithm, at.subgroup)};
  };
}

Program move_sum(pops_node& self, Words m, NodeId bit, bool active, Sum& sum) {
  std::optional<Packet> given;
  std::optional<NodeId> target;
  if (active) target = self.id() ^ bit;
  co_await simulated_move(self, m, target, sum.payload(), &given);
  if (active) sum = given ? Sum::of(data_of(*given)) : Sum{};
}

namespace {

/// The token visits its subgroup and adds X[D mod M] everywhere, D its home.
Program consecutive(pops_node& self, const PopsCase& at) {
  const Windows windows{at};
  const NodeId M = at.subgroup;
  const NodeId x = self.id();
  Sum token = windows.own(x);
  NodeId away = 0;  // bits in which a token's place differs from its home
  for (NodeId t = 1; M > 1 && t <= M; ++t) {
    const NodeId bit = gray_bit(t, M);
    co_await move_sum(self, at.words, bit, true, token);
    away ^= bit;
    if (t < M) token += windows.operand(x, (x ^ away) % M);
  }
  self.result(token.payload());
}

double visits(const PopsCase& at) { return at.subgroup; }

std::uint64_t consecutive_slots(const PopsCase& at) {
  return at.subgroup > 1 ? at.shape.move_slots() * at.subgroup : 0;
}

}  // namespace

Algorithm<PopsCase> consecutive_hypercube() {
  return {
      .operation = kConsecutive,
      .name = "hypercube",
      .summary = "tokens visit their subgroups in the order of a Gray code, every move simulated",
      .parameters = window_parameters(kConsecutive),
      .prepare = in_windows(kConsecutive, needs_subgroup_power("hypercube")),
      .program = consecutive,
      .equations = {simulated("consecutive sum, simulated", "3.3", visits,
                              [](const PopsCase& at) {
                                return at.subgroup > 1 ? Relation::kEqual : Relation::kAtMost;
                              })},
      .exact = in_slots<consecutive_slots>};
}

}  // namespace plexus::pops
