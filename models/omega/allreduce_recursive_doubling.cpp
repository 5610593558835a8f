#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// Node v exchanges with v xor 1, v xor 2, ..: all that they have combined.
CombiningSteps doubling_of_vectors(const Reduction& data) {
  CombiningSteps steps;
  for (NodeId bit = 1; bit < data.nodes(); bit *= 2) {
    CombiningStep& step = steps.emplace_back();
    for (NodeId v = 0; v < data.nodes(); ++v) {
      step.messages.push_back({{v, v ^ bit}, data.some({0, 1})});
    }
  }
  return steps;
}

/// lg p (alpha + n beta), n = w.
double formula_recursive_doubling(const SwitchCase& at) {
  return at.log2_k() *
         (mpich_2005::alpha(at.timing) + real(at.words) * mpich_2005::beta(at.timing));
}

}  // namespace

Algorithm<SwitchCase> allreduce_recursive_doubling() {
  return combining({.operation = "allreduce",
                    .name = "recursive-doubling",
                    .summary = "over each bit in turn both sides exchange the whole vector",
                    .equations = {{"T_rec_dbl", mpich_2005::section("reduce and allreduce"),
                                   formula_recursive_doubling, as_in_literature}}},
                   {OperandOrder::kKept, true, false}, doubling_of_vectors);
}

}  // namespace plexus::omega
