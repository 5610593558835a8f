#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// Shifts by one: every chunk collects an operand at each stop.
CombiningSteps steps_reduce_scatter_ring(const Reduction& data) {
  CombiningSteps steps;
  add_reduce_scatter_ring(steps, data);
  return steps;
}

/// (p - 1) alpha + (p - 1)/p n beta, n = p w.
double formula_reduce_scatter_ring(const SwitchCase& at) {
  return (at.k() - 1) *
         (mpich_2005::alpha(at.timing) + real(at.words) * mpich_2005::beta(at.timing));
}

}  // namespace

Algorithm<SwitchCase> reduce_scatter_ring() {
  return {.operation = "reduce-scatter",
          .name = "ring",
          .summary = "every chunk once round an emulated ring",
          .parameters = switch_parameters().with_op(OperandOrder::kAny),
          .prepare =
              [](SwitchCase& at) {
                share_vector(at, at.nodes() * at.words, at.nodes(), steps_reduce_scatter_ring);
              },
          .programs = combining(steps_reduce_scatter_ring),
          .equations = {{"T_ring", mpich_2005::section("reduce-scatter"),
                         formula_reduce_scatter_ring, as_in_literature}},
          .exact = counted_cycles,
          .statistics = report_op,
          .declared = {kOp},
          .keeps_messages = true,
          .within_paper = true};
}

}  // namespace plexus::omega
