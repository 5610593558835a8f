#include "models/express-mesh/steps.hpp"

#include <map>
#include <utility>

namespace plexus {

namespace {

/// The best ratios of the levels above the first one, for one dimension.
class LevelSearch {
 public:
  explicit LevelSearch(Cycles express) : express_{express} {}

  struct Best {
    Cycles cycles{0};
    std::int64_t ratio = 0;  ///< heads in a group; 0: one chain over all of them
  };

  /// `heads` on a line that `levels` levels of groups, and then one chain, have to combine.
  const Best& of(std::int64_t heads, unsigned levels) {
    const auto [place, is_new] = known_.try_emplace({heads, levels});
    if (!is_new) return place->second;
    Best best{(heads - 1) * express_, 0};
    for (std::int64_t ratio = 2; levels > 0 && ratio < heads; ++ratio) {
      const Cycles cycles = (ratio - 1) * express_ + of(ceil_div(heads, ratio), levels - 1).cycles;
      if (cycles < best.cycles) best = {cycles, ratio};
    }
    return known_[{heads, levels}] = best;
  }

 private:
  Cycles express_;
  std::map<std::pair<std::int64_t, unsigned>, Best> known_;
};

std::pair<std::vector<std::int64_t>, Cycles> best_levels_steps(std::int64_t side, unsigned levels,
                                                               const HopCosts& costs) {
  LevelSearch search{costs.express};
  std::int64_t first = std::max<std::int64_t>(side, 2);
  Cycles least = (side - 1) * costs.mesh;
  for (std::int64_t length = 2; length < side; ++length) {
    const Cycles cycles =
        (length - 1) * costs.mesh + search.of(ceil_div(side, length), levels - 1).cycles;
    if (cycles < least || (cycles == least && length < first)) {
      first = length;
      least = cycles;
    }
  }
  std::vector<std::int64_t> lengths{first};
  while (lengths.size() < levels) {
    const std::int64_t heads = ceil_div(side, lengths.back());
    const auto left = static_cast<unsigned>(levels - lengths.size());
    const std::int64_t ratio = search.of(heads, left).ratio;
    lengths.push_back(lengths.back() * (ratio != 0 ? ratio : std::max<std::int64_t>(heads, 2)));
  }
  return {lengths, least};
}

/// Tries all lengths of dimension `k` and those after it.
void search_from(ExpressMeshShape& mesh, unsigned k, std::int64_t shortest, const CyclesOf& cycles,
                 BestLengths& best) {
  if (k == mesh.dimensions()) {
    const Cycles found = cycles(mesh);
    if (best.lengths.empty() || found < best.cycles) best = {mesh.lengths, found};
    return;
  }
  const std::int64_t longest = std::max(shortest, mesh.sides[k]);
  for (std::int64_t length = shortest; length <= longest; ++length) {
    mesh.lengths[k][0] = length;
    search_from(mesh, k + 1, shortest, cycles, best);
  }
}

}  // namespace

BestLengths best_lengths(ExpressMeshShape mesh, std::int64_t shortest, const CyclesOf& cycles) {
  mesh.lengths.assign(mesh.dimensions(), {shortest});
  BestLengths best;
  search_from(mesh, 0, shortest, cycles, best);
  return best;
}

BestLengths best_lengths_by_dimension(ExpressMeshShape mesh, std::int64_t shortest,
                                      const CyclesOf& cycles) {
  mesh.lengths.assign(mesh.dimensions(), {shortest});
  Cycles least{0};
  for (unsigned k = 0; k < mesh.dimensions(); ++k) {
    std::int64_t chosen = shortest;
    least = cycles(mesh);
    for (std::int64_t length = shortest; length <= mesh.sides[k]; ++length) {
      mesh.lengths[k][0] = length;
      const Cycles found = cycles(mesh);
      if (found >= least) continue;
      least = found;
      chosen = length;
    }
    mesh.lengths[k][0] = chosen;
  }
  return {mesh.lengths, least};
}

BestLengths best_hierarchy(const std::vector<std::int64_t>& sides, unsigned levels,
                           const HopCosts& costs) {
  BestLengths best;
  for (const std::int64_t side : sides) {
    const auto [lengths, cycles] = best_levels_steps(side, levels, costs);
    best.lengths.push_back(lengths);
    best.cycles += cycles;
  }
  return best;
}

}  // namespace plexus
