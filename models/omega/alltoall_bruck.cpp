#include <bit>

#include "models/omega/play.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// Blocks that have to go a distance i = 1 .. k - 1 with the bit of `hop` set.
std::int64_t blocks_with(NodeId nodes, NodeId hop) {
  std::int64_t count = 0;
  for (NodeId i = hop; i < nodes; ++i) count += (i & hop) != 0 ? 1 : 0;
  return count;
}

/// In round t every node sends 2^t further all blocks whose distance has bit t.
SwitchPlan plan_alltoall_bruck(const SwitchCase& at) {
  SwitchPlan plan;
  for (NodeId hop = 1; hop < at.nodes(); hop *= 2) {
    add_step(plan, shift_routes(at.nodes(), hop), blocks_with(at.nodes(), hop) * at.words);
  }
  return plan;
}

/// Block (o, o + i), i with bit t, has gone i mod 2^t so far.
PayloadRule by_distance(const SwitchCase& at) {
  return [k = at.nodes(), words = at.words](std::size_t step, const SwitchMessage& message) {
    const NodeId hop = NodeId{1} << step;
    BlockList blocks;
    for (NodeId i = hop; i < k; ++i) {
      if ((i & hop) == 0) continue;
      const NodeId origin = (message.source + k - i % hop) % k;
      blocks.add(alltoall_block(k, origin, (origin + i) % k));
    }
    return blocks.blocks({0_words, words});
  };
}

/// lg p alpha + n/2 lg p beta, n = p w: the words of a node for all.
double formula_alltoall_bruck(const SwitchCase& at) {
  return mpich_2005::rounds(at.nodes()) *
         (mpich_2005::alpha(at.timing) + at.k() * real(at.words) / 2 * mpich_2005::beta(at.timing));
}

Relation relation_bruck(const SwitchCase& at) {
  if (!std::has_single_bit(at.nodes())) return Relation::kApproximate;  // not half of the blocks
  return equal_if(bandwidth_divides((at.nodes() / 2) * at.words, at.timing) &&
                  at.on_papers_machine());
}

}  // namespace

Algorithm<SwitchCase> alltoall_bruck() {
  return {.operation = "alltoall",
          .name = "bruck",
          .summary = "half of the blocks go on in each of ceil(log2(nodes)) passes",
          .parameters = switch_parameters(),
          .prepare = counted_by(plan_alltoall_bruck),
          .programs = playing(plan_alltoall_bruck, by_distance),
          .equations = {{"T_bruck", mpich_2005::section("all-to-all"), formula_alltoall_bruck,
                         relation_bruck}},
          .exact = counted_cycles,
          .within_paper = true};
}

}  // namespace plexus::omega
