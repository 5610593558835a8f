#include "models/omega/combining_plan.hpp"
#include "models/operations/literature.hpp"

namespace plexus::omega {

using namespace paper_1986;

namespace {

/// A reduce-scatter by recursive halving, then an allgather by recursive doubling, the way back.
CombiningSteps halving_and_doubling(const Reduction& data) {
  CombiningSteps steps = halving_of_chunks(data);
  for (NodeId bit = data.nodes() / 2; bit > 0; bit /= 2) {  // for t := n-1 downto 0
    CombiningStep& step = steps.emplace_back();
    step.results = true;
    for (NodeId v = 0; v < data.nodes(); ++v) {
      step.messages.push_back({{v, v ^ bit}, data.every(v % (2 * bit), 2 * bit)});
    }
  }
  return steps;
}

/// 2 lg p alpha + 2 (p - 1)/p n beta, n = w.
double formula_rabenseifner(const SwitchCase& at) {
  return 2 * at.log2_k() * mpich_2005::alpha(at.timing) +
         2 * mpich_2005::all_but_own(at.k()) * real(at.words) * mpich_2005::beta(at.timing);
}

}  // namespace

Algorithm<SwitchCase> allreduce_rabenseifner() {
  return combining({.operation = "allreduce",
                    .name = "rabenseifner",
                    .summary = "reduce-scatter by halving, then allgather by doubling",
                    .is_default = true,
                    .equations = {{"T_rabenseifner", mpich_2005::section("reduce and allreduce"),
                                   formula_rabenseifner, chunks_as_in_literature}}},
                   {OperandOrder::kKept, true, true}, halving_and_doubling);
}

}  // namespace plexus::omega
