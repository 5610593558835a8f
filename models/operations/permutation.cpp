#include "models/operations/permutation.hpp"

namespace plexus {

bool is_identity(std::span<const NodeId> image) {
  for (NodeId v = 0; v < image.size(); ++v) {
    if (image[v] != v) return false;
  }
  return true;
}

std::optional<Cycles> bound_of_moving_nothing(std::span<const NodeId> image) {
  return is_identity(image) ? std::optional{0_cycles} : std::nullopt;
}

}  // namespace plexus
