#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// lg p alpha + (p - 1)/p n beta, n = p w.
double formula_recursive_halving(const SwitchCase& at) {
  return at.log2_k() * mpich_2005::alpha(at.timing) +
         (at.k() - 1) * real(at.words) * mpich_2005::beta(at.timing);
}

}  // namespace

Algorithm<SwitchCase> reduce_scatter_recursive_halving() {
  return combining({.operation = "reduce-scatter",
                    .name = "recursive-halving",
                    .summary = "over each bit in turn the chunks for the other side",
                    .is_default = true,
                    .equations = {{"T_rec_hal", mpich_2005::section("reduce-scatter"),
                                   formula_recursive_halving, as_in_literature}}},
                   {OperandOrder::kKept, true, true}, halving_of_chunks);
}

}  // namespace plexus::omega
