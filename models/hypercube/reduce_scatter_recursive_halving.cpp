#include "models/hypercube/halving.hpp"
#include "models/operations/literature.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// lg p alpha + (p - 1)/p n beta, n = p w.
double formula_recursive_halving(const HypercubeCase& at) {
  return at.n() * mpich_2005::alpha(at.timing) +
         real(at.nodes() - 1) * real(at.words) * mpich_2005::beta(at.timing);
}

Cycles exact_recursive_halving(const HypercubeCase& at) {
  return halving_cycles(at, at.nodes() * at.words);
}

}  // namespace

Algorithm<HypercubeCase> reduce_scatter_recursive_halving() {
  return {.operation = "reduce-scatter",
          .name = "recursive-halving",
          .summary = "over each bit in turn the chunks for the other side",
          .is_default = true,
          .parameters = hypercube_parameters().with_op(OperandOrder::kKept),
          .prepare = [](HypercubeCase& at) { share_vector(at, at.nodes() * at.words, at.nodes()); },
          .program = recursive_halving,
          .equations = {unless_alone({"T_rec_hal", mpich_2005::section("reduce-scatter"),
                                      formula_recursive_halving, as_in_literature})},
          .exact = exact_recursive_halving,
          .statistics = report_op,
          .declared = {kOp},
          .within_paper = true};
}

}  // namespace plexus::hypercube
