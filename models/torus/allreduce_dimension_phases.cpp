#include "models/torus/rings.hpp"

namespace plexus::torus {

namespace {

/// A reduce-scatter, then an allgather of the results, each in one dimension after another.
Program dimension_phases_allreduce_dimension_phases(processor& self, const TorusCase& at) {
  co_await reduce_scatter_by_dimension(self, at);
  co_await allgather_by_dimension(self, at);
}

Cycles exact_allreduce_dimension_phases(const TorusCase& at) {
  return 2 * rings_by_dimension(at, at.words);
}

}  // namespace

Algorithm<TorusCase> allreduce_dimension_phases() {
  return {.operation = "allreduce",
          .name = "dimension-phases",
          .summary = "reduce-scatter and allgather round the rings of each dimension",
          .is_default = true,
          .parameters = torus_parameters().with_op(OperandOrder::kAny),
          .prepare =
              [](TorusCase& at) {
                require_wrap(at.shape, "dimension-phases");
                share_vector(at, at.words, at.nodes());
              },
          .program = dimension_phases_allreduce_dimension_phases,
          .exact = exact_allreduce_dimension_phases,
          .statistics = report_op,
          .declared = {kOp}};
}

}  // namespace plexus::torus
