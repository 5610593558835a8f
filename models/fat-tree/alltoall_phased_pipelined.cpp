#include "models/fat-tree/alltoall.hpp"

namespace plexus {

namespace {

/// What eq. (2) becomes for the CBFT.
FatTreeEquation for_constant() {
  return {"T_CBFT",
          paper_1995("Sec. 5"),
          [](const FatTreeCase& at) {
            const double n = at.nodes();
            return at.equation_in_cycles((n * n - 1) / 3 + 2 * log_n(at) - 1);
          },
          [](const FatTreeCase& at) { return equal_if(at.nodes() > 1); },
          [](const FatTreeCase& at) { return at.tree.arity() == 2 && at.tree.is_constant(); },
          ""};
}

/// What eq. (2) becomes for the EBFT.
FatTreeEquation for_exponential() {
  return {
      "(3)",
      paper_1995("Sec. 5"),
      [](const FatTreeCase& at) { return at.equation_in_cycles(at.nodes() + 2 * log_n(at) - 2); },
      [](const FatTreeCase& at) { return equal_if(at.nodes() > 1); },
      [](const FatTreeCase& at) { return at.tree.arity() == 2 && at.tree.is_exponential(); },
      ""};
}

}  // namespace

/// Sec. 5, eq. (2): the next phase begins two steps behind the one before (downwards from the
/// root), or at once (upwards from the leaves).
FatTreeAlgorithm fat_tree_alltoall_phased_pipelined() {
  FatTreeAlgorithm algorithm = fat_tree_timed_alltoall(
      "phased-pipelined", "as phased, the next phase behind the one before",
      {phase_order_parameter(), dispatch_parameter()},
      [](const FatTreeCase& at, NodeId leaf) {
        return alltoall_phased(at.tree, leaf, at.phase_order, at.dispatch);
      },
      [](const FatTreeCase& at) { return phased_steps(alltoall_phases(at.tree), at.phase_order); });
  algorithm.equations = {paper_phases("(2)", [](double log) { return 2 * log - 1; }),
                         for_constant(), for_exponential(), table_1_alltoall()};
  return algorithm;
}

}  // namespace plexus
