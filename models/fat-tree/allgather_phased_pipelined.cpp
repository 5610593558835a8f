#include "models/fat-tree/allgather.hpp"

namespace plexus {

/// Our construction of the algorithm of the paper's reference [3], which Sec. 4.1 only mentions: no
/// queue at all in n + 2 log n - 2 steps.
FatTreeAlgorithm fat_tree_allgather_phased_pipelined() {
  FatTreeAlgorithm algorithm = fat_tree_timed_allgather(
      "phased-pipelined", "level by level, the next phase behind the one before",
      {phase_order_parameter()},
      [](const FatTreeCase& at, NodeId leaf) {
        return allgather_phased(at.tree, leaf, at.phase_order);
      },
      [](const FatTreeCase& at) {
        return phased_steps(allgather_phases(at.tree), at.phase_order);
      });
  algorithm.equations = {
      {"n + 2 log n - 2", paper_1995("Sec. 4.1"),
       [](const FatTreeCase& at) { return at.equation_in_cycles(at.nodes() + 2 * log_n(at) - 2); },
       [](const FatTreeCase& at) { return equal_if(at.nodes() > 1); },
       [](const FatTreeCase& at) { return at.tree.arity() == 2; }, ""}};
  return algorithm;
}

}  // namespace plexus
