#include "models/fat-tree/algorithms.hpp"

#include <algorithm>
#include <cmath>

#include "models/fat-tree/bounds.hpp"

namespace plexus {

FatTreeAlgorithm fat_tree_algorithm(const std::string& operation, const std::string& name,
                                    const std::string& summary, FatTreeKnobs knobs,
                                    const std::vector<Parameter>& own) {
  FatTreeAlgorithm algorithm;
  algorithm.operation = operation;
  algorithm.name = name;
  algorithm.summary = summary;
  algorithm.parameters = fat_tree_parameters(knobs, own);
  if (operation != "traffic") {  // packets of which do not go in step
    algorithm.blocks = {"ft_link_timer",
                        knobs == FatTreeKnobs::kTimed ? "ft_router_qf" : "ft_router", "ft_tree",
                        "ft_half_duplex_port"};
  }
  algorithm.statistics = note_steps;
  algorithm.declared = step_statistics();
  algorithm.check = [](const FatTreeCase&, const fat_tree& machine) {
    return machine.left_inside();
  };
  return algorithm;
}

Words stored_words(const FatTreeCase& at) { return at.words.varied ? Words{1} : at.words.of(0); }

std::string paper_1995(const std::string& place) {
  return "Dimakopoulos and Dimopoulos 1995, " + place;
}

bool is_paper_tree(const FatTreeCase& at) {
  return at.tree.arity() == 2 && (at.tree.height() == 0 || at.tree.capacity(1) == 1);
}

FatTreeEquation theorem_of_n_plus_1(const std::string& label, const std::string& place) {
  FatTreeEquation equation;
  equation.label = label;
  equation.place = paper_1995(place);
  equation.formula = [](const FatTreeCase& at) { return at.equation_in_cycles(at.nodes() + 1.0); };
  equation.relation = [](const FatTreeCase& at) {
    return is_paper_tree(at) && at.nodes() >= 4 ? Relation::kEqual : Relation::kAtMost;
  };
  return equation;
}

FatTreeEquation table_1_alltoall() {
  FatTreeEquation equation;
  equation.label = "Table 1";
  equation.place = paper_1995("Sec. 2.1");
  equation.formula = [](const FatTreeCase& at) {
    const double n = at.nodes();
    const double across = n * n / 4 / static_cast<double>(at.tree.capacities().back());
    return at.equation_in_cycles(std::max(n + 1, across));
  };
  equation.relation = [](const FatTreeCase& at) {
    return at_least_if(is_paper_tree(at) && at.nodes() >= 4);
  };
  equation.applies = [](const FatTreeCase& at) {
    return at.tree.arity() == 2 && at.tree.height() > 0;
  };
  return equation;
}

std::optional<Cycles> scatter_bound_in_cycles(const FatTreeCase& at) {
  return at.bound_in_cycles(fat_tree_bound::scatter(at.tree));
}

std::optional<Cycles> alltoall_bound_in_cycles(const FatTreeCase& at) {
  return at.bound_in_cycles(fat_tree_bound::alltoall(at.tree));
}

std::optional<Cycles> timed_cycles(const FatTreeCase& at, std::int64_t steps) {
  return steps * at.timetable_step();
}

double log_n(const FatTreeCase& at) { return std::log2(static_cast<double>(at.nodes())); }

}  // namespace plexus
