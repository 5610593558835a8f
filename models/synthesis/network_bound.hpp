#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "models/operations/standard.hpp"
#include "models/synthesis/bounds.hpp"

/// Lower bounds that follow from how a machine is wired, for the runs of all its algorithms.
namespace plexus {

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

/// MachineKind::network_bound of a machine of links that has up to kMostBounded nodes.
template <typename Case>
std::function<Cycles(const Case&, const std::string&)> bound_of_network(
    SynthesisNetwork (*network)(const Case&)) {
  return [network](const Case& at, const std::string& operation) {
    if (nodes_of(at) > kMostBounded) return 0_cycles;
    const auto request = synthesis_request<Case>(synthesis_operation(operation), at, {});
    return Cycles{quick_bound(network(at), request)};
  };
}

}  // namespace plexus
