#include "models/hypercube/paths.hpp"

#include <algorithm>

namespace plexus {
namespace {

bool differ(NodeId a, NodeId b, int bit) { return ((a ^ b) >> bit & 1) != 0; }

}  // namespace

Route shortest_route(HypercubeShape shape, NodeId source, NodeId destination) {
  Route bits;
  for (int bit = shape.dimension() - 1; bit >= 0; --bit) {
    if (differ(source, destination, bit)) bits.push_back(bit);
  }
  return bits;
}

std::vector<Route> node_disjoint_paths(HypercubeShape shape, NodeId source, NodeId destination) {
  check_move(shape, source, destination);
  const Route differing = shortest_route(shape, source, destination);
  std::vector<Route> paths;
  for (std::size_t j = 0; j < differing.size(); ++j) {  // correct t_j, .., t_i, t_1, .., t_(j-1)
    Route path = differing;
    std::rotate(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(j), path.end());
    paths.push_back(path);
  }
  for (int bit = shape.dimension() - 1; bit >= 0; --bit) {
    if (differ(source, destination, bit)) continue;
    Route path{bit};  // step aside, correct everything, step back
    path.insert(path.end(), differing.begin(), differing.end());
    path.push_back(bit);
    paths.push_back(path);
  }
  return paths;
}

}  // namespace plexus
