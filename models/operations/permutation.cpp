#include "models/operations/permutation.hpp"

#include <utility>

namespace plexus {

Operation delivery_operation(std::string name, std::vector<NodeId> origin, Words words) {
  const std::uint64_t blocks = origin.size();
  return {std::move(name), {blocks, words}, {}, [origin = std::move(origin)](NodeId v) {
            const bool any = origin[v] != kNoNode;
            return any ? std::vector<Interval>{{origin[v], 1}} : std::vector<Interval>{};
          }};
}

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
