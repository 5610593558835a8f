#include "models/fat-tree/alltoall.hpp"

#include <cmath>
#include <utility>

#include "models/fat-tree/programs.hpp"

namespace plexus {

void complete_alltoall(FatTreeAlgorithm& algorithm, FatTreeStyle style) {
  algorithm.prepare = [style](FatTreeCase& at) {
    at.settle(style, longest_of_alltoall(at.words, at.nodes()));
  };
  algorithm.data = [](const FatTreeCase& at) {
    return alltoall_operation(at.nodes(), stored_words(at));
  };
  // Packet, places in queues and memories, timetable; without that all packets are on their way.
  const double per_block = style == FatTreeStyle::kTimed ? 60 : 200;
  algorithm.memory = [per_block](const FatTreeCase& at) {
    return per_block * at.nodes() * at.nodes();
  };
  algorithm.lower_bound = alltoall_bound_in_cycles;
}

FatTreeAlgorithm fat_tree_timed_alltoall(
    const std::string& name, const std::string& summary, const std::vector<Parameter>& own,
    std::function<Timetable(const FatTreeCase&, NodeId)> timetable,
    std::function<std::int64_t(const FatTreeCase&)> steps) {
  FatTreeAlgorithm algorithm =
      fat_tree_algorithm("alltoall", name, summary, FatTreeKnobs::kTimed, own);
  complete_alltoall(algorithm, FatTreeStyle::kTimed);
  algorithm.program = [timetable = std::move(timetable)](terminal& self, const FatTreeCase& at) {
    return play_timetable(self, at, timetable(at, self.id()), BlockKind::kPair, at.nodes() - 1);
  };
  algorithm.exact = [steps = std::move(steps)](const FatTreeCase& at) {
    return timed_cycles(at, at.moves() ? steps(at) : 0);
  };
  return algorithm;
}

FatTreeEquation scatterings(const std::string& label, unsigned at_a_time) {
  return {label,
          paper_1995("Sec. 5"),
          [at_a_time](const FatTreeCase& at) {
            const double n = at.nodes();
            return at.equation_in_cycles(n * (n + 1) / at_a_time);
          },
          [](const FatTreeCase& at) {
            return is_paper_tree(at) && at.nodes() >= 4 ? Relation::kEqual : Relation::kAtMost;
          },
          [](const FatTreeCase& at) { return at.tree.arity() == 2; },
          ""};
}

FatTreeEquation paper_phases(const std::string& label, double (*more)(double log)) {
  return {label,
          paper_1995("Sec. 5"),
          [more](const FatTreeCase& at) {
            double steps = more(log_n(at));
            for (unsigned h = 1; h <= at.tree.height(); ++h) {
              const double blocks = std::pow(4.0, h - 1);
              steps += std::ceil(blocks / static_cast<double>(at.tree.capacity(h)));
            }
            return at.equation_in_cycles(steps);
          },
          [](const FatTreeCase& at) {
            bool fed = at.nodes() > 1;
            for (unsigned h = 1; h <= at.tree.height(); ++h) {
              fed = fed && at.tree.effective(h) == at.tree.capacity(h);
            }
            return equal_if(fed);
          },
          [](const FatTreeCase& at) { return at.tree.arity() == 2; },
          ""};
}

}  // namespace plexus
