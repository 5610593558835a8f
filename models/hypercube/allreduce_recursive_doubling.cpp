#include "models/hypercube/halving.hpp"
#include "models/operations/literature.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

/// Over each bit in turn both sides exchange all that they have combined.
Program recursive_doubling(processor& self, const HypercubeCase& at) {
  Reduction& data = *at.reduction;
  const Blocks all = data.some({0, 1});
  for (int t = 0; t < at.n(); ++t) {  // for t := 0 to n-1
    co_await exchange_and_combine(self, data, t, all, all, at.both_ways());
  }
}

/// lg p (alpha + n beta), n = w.
double formula_recursive_doubling(const HypercubeCase& at) {
  return at.n() * (mpich_2005::alpha(at.timing) + real(at.words) * mpich_2005::beta(at.timing));
}

/// D n c(w); D = 2, `all-full` 1.
Cycles exact_recursive_doubling(const HypercubeCase& at) {
  return at.exchange_steps() * at.n() * at.timing.hop(at.words);
}

}  // namespace

Algorithm<HypercubeCase> allreduce_recursive_doubling() {
  return {.operation = "allreduce",
          .name = "recursive-doubling",
          .summary = "over each bit in turn both sides exchange the whole vector",
          .parameters = hypercube_parameters().with_op(OperandOrder::kKept),
          .prepare = [](HypercubeCase& at) { share_vector(at, at.words, 1); },
          .program = recursive_doubling,
          .equations = {unless_alone({"T_rec_dbl", mpich_2005::section("reduce and allreduce"),
                                      formula_recursive_doubling, as_in_literature})},
          .exact = exact_recursive_doubling,
          .statistics = report_op,
          .declared = {kOp},
          .within_paper = true};
}

}  // namespace plexus::hypercube
