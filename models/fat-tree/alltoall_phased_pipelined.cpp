#include <utility>
#include <vector>

#include "models/fat-tree/equations.hpp"
#include "models/fat-tree/programs.hpp"

namespace plexus::fat_tree {

namespace {

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
void prepare_pipelined(FatTreeCase& at) {
  at.settle(FatTreeStyle::kTimed, longest_of_alltoall(at));
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

Timetable pipelined_alltoall(const FatTreeCase& at, NodeId leaf) {
  return phased_alltoall(at.tree, leaf, at.phase_order, at.dispatch);
}

std::int64_t pipelined_alltoall_steps(const FatTreeCase& at) {
  return phased_steps(alltoall_phases(at.tree), at.phase_order);
}

/// What eq. (2) becomes for the CBFT.
double steps_of_constant(const FatTreeCase& at) {
  const double n = at.nodes();
  return at.equation_in_cycles((n * n - 1) / 3 + 2 * log_n(at) - 1);
}

bool is_constant(const FatTreeCase& at) { return is_binary(at) && at.tree.is_constant(); }
bool is_exponential(const FatTreeCase& at) { return is_binary(at) && at.tree.is_exponential(); }

}  // namespace

/// Sec. 5, eq. (2): the next phase begins two steps behind the one before (downwards from the
/// root), or at once (upwards from the leaves). Eq. (3): what it becomes for the EBFT.
Algorithm<FatTreeCase> alltoall_phased_pipelined() {
  return {.operation = "alltoall",
          .name = "phased-pipelined",
          .summary = "as phased, the next phase behind the one before",
          .parameters = timed_parameters({phase_order_parameter(), dispatch_parameter()}),
          .prepare = prepare_pipelined,
          .program = timed<pipelined_alltoall, BlockKind::kPair>,
          .equations = {paper_phases(kEquation2, [](double log) { return 2 * log - 1; }),
                        {"T_CBFT", section("Sec. 5"), steps_of_constant, equal_with_leaves,
                         is_constant},
                        {kEquation3, section("Sec. 5"), n_and_two_logs, equal_with_leaves,
                         is_exponential},
                        table_1_alltoall()},
          .exact = in_steps<pipelined_alltoall_steps>,
          .blocks = queue_free_blocks({"ft_dispatch_general", "ft_dispatch_alltoall"})};
}

}  // namespace plexus::fat_tree
