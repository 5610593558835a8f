#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "models/catalogue/algorithm.hpp"
#include "models/synthesis/bounds.hpp"

/// The best lower bound known of an operation, for the runs of all algorithms.
namespace plexus {

template <typename Case>
NodeId nodes_of(const Case& at) {
  if constexpr (requires { at.nodes(); }) {
    return static_cast<NodeId>(at.nodes());
  } else {
    return at.nodes;
  }
}

/// `image`: of a permutation.
template <typename Case>
SynthesisRequest synthesis_request(SynthesisOperation operation, const Case& at,
                                   std::vector<NodeId> image) {
  SynthesisRequest request{operation, nodes_of(at), at.words, at.root};
  if constexpr (requires { at.op; }) request.op = at.op;
  request.source = at.source;
  request.destination = at.destination;
  request.image = std::move(image);
  return request;
}
/// What no run of an operation beats on a machine of links: `known`, or a bound of its network
/// where that is more.
template <typename Case, SynthesisNetwork (*network)(const Case&), SynthesisOperation operation,
          Cycles (*known)(const Case&)>
Cycles best_bound(const Case& at) {
  if (nodes_of(at) > kMostBounded) return known(at);
  return std::max(known(at),
                  Cycles{quick_bound(network(at), synthesis_request<Case>(operation, at, {}))});
}
/// A schedule that somebody brings, with the bound of its operation; without one if it says sizes
/// alone, and moves what it likes.
template <typename Case>
Algorithm<Case> bounded(const MachineKind<Case>& kind, Algorithm<Case> scheduled) {
  scheduled.lower_bound = [bound = kind.lower_bounds.at(scheduled.operation)](const Case& at) {
    return at.scheduled.play->sizes_only() ? std::nullopt : std::optional{bound(at)};
  };
  return scheduled;
}

}  // namespace plexus
