#include <algorithm>

#include "models/fat-tree/schedules.hpp"

namespace plexus::fat_tree {

namespace {

/// Who is who in phase h, as a leaf sees it. N = k^(h-1) is the size of a child subtree.
struct PhasePlace {
  PhasePlace(const FatTreeShape& tree, unsigned h, NodeId leaf)
      : N{tree.power(h - 1)},
        subtree{leaf - leaf % tree.power(h)},
        child{leaf / tree.power(h - 1) % tree.arity()},
        offset{leaf % tree.power(h - 1)},
        arity{tree.arity()} {}

  /// Leaf number l of the child that lies o places to the right.
  [[nodiscard]] NodeId leaf_of(NodeId o, NodeId l) const {
    return subtree + (child + o) % arity * N + l;
  }

  NodeId N;
  NodeId subtree;  ///< first leaf of the level-h subtree
  NodeId child;    ///< of its root, in which the leaf is
  NodeId offset;   ///< of the leaf in it
  NodeId arity;
};

/// In which step, from 0 on, the block with number q of a child is dispatched; E blocks per step.
class PhaseSteps {
 public:
  PhaseSteps(std::int64_t N, std::int64_t rows, std::int64_t E, std::int64_t steps) : N_{N}, E_{E} {
    if (E <= N) return;
    whole_ = E / N;  // rows per step; what is left of E takes the first rows one by one
    E_ = E % N;
    first_ = std::max<std::int64_t>(0, rows - whole_ * steps);
  }

  [[nodiscard]] std::int64_t of(std::int64_t q) const {
    const std::int64_t row = q / N_;
    return whole_ == 0 || row < first_ ? q / E_ : (row - first_) / whole_;
  }

 private:
  std::int64_t N_;
  std::int64_t E_;
  std::int64_t whole_ = 0;
  std::int64_t first_ = 0;
};

/// Any capacities. Blocks q = (o - 1) N^2 + r N + v of a child: from the leaf with offset rev(v) to
/// offset rev(v + r mod N) of the child o places to the right. The reversed digits spread what goes
/// in one step over the subtrees, at both ends (erratum F3).
Timetable general(const FatTreeShape& tree, unsigned h, NodeId leaf) {
  const PhasePlace here{tree, h, leaf};
  const std::int64_t N = here.N;
  const std::int64_t rows = (tree.arity() - 1) * N;
  const std::int64_t E = tree.effective(h);
  const PhaseSteps steps{N, rows, E, (rows * N + E - 1) / E};
  const NodeId v = tree.reverse_digits(here.offset, h - 1);
  Timetable timetable;
  timetable.reserve(static_cast<std::size_t>(rows));
  for (NodeId o = 1; o < tree.arity(); ++o) {
    for (NodeId r = 0; r < here.N; ++r) {
      const std::int64_t q = (o - 1) * N * N + r * N + v;
      const NodeId to = tree.reverse_digits((v + r) % here.N, h - 1);
      timetable.push_back({steps.of(q) + 1, TreeHeader::unicast(here.leaf_of(o, to))});
    }
  }
  if (E > N) {  // the rows that are dispatched one by one go along with later, whole ones
    std::ranges::stable_sort(timetable, {}, &Dispatch::step);
  }
  return timetable;
}

/// The paper's pseudo-code for CBFTs, Sec. 5, with the loops' ends mended (erratum F2).
Timetable paper_constant(const FatTreeShape& tree, unsigned h, NodeId leaf) {
  const PhasePlace here{tree, h, leaf};
  const std::int64_t N = here.N;
  Timetable timetable;
  for (NodeId o = 1; o < tree.arity(); ++o) {
    for (NodeId l = 0; l < here.N; ++l) {  // one of the N periods is this leaf's
      const std::int64_t q = (o - 1) * N * N + here.offset * N + l;
      timetable.push_back({q + 1, TreeHeader::unicast(here.leaf_of(o, l))});
    }
  }
  return timetable;
}

/// The paper's pseudo-code for EBFTs, Sec. 5, with the loop's end mended (erratum F2).
Timetable paper_exponential(const FatTreeShape& tree, unsigned h, NodeId leaf) {
  const NodeId N = tree.power(h - 1);
  Timetable timetable;
  for (NodeId l = 0; l < (tree.arity() - 1) * N; ++l) {
    timetable.push_back({l + 1, TreeHeader::unicast(tree.add_digits(leaf, N + l))});
  }
  return timetable;
}

}  // namespace

bool suits(const FatTreeShape& tree, PhaseDispatch dispatch) {
  for (unsigned h = 1; h <= tree.height(); ++h) {
    const std::int64_t needed = dispatch == PhaseDispatch::kPaperConstant ? 1 : tree.power(h - 1);
    if (dispatch != PhaseDispatch::kGeneral && tree.effective(h) != needed) return false;
  }
  return true;
}

Timetable phase_timetable(const FatTreeShape& tree, unsigned h, NodeId leaf,
                          PhaseDispatch dispatch) {
  switch (dispatch) {
    case PhaseDispatch::kPaperConstant:
      return paper_constant(tree, h, leaf);
    case PhaseDispatch::kPaperExponential:
      return paper_exponential(tree, h, leaf);
    case PhaseDispatch::kGeneral:
      break;
  }
  return general(tree, h, leaf);
}

}  // namespace plexus::fat_tree
