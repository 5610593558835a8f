#include <utility>
#include <vector>

#include "models/fat-tree/alltoall.hpp"

namespace plexus {

namespace {

/// What eq. (2) becomes for the CBFT.
FatTreeEquation for_constant() {
  return {"T_CBFT",
          paper_1995("Sec. 5"),
          [](const FatTreeCase& at) {
            const double n = at.nodes();
            return at.equation_in_cycles((n * n - 1) / 3 + 2 * log_n(at) - 1);
          },
          [](const FatTreeCase& at) { return equal_if(at.nodes() > 1); },
          [](const FatTreeCase& at) { return at.tree.arity() == 2 && at.tree.is_constant(); },
          ""};
}

/// What eq. (2) becomes for the EBFT.
FatTreeEquation for_exponential() {
  return {
      kEquation3,
      paper_1995("Sec. 5"),
      [](const FatTreeCase& at) { return at.equation_in_cycles(at.nodes() + 2 * log_n(at) - 2); },
      [](const FatTreeCase& at) { return equal_if(at.nodes() > 1); },
      [](const FatTreeCase& at) { return at.tree.arity() == 2 && at.tree.is_exponential(); },
      ""};
}

DispatchPattern::Kind kind_of(PhaseDispatch dispatch) {
  switch (dispatch) {
    case PhaseDispatch::kPaperConstant:
      return DispatchPattern::Kind::kConstant;
    case PhaseDispatch::kPaperExponential:
      return DispatchPattern::Kind::kExponential;
    case PhaseDispatch::kGeneral:
      break;
  }
  return DispatchPattern::Kind::kGeneral;
}

/// Counters at the leaves can do it on a binary tree, from the root down, where a leaf sends one
/// packet at a time: e_h <= 2^(h-1).
void let_counters_dispatch_phased_pipelined(FatTreeCase& at) {
  const unsigned H = at.tree.height();
  if (at.tree.arity() != 2 || H == 0 || at.phase_order != PhaseOrder::kDescending) return;
  std::vector<std::int64_t> effective;
  for (unsigned h = 1; h <= H; ++h) {
    if (at.tree.effective(h) > at.tree.power(h - 1)) return;
    effective.push_back(at.tree.effective(h));
  }
  const std::vector<std::int64_t> lengths = alltoall_phases(at.tree);
  std::vector<std::int64_t> ends = phase_starts(lengths, at.phase_order);
  for (unsigned h = 1; h <= H; ++h) ends[h - 1] += lengths[h - 1];
  const std::int64_t last = ends.front();
  at.hardware.dispatch =
      DispatchPattern{.kind = kind_of(at.dispatch),
                      .levels = H,
                      .step = at.timetable_step(),
                      .last = last,
                      .effective = std::move(effective),
                      .phase = [ends = std::move(ends)](std::int64_t step) {
                        for (auto h = static_cast<unsigned>(ends.size()); h >= 1; --h) {
                          if (step <= ends[h - 1]) return h;
                        }
                        return 0U;
                      }};
}

}  // namespace

/// Sec. 5, eq. (2): the next phase begins two steps behind the one before (downwards from the
/// root), or at once (upwards from the leaves).
FatTreeAlgorithm fat_tree_alltoall_phased_pipelined() {
  FatTreeAlgorithm algorithm = fat_tree_timed_alltoall(
      "phased-pipelined", "as phased, the next phase behind the one before",
      {phase_order_parameter(), dispatch_parameter()},
      [](const FatTreeCase& at, NodeId leaf) {
        return alltoall_phased(at.tree, leaf, at.phase_order, at.dispatch);
      },
      [](const FatTreeCase& at) { return phased_steps(alltoall_phases(at.tree), at.phase_order); });
  algorithm.prepare = [settle = algorithm.prepare](FatTreeCase& at) {
    settle(at);
    let_counters_dispatch_phased_pipelined(at);
  };
  algorithm.blocks.insert(algorithm.blocks.end(), {"ft_dispatch_general", "ft_dispatch_alltoall"});
  algorithm.equations = {paper_phases(kEquation2, [](double log) { return 2 * log - 1; }),
                         for_constant(), for_exponential(), table_1_alltoall()};
  return algorithm;
}

}  // namespace plexus
