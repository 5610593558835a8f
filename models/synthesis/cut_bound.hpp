#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "models/synthesis/problem.hpp"

/// What has to cross between some nodes and all others.
namespace plexus {

/// Words that have to go from one node to the same others.
struct Demand {
  const Token* token;  ///< one of them
  std::int64_t words;
};
using Demands = std::vector<Demand>;

[[nodiscard]] Demands demands_of(const SynthesisProblem& problem);

/// The worst cut: of all of them on machines of up to `all` nodes, else of those around a node, one
/// of those that are `like` each other, until `stop` says that it is time to end. `hops`: between
/// all nodes.
[[nodiscard]] std::int64_t cut_bound(const SynthesisNetwork& network, const Demands& demands,
                                     const std::vector<std::vector<std::int64_t>>& hops,
                                     const std::vector<NodeId>& like, NodeId all,
                                     const std::function<bool()>& stop);

/// What ends at the nodes of a set takes their time: of each set how often all words have to, over
/// how often they can in a cycle. (Each set is a solution of the dual of the linear program of
/// flows and of links that work together.) 0 on machines of more than `all` nodes.
[[nodiscard]] std::int64_t ends_bound(const SynthesisNetwork& network, const Demands& demands,
                                      NodeId all);

}  // namespace plexus
