#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// A reduce-scatter by recursive halving, then an allgather by recursive doubling.
CombiningSteps steps_rabenseifner(const Reduction& data) {
  CombiningSteps steps;
  add_recursive_halving(steps, data);
  add_recursive_doubling(steps, data);
  return steps;
}

/// 2 lg p alpha + 2 (p - 1)/p n beta, n = w.
double formula_rabenseifner(const SwitchCase& at) {
  return 2 * at.log2_k() * mpich_2005::alpha(at.timing) +
         2 * mpich_2005::all_but_own(at.k()) * real(at.words) * mpich_2005::beta(at.timing);
}

}  // namespace

Algorithm<SwitchCase> allreduce_rabenseifner() {
  return {.operation = "allreduce",
          .name = "rabenseifner",
          .summary = "reduce-scatter by halving, then allgather by doubling",
          .is_default = true,
          .parameters = switch_parameters().with_op(OperandOrder::kKept),
          .prepare =
              [](SwitchCase& at) {
                need_power_of_two(at, "rabenseifner");
                share_vector(at, at.words, at.nodes(), steps_rabenseifner);
              },
          .programs = combining(steps_rabenseifner),
          .equations = {{"T_rabenseifner", mpich_2005::section("reduce and allreduce"),
                         formula_rabenseifner, chunks_as_in_literature}},
          .exact = counted_cycles,
          .statistics = report_op,
          .declared = {kOp},
          .within_paper = true};
}

}  // namespace plexus::omega
