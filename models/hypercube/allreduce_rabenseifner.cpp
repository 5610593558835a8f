#include "models/hypercube/halving.hpp"
#include "models/operations/literature.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// A reduce-scatter by recursive halving, then an allgather by recursive doubling.
Program rabenseifner(processor& self, const HypercubeCase& at) {
  co_await recursive_halving(self, at);
  co_await doubling_of_results(self, at);
}

/// 2 lg p alpha + 2 (p - 1)/p n beta, n = w.
double formula_rabenseifner(const HypercubeCase& at) {
  return 2 * at.n() * mpich_2005::alpha(at.timing) + 2 * mpich_2005::all_but_own(real(at.nodes())) *
                                                         real(at.words) *
                                                         mpich_2005::beta(at.timing);
}

/// Twice the halving.
Cycles exact_rabenseifner(const HypercubeCase& at) { return 2 * halving_cycles(at, at.words); }

}  // namespace

Algorithm<HypercubeCase> allreduce_rabenseifner() {
  return {.operation = "allreduce",
          .name = "rabenseifner",
          .summary = "reduce-scatter by halving, then allgather by doubling",
          .is_default = true,
          .parameters = hypercube_parameters().with_op(OperandOrder::kKept),
          .prepare = [](HypercubeCase& at) { share_vector(at, at.words, at.nodes()); },
          .program = rabenseifner,
          .equations = {unless_alone({"T_rabenseifner", mpich_2005::section("reduce and allreduce"),
                                      formula_rabenseifner, chunks_as_in_literature})},
          .exact = exact_rabenseifner,
          .statistics = report_op,
          .declared = {kOp},
          .within_paper = true};
}

}  // namespace plexus::hypercube
