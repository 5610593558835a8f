#include <bit>

#include "models/pops/two_hop.hpp"
#include "models/pops/window_sums.hpp"

namespace plexus {

namespace {

/// One move of a sum along bit `bit`, by those who are in it.
Program move_sum(pops_node& self, Words m, NodeId bit, bool active, Sum& sum) {
  std::optional<Received> given;
  std::optional<NodeId> target;
  if (active) target = self.id() ^ bit;
  co_await simulated_move(self, m, target, sum.payload(), &given);
  if (active) sum = given ? Sum::of(given->data) : Sum{};
}

/// The same of two sums in one message.
Program move_pair(pops_node& self, Words m, NodeId bit, Sum& first, Sum& second) {
  std::optional<Received> given;
  co_await simulated_move(self, m, self.id() ^ bit, Load{first.payload(), second.payload()},
                          &given);
  first = given ? Sum::of(given->data) : Sum{};
  second = given && given->more ? Sum::of((*given->more).front()) : Sum{};
}

/// The bit of the t-th move of a token, t = 1 .. M: all M processors of a cube, and home again.
NodeId gray_bit(NodeId t, NodeId M) { return t < M ? NodeId{1} << std::countr_zero(t) : M / 2; }

/// consecutive-sum: the token visits its subgroup and adds X[D mod M] everywhere, D its home.
Program consecutive(pops_node& self, Words m, const Windows& windows) {
  const NodeId M = windows.size();
  const NodeId x = self.id();
  Sum token = windows.own(x);
  NodeId away = 0;  // bits in which a token's place differs from its home
  for (NodeId t = 1; M > 1 && t <= M; ++t) {
    const NodeId bit = gray_bit(t, M);
    co_await move_sum(self, m, bit, true, token);
    away ^= bit;
    if (t < M) token += windows.operand(x, (x ^ away) % M);
  }
  self.result(token.payload());
}

/// adjacent-sum: part A is for D, part B for the processor one block below; in the end B moves
/// there.
Program adjacent(pops_node& self, Words m, const Windows& windows, bool paired) {
  const NodeId M = windows.size();
  const NodeId x = self.id();
  const NodeId blocks = self.shape().d / M;
  Sum A = windows.own(x);
  Sum B;
  NodeId away = 0;
  for (NodeId t = 1; M > 1 && t <= M; ++t) {
    const NodeId bit = gray_bit(t, M);
    if (paired) {
      co_await move_pair(self, 2 * m, bit, A, B);
    } else {
      co_await move_sum(self, m, bit, true, A);
      co_await move_sum(self, m, bit, true, B);
    }
    away ^= bit;
    if (t == M) continue;
    const NodeId q = (x ^ away) % M;
    const NodeId here = x % M;
    if (here >= q) {
      A += windows.operand(x, here - q);
    } else {
      B += windows.operand(x, here + M - q);
    }
  }
  // Counting the block number down: bit t changes where all lower ones have come to be 1.
  for (NodeId t = 1; M > 1 && t < blocks; t *= 2) {
    const bool moves = (x / M & (t - 1)) == t - 1;
    co_await move_sum(self, m, t * M, moves, B);
  }
  A += B;
  self.result(A.payload());
}

}  // namespace

std::function<Program(pops_node&)> gray_code_programs(const PopsCase& at, bool adjacent_sum,
                                                      bool paired) {
  auto windows = std::make_shared<const Windows>(at.shape, at.subgroup, adjacent_sum);
  return [m = at.words, adjacent_sum, paired, windows](pops_node& self) {
    return adjacent_sum ? adjacent(self, m, *windows, paired) : consecutive(self, m, *windows);
  };
}

}  // namespace plexus
