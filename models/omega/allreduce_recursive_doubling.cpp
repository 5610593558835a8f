#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// Node v exchanges with v xor 1, v xor 2, ..: all that they have combined.
CombiningSteps steps_recursive_doubling(const Reduction& data) {
  CombiningSteps steps;
  for (NodeId bit = 1; bit < data.nodes(); bit *= 2) {
    CombiningStep step;
    for (NodeId v = 0; v < data.nodes(); ++v) {
      step.messages.push_back({{v, v ^ bit}, data.some({0, 1})});
    }
    steps.push_back(std::move(step));
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
  return {.operation = "allreduce",
          .name = "recursive-doubling",
          .summary = "over each bit in turn both sides exchange the whole vector",
          .parameters = switch_parameters().with_op(OperandOrder::kKept),
          .prepare =
              [](SwitchCase& at) {
                need_power_of_two(at, "recursive-doubling");
                share_vector(at, at.words, 1, steps_recursive_doubling);
              },
          .programs = combining(steps_recursive_doubling),
          .equations = {{"T_rec_dbl", mpich_2005::section("reduce and allreduce"),
                         formula_recursive_doubling, as_in_literature}},
          .exact = counted_cycles,
          .statistics = report_op,
          .declared = {kOp},
          .within_paper = true};
}

}  // namespace plexus::omega
