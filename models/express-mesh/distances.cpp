#include <algorithm>
#include <limits>
#include <utility>

#include "models/express-mesh/shape.hpp"

namespace plexus {

namespace {

std::int64_t farthest(const std::vector<std::int32_t>& distances) {
  return *std::ranges::max_element(distances);
}

/// Who is next to whom, in one block of memory.
class Neighbours {
 public:
  explicit Neighbours(const ExpressMeshShape& mesh)
      : first_(static_cast<std::size_t>(mesh.nodes()) + 1, 0) {
    mesh.for_each_link([&](const ExpressMeshLink& link) {
      ++first_[link.first + 1];
      ++first_[link.second + 1];
    });
    for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
    neighbours_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    mesh.for_each_link([&](const ExpressMeshLink& link) {
      neighbours_[next[link.first]++] = link.second;
      neighbours_[next[link.second]++] = link.first;
    });
  }

  [[nodiscard]] std::vector<std::int32_t> distances_from(NodeId from) const {
    std::vector<std::int32_t> distance(first_.size() - 1, -1);
    std::vector<NodeId> reached{from};
    reached.reserve(distance.size());
    distance[from] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const NodeId v = reached[i];
      for (std::uint32_t n = first_[v]; n < first_[v + 1]; ++n) {
        const NodeId w = neighbours_[n];
        if (distance[w] >= 0) continue;
        distance[w] = distance[v] + 1;
        reached.push_back(w);
      }
    }
    return distance;
  }

  /// Largest distance of all. Searches start from one node after another until no eccentricity can
  /// be above the largest one seen: |ecc(v) - ecc(w)| <= d(v, w) bounds all the others each time.
  [[nodiscard]] std::int64_t diameter() const {
    const std::size_t nodes = first_.size() - 1;
    std::vector<std::int64_t> low(nodes, 0);
    std::vector<std::int64_t> high(nodes, std::numeric_limits<std::int32_t>::max());
    std::int64_t most = 0;
    for (bool from_high = true;; from_high = !from_high) {
      std::size_t next = nodes;
      for (std::size_t v = 0; v < nodes; ++v) {
        if (high[v] <= most) continue;
        const bool better = next == nodes || (from_high ? std::pair{high[v], low[v]} >
                                                              std::pair{high[next], low[next]}
                                                        : low[v] < low[next]);
        if (better) next = v;
      }
      if (next == nodes) return most;
      const std::vector<std::int32_t> distance = distances_from(static_cast<NodeId>(next));
      const std::int64_t eccentricity = farthest(distance);
      most = std::max(most, eccentricity);
      for (std::size_t v = 0; v < nodes; ++v) {
        low[v] = std::max({low[v], std::int64_t{distance[v]}, eccentricity - distance[v]});
        high[v] = std::min(high[v], eccentricity + distance[v]);
      }
      high[next] = eccentricity;
    }
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<NodeId> neighbours_;
};

/// One line of a machine whose lines do not depend on each other, all levels of its express links.
ExpressMeshShape line_alone(const ExpressMeshShape& mesh, unsigned dimension) {
  ExpressMeshShape line{mesh.layout, {mesh.sides[dimension]}, {}};
  if (!mesh.lengths.empty()) line.lengths = {mesh.lengths[dimension]};
  return line;
}

}  // namespace

ExpressMeshDistances line_distances(const ExpressLine& line) {
  const std::int64_t T = line.terminals();
  const std::int64_t s = line.last();
  const std::int64_t alpha = (line.length + 1) / 2;
  if (T == 1) return {line.nodes - 1, line.nodes - 1};
  if (T == 2) return {std::max(alpha, s), alpha + s - 1};
  return {std::max(T - 2 + alpha, T - 2 + s), std::max(T - 3 + alpha + s, T - 3 + 2 * alpha)};
}

std::vector<std::int32_t> distances_from(const ExpressMeshShape& mesh, NodeId from) {
  return Neighbours{mesh}.distances_from(from);
}

namespace {

/// A distance: a sum over lines that do not depend on each other, of one level in closed form;
/// otherwise by search.
std::int64_t measure(const ExpressMeshShape& mesh, std::int64_t ExpressMeshDistances::*what) {
  if (mesh.nodes() == 1) return 0;
  const bool lines = mesh.layout == ExpressLayout::kNone || mesh.layout == ExpressLayout::kLines;
  if (lines && mesh.dimensions() > 1) {
    std::int64_t sum = 0;
    for (unsigned k = 0; k < mesh.dimensions(); ++k) sum += measure(line_alone(mesh, k), what);
    return sum;
  }
  if (lines && mesh.levels() <= 1) {
    const std::int64_t side = mesh.sides[0];
    return line_distances(mesh.levels() == 0 ? ExpressLine{side, side} : mesh.line(0)).*what;
  }
  const Neighbours all{mesh};
  return what == &ExpressMeshDistances::diameter ? all.diameter() : farthest(all.distances_from(0));
}

}  // namespace

std::int64_t eccentricity_of_node_0(const ExpressMeshShape& mesh) {
  return measure(mesh, &ExpressMeshDistances::eccentricity);
}

ExpressMeshDistances distances(const ExpressMeshShape& mesh) {
  return {eccentricity_of_node_0(mesh), measure(mesh, &ExpressMeshDistances::diameter)};
}

std::int64_t distance_to_last(const ExpressMeshShape& mesh) {
  std::int64_t sum = 0;
  for (unsigned k = 0; k < mesh.dimensions(); ++k) {
    sum += distances_from(line_alone(mesh, k), 0).back();
  }
  return sum;
}

}  // namespace plexus
