#include "models/torus/rings.hpp"

namespace plexus::torus {

namespace {

Cycles exact_reduce_scatter_dimension_phases(const TorusCase& at) {
  return rings_by_dimension(at, at.nodes() * at.words);
}

}  // namespace

Algorithm<TorusCase> reduce_scatter_dimension_phases() {
  return {.operation = "reduce-scatter",
          .name = "dimension-phases",
          .summary = "bundles go round the rings of each dimension, an operand added at each stop",
          .is_default = true,
          .parameters = torus_parameters().with_op(OperandOrder::kAny),
          .prepare =
              [](TorusCase& at) {
                require_wrap(at.shape, "reduce-scatter");
                share_vector(at, at.nodes() * at.words, at.nodes());
              },
          .program = reduce_scatter_by_dimension,
          .exact = exact_reduce_scatter_dimension_phases,
          .statistics = report_op,
          .declared = {kOp}};
}

}  // namespace plexus::torus
