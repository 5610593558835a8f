#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "models/omega/case.hpp"
#include "models/omega/passes.hpp"

namespace plexus::omega {

namespace {

const Statistic kPermutations{"permutations", "permutations", "of all nodes"};
const Statistic kPassing{"passing", "permutations", "that pass at once"};
const Statistic kShare{"share", "", "the part that passes"};

/// How many of all permutations pass at once?
void count_permutations(const TopologyCase& at, Statistics& statistics) {
  const std::uint64_t passing = count_passing_permutations(at.network);
  std::uint64_t all = 1;
  for (std::uint64_t v = 2; v <= at.network.ports(); ++v) all *= v;
  statistics.set(kPermutations, all);
  statistics.set(kPassing, passing);
  statistics.set(kShare, static_cast<double>(passing) / static_cast<double>(all));
}

}  // namespace

Algorithm<TopologyCase> topology_count() {
  return {.operation = "topology",
          .name = "count",
          .summary = "how many of all permutations pass at once, by trying all; nodes <= 10",
          .parameters = topology_parameters(),
          .answer = count_permutations,
          .declared = {kPermutations, kPassing, kShare}};
}

}  // namespace plexus::omega
