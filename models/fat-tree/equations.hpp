#pragma once

#include <string>

#include "models/catalogue/algorithm.hpp"
#include "models/fat-tree/case.hpp"

/// Equations of the paper that several algorithms have.
namespace plexus::fat_tree {

/// Source of an equation: `Sec. 5`.
[[nodiscard]] inline std::string section(const std::string& place) {
  return "Dimakopoulos and Dimopoulos 1995, " + place;
}

/// Labels of the paper's numbered equations, for the algorithms that have them and for the study.
inline constexpr const char* kEquation1 = "(1)";
inline constexpr const char* kEquation2 = "(2)";
inline constexpr const char* kEquation3 = "(3)";

/// The paper's figure speaks of binary trees whose leaves have one link.
[[nodiscard]] bool is_paper_tree(const FatTreeCase& at);
[[nodiscard]] inline bool is_binary(const FatTreeCase& at) { return at.tree.arity() == 2; }
/// Does anything move?
[[nodiscard]] inline Relation equal_with_leaves(const FatTreeCase& at) {
  return equal_if(at.nodes() > 1);
}

/// log_2 of n for the paper's formulas.
[[nodiscard]] double log_n(const FatTreeCase& at);
/// n + 2 log n - 2 steps.
[[nodiscard]] double n_and_two_logs(const FatTreeCase& at);

/// Table 1 and Theorems 1, 2: n + 1 steps for scatter, gather and allgather. True for k = 2, n >= 4
/// and c_1 = 1; n = 2 takes 2, n = 1 none, k >= 3 takes n (F1).
[[nodiscard]] Equation<FatTreeCase> theorem_of_n_plus_1(const std::string& label,
                                                        const std::string& place);
/// Table 1: no alltoall takes less than max{n + 1, n^2 / (4 c_H)}. Wrong for n = 2 (F8).
[[nodiscard]] Equation<FatTreeCase> table_1_alltoall();
/// Sec. 5: n scatterings of n + 1 steps, so many at a time; for k = 2, n >= 4, c_1 = 1 (F1).
[[nodiscard]] Equation<FatTreeCase> scatterings(const std::string& label, unsigned at_a_time);
/// Eqs. (1) and (2): the sum over h of ceil(4^(h-1) / c_h), and what `more` makes of log n. They
/// hold where c_h <= 2 c_(h-1) on all levels (F3).
[[nodiscard]] Equation<FatTreeCase> paper_phases(const std::string& label,
                                                 double (*more)(double log));

}  // namespace plexus::fat_tree
