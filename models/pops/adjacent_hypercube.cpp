#include <cmath>

#include "models/pops/gray_code.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus::pops {

namespace {

/// The same of two sums in one message.
Program move_pair(pops_node& self, Words m, NodeId bit, Sum& first, Sum& second) {
  std::optional<Packet> given;
  Load pair{first.payload(), {second.payload()}};
  co_await simulated_move(self, m, self.id() ^ bit, std::move(pair), &given);
  first = given ? Sum::of(data_of(*given)) : Sum{};
  second = given ? Sum::of(load_of(*given).more.front()) : Sum{};
}

/// Part A is for D, part B for the processor one block below; in the end B moves there. `paired`:
/// the two parts of a token move together.
template <bool paired>
Program adjacent(pops_node& self, const PopsCase& at) {
  const Windows windows{at};
  const NodeId M = at.subgroup;
  const NodeId x = self.id();
  Sum A = windows.own(x);
  Sum B;
  NodeId away = 0;
  for (NodeId t = 1; M > 1 && t <= M; ++t) {
    const NodeId bit = gray_bit(t, M);
    if (paired) {
      co_await move_pair(self, 2 * at.words, bit, A, B);
    } else {
      co_await move_sum(self, at.words, bit, true, A);
      co_await move_sum(self, at.words, bit, true, B);
    }
    away ^= bit;
    if (t == M) continue;
    const NodeId q = (x ^ away) % M;
    const NodeId here = x % M;
    if (here >= q) A += windows.operand(x, here - q);
    if (here < q) B += windows.operand(x, here + M - q);
  }
  // Counting the block number down: bit t changes where all lower ones have come to be 1.
  const NodeId blocks = at.shape.d / M;
  for (NodeId t = 1; M > 1 && t < blocks; t *= 2) {
    const bool moves = (x / M & (t - 1)) == t - 1;
    co_await move_sum(self, at.words, t * M, moves, B);
  }
  A += B;
  self.result(A.payload());
}

/// `tokens` moves for each of M visits, of so many words, and log(d/M) moves of part B.
template <std::int64_t tokens, std::int64_t words>
Cycles adjacent_cycles(const PopsCase& at) {
  if (at.subgroup <= 1) return 0_cycles;
  const Cycles visits = tokens * at.subgroup * at.slot(words * at.words);
  return at.shape.move_slots() * (visits + ceil_log(at.shape.d / at.subgroup) * at.slot());
}

/// 3.4 takes log(n/M) for the moves of part B; windows wrap inside a group, so log(d/M) will do.
double moves_with_b(const PopsCase& at, double tokens) {
  return tokens * at.subgroup + std::log2(1.0 * at.nodes() / at.subgroup);
}

}  // namespace

Algorithm<PopsCase> adjacent_hypercube() {
  return {.operation = kAdjacent,
          .name = "hypercube",
          .summary =
              "tokens of two parts visit their blocks, every move simulated, each part by itself",
          .parameters = window_parameters(kAdjacent),
          .prepare = in_windows(kAdjacent, needs_subgroup_power("hypercube")),
          .program = adjacent<false>,
          .equations = {simulated(
              "adjacent sum, simulated", "3.4",
              [](const PopsCase& at) { return moves_with_b(at, 2); }, at_most_always)},
          .exact = adjacent_cycles<2, 1>};
}

Algorithm<PopsCase> adjacent_hypercube_paired() {
  return {.operation = kAdjacent,
          .name = "hypercube-paired",
          .summary =
              "tokens of two parts visit their blocks, every move simulated, both parts together",
          .parameters = window_parameters(kAdjacent),
          .prepare = in_windows(kAdjacent, needs_subgroup_power("hypercube-paired")),
          .program = adjacent<true>,
          .equations = {{"adjacent sum, simulated in pairs", section("3.4"),
                         [](const PopsCase& at) {
                           return static_cast<double>(at.shape.move_slots()) * moves_with_b(at, 1) *
                                  real(at.slot(2 * at.words));
                         },
                         at_most_always}},
          .exact = adjacent_cycles<1, 2>};
}

}  // namespace plexus::pops
