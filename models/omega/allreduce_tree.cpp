#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// Reduce: node v with v mod 2 h = h sends to v - h, h = 1, 2, ..; broadcast: the way back.
CombiningSteps up_and_down_a_tree(const Reduction& data) {
  CombiningSteps up;
  CombiningSteps down;
  for (NodeId h = 1; h < data.nodes(); h *= 2) {
    CombiningStep reduce;
    CombiningStep broadcast{{}, true};
    for (NodeId v = h; v < data.nodes(); v += 2 * h) {
      reduce.messages.push_back({{v, v - h}, data.some({0, 1})});
      broadcast.messages.push_back({{v - h, v}, data.some({0, 1})});
    }
    up.push_back(std::move(reduce));
    down.insert(down.begin(), std::move(broadcast));
  }
  up.insert(up.end(), down.begin(), down.end());
  return up;
}

/// 2 ceil(lg p) (alpha + n beta), n = w: a reduce and a broadcast.
double formula_tree(const SwitchCase& at) {
  return 2 * mpich_2005::rounds(at.nodes()) *
         (mpich_2005::alpha(at.timing) + real(at.words) * mpich_2005::beta(at.timing));
}

}  // namespace

Algorithm<SwitchCase> allreduce_tree() {
  return combining({.operation = "allreduce",
                    .name = "tree",
                    .summary = "reduce up a binomial tree, then broadcast down it",
                    .equations = {{"T_tree", mpich_2005::section("reduce and allreduce"),
                                   formula_tree, as_in_literature}}},
                   {OperandOrder::kKept, false, false}, up_and_down_a_tree);
}

}  // namespace plexus::omega
