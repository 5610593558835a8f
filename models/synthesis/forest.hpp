#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/synthesis/problem.hpp"

/// Spanning trees for words that go to all nodes, packed as close as the worst cut lets them be
/// (Edmonds 1973, Berczi and Frank 2010): what ForestColl does for allgathers and broadcasts.
namespace plexus {

/// Along which links each word goes.
struct Forest {
  std::vector<std::uint32_t> tree_of;  ///< by token
  /// By tree and link: the links of the longest way down that begins with it; 0: not of this tree.
  std::vector<std::vector<std::int64_t>> below;
};

/// Do all tokens go to all nodes, whatever links in other directions do? Forests are for these.
[[nodiscard]] bool suits_forest(const SynthesisProblem& problem);

/// The fewest cycles in which the links into each set of nodes can carry the words from outside:
/// the worst of all cuts, found by flows. Of a problem that suits; each token stands for `scale`
/// words; not less than `low`, the most that is proven when `stop` says that it is time to end.
[[nodiscard]] std::int64_t worst_cut(const SynthesisProblem& problem, std::int64_t scale,
                                     std::int64_t low, const std::function<bool()>& stop);

/// Trees of which no link has to carry more than it can in the cycles of the worst cut. Nothing
/// when `stop` says that it is time to end.
[[nodiscard]] std::optional<Forest> forest_of(const SynthesisProblem& problem,
                                              const std::function<bool()>& stop);

}  // namespace plexus
