#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// A reduce-scatter, then an allgather of the results, both in shifts by one.
CombiningSteps twice_round(const Reduction& data) {
  CombiningSteps steps = reduce_scatter_in_shifts(data);
  for (NodeId i = 0; i + 1 < data.nodes(); ++i) steps.push_back({shift_by_one(data, i), true});
  return steps;
}

/// 2 (p - 1) alpha + 2 (p - 1)/p n beta, n = w.
double formula_allreduce_ring(const SwitchCase& at) {
  return 2 * (at.k() - 1) *
         (mpich_2005::alpha(at.timing) + real(at.words) / at.k() * mpich_2005::beta(at.timing));
}

}  // namespace

Algorithm<SwitchCase> allreduce_ring() {
  return combining({.operation = "allreduce",
                    .name = "ring",
                    .summary = "chunks twice round an emulated ring: added up, then handed out",
                    .equations = {{"T_ring", "Patarasuk and Yuan 2009", formula_allreduce_ring,
                                   chunks_as_in_literature}},
                    .keeps_messages = true},
                   {OperandOrder::kAny, false, true}, twice_round);
}

}  // namespace plexus::omega
