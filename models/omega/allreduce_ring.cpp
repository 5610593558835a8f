#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// A reduce-scatter, then an allgather of the results, both in shifts by one.
CombiningSteps steps_allreduce_ring(const Reduction& data) {
  CombiningSteps steps;
  add_reduce_scatter_ring(steps, data);
  add_allgather_ring(steps, data);
  return steps;
}

/// 2 (p - 1) alpha + 2 (p - 1)/p n beta, n = w.
double formula_allreduce_ring(const SwitchCase& at) {
  return 2 * (at.k() - 1) *
         (mpich_2005::alpha(at.timing) + real(at.words) / at.k() * mpich_2005::beta(at.timing));
}

}  // namespace

Algorithm<SwitchCase> allreduce_ring() {
  return {.operation = "allreduce",
          .name = "ring",
          .summary = "chunks twice round an emulated ring: added up, then handed out",
          .parameters = switch_parameters().with_op(OperandOrder::kAny),
          .prepare =
              [](SwitchCase& at) { share_vector(at, at.words, at.nodes(), steps_allreduce_ring); },
          .programs = combining(steps_allreduce_ring),
          .equations = {{"T_ring", "Patarasuk and Yuan 2009", formula_allreduce_ring,
                         chunks_as_in_literature}},
          .exact = counted_cycles,
          .statistics = report_op,
          .declared = {kOp},
          .keeps_messages = true,
          .within_paper = true};
}

}  // namespace plexus::omega
