#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// (p - 1) alpha + (p - 1)/p n beta, n = p w.
double formula_reduce_scatter_ring(const SwitchCase& at) {
  return (at.k() - 1) *
         (mpich_2005::alpha(at.timing) + real(at.words) * mpich_2005::beta(at.timing));
}

}  // namespace

Algorithm<SwitchCase> reduce_scatter_ring() {
  return combining({.operation = "reduce-scatter",
                    .name = "ring",
                    .summary = "every chunk once round an emulated ring",
                    .equations = {{"T_ring", mpich_2005::section("reduce-scatter"),
                                   formula_reduce_scatter_ring, as_in_literature}},
                    .keeps_messages = true},
                   {OperandOrder::kAny, false, true}, reduce_scatter_in_shifts);
}

}  // namespace plexus::omega
