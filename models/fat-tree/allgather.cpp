#include "models/fat-tree/allgather.hpp"

#include <utility>

#include "models/fat-tree/programs.hpp"

namespace plexus {

void complete_allgather(FatTreeAlgorithm& algorithm, FatTreeStyle style) {
  algorithm.blocks.emplace_back("ft_turn_decode");
  algorithm.prepare = [style](FatTreeCase& at) {
    at.settle(style, longest_of_allgather(at.words, at.nodes()));
  };
  algorithm.data = [](const FatTreeCase& at) {
    return allgather_operation(at.nodes(), stored_words(at));
  };
  algorithm.lower_bound = scatter_bound_in_cycles;
}

FatTreeAlgorithm fat_tree_timed_allgather(
    const std::string& name, const std::string& summary, const std::vector<Parameter>& own,
    std::function<Timetable(const FatTreeCase&, NodeId)> timetable,
    std::function<std::int64_t(const FatTreeCase&)> steps) {
  FatTreeAlgorithm algorithm =
      fat_tree_algorithm("allgather", name, summary, FatTreeKnobs::kTimed, own);
  complete_allgather(algorithm, FatTreeStyle::kTimed);
  algorithm.program = [timetable = std::move(timetable)](terminal& self, const FatTreeCase& at) {
    return play_timetable(self, at, timetable(at, self.id()), BlockKind::kOwn, at.nodes() - 1);
  };
  algorithm.exact = [steps = std::move(steps)](const FatTreeCase& at) {
    return timed_cycles(at, at.moves() ? steps(at) : 0);
  };
  return algorithm;
}

}  // namespace plexus
