#include "models/fat-tree/equations.hpp"

#include <algorithm>
#include <cmath>

namespace plexus::fat_tree {

namespace {

Relation equal_on_paper_tree(const FatTreeCase& at) {
  return is_paper_tree(at) && at.nodes() >= 4 ? Relation::kEqual : Relation::kAtMost;
}

double max_of_table_1(const FatTreeCase& at) {
  const double n = at.nodes();
  const double across = n * n / 4 / static_cast<double>(at.tree.capacities().back());
  return at.equation_in_cycles(std::max(n + 1, across));
}

/// Does every level get as many packets as it can pass on?
bool is_fed(const FatTreeCase& at) {
  bool fed = at.nodes() > 1;
  for (unsigned h = 1; h <= at.tree.height(); ++h) {
    fed = fed && at.tree.effective(h) == at.tree.capacity(h);
  }
  return fed;
}

}  // namespace

bool is_paper_tree(const FatTreeCase& at) {
  return is_binary(at) && (at.tree.height() == 0 || at.tree.capacity(1) == 1);
}

double log_n(const FatTreeCase& at) { return std::log2(static_cast<double>(at.nodes())); }

double n_and_two_logs(const FatTreeCase& at) {
  return at.equation_in_cycles(at.nodes() + 2 * log_n(at) - 2);
}

Equation<FatTreeCase> theorem_of_n_plus_1(const std::string& label, const std::string& place) {
  return {label, section(place),
          [](const FatTreeCase& at) { return at.equation_in_cycles(at.nodes() + 1.0); },
          equal_on_paper_tree};
}

Equation<FatTreeCase> table_1_alltoall() {
  return {"Table 1", section("Sec. 2.1"), max_of_table_1,
          [](const FatTreeCase& at) { return at_least_if(is_paper_tree(at) && at.nodes() >= 4); },
          [](const FatTreeCase& at) { return is_binary(at) && at.tree.height() > 0; }};
}

Equation<FatTreeCase> scatterings(const std::string& label, unsigned at_a_time) {
  return {label, section("Sec. 5"),
          [at_a_time](const FatTreeCase& at) {
            const double n = at.nodes();
            return at.equation_in_cycles(n * (n + 1) / at_a_time);
          },
          equal_on_paper_tree, is_binary};
}

Equation<FatTreeCase> paper_phases(const std::string& label, double (*more)(double log)) {
  return {label, section("Sec. 5"),
          [more](const FatTreeCase& at) {
            double steps = more(log_n(at));
            for (unsigned h = 1; h <= at.tree.height(); ++h) {
              const double blocks = std::pow(4.0, h - 1);
              steps += std::ceil(blocks / static_cast<double>(at.tree.capacity(h)));
            }
            return at.equation_in_cycles(steps);
          },
          [](const FatTreeCase& at) { return equal_if(is_fed(at)); }, is_binary};
}

}  // namespace plexus::fat_tree
