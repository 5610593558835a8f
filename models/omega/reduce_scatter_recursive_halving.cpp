#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// Node v exchanges with v xor 1, v xor 2, ..: half as much each time.
CombiningSteps steps_recursive_halving(const Reduction& data) {
  CombiningSteps steps;
  add_recursive_halving(steps, data);
  return steps;
}

/// lg p alpha + (p - 1)/p n beta, n = p w.
double formula_recursive_halving(const SwitchCase& at) {
  return at.log2_k() * mpich_2005::alpha(at.timing) +
         (at.k() - 1) * real(at.words) * mpich_2005::beta(at.timing);
}

}  // namespace

Algorithm<SwitchCase> reduce_scatter_recursive_halving() {
  return {.operation = "reduce-scatter",
          .name = "recursive-halving",
          .summary = "over each bit in turn the chunks for the other side",
          .is_default = true,
          .parameters = switch_parameters().with_op(OperandOrder::kKept),
          .prepare =
              [](SwitchCase& at) {
                need_power_of_two(at, "recursive-halving");
                share_vector(at, at.nodes() * at.words, at.nodes(), steps_recursive_halving);
              },
          .programs = combining(steps_recursive_halving),
          .equations = {{"T_rec_hal", mpich_2005::section("reduce-scatter"),
                         formula_recursive_halving, as_in_literature}},
          .exact = counted_cycles,
          .statistics = report_op,
          .declared = {kOp},
          .within_paper = true};
}

}  // namespace plexus::omega
