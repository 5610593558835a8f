#include "models/express-mesh/distances.hpp"

#include <algorithm>
#include <limits>

namespace plexus {

namespace {

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

  [[nodiscard]] std::size_t nodes() const { return first_.size() - 1; }

  [[nodiscard]] std::vector<std::int32_t> distances_from(NodeId from) const {
    std::vector<std::int32_t> distance(nodes(), -1);
    std::vector<NodeId> reached{from};
    reached.reserve(nodes());
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
    std::vector<std::int32_t> low(nodes(), 0);
    std::vector<std::int32_t> high(nodes(), std::numeric_limits<std::int32_t>::max());
    std::int32_t most = 0;
    for (bool from_high = true;; from_high = !from_high) {
      NodeId next = 0;
      bool found = false;
      for (NodeId v = 0; v < nodes(); ++v) {
        if (high[v] <= most) continue;
        const bool better = !found || (from_high ? high[v] > high[next] ||
                                                       (high[v] == high[next] && low[v] > low[next])
                                                 : low[v] < low[next]);
        if (better) next = v;
        found = true;
      }
      if (!found) return most;
      const std::vector<std::int32_t> distance = distances_from(next);
      const std::int32_t farthest = *std::ranges::max_element(distance);
      most = std::max(most, farthest);
      for (NodeId v = 0; v < nodes(); ++v) {
        low[v] = std::max({low[v], distance[v], farthest - distance[v]});
        high[v] = std::min(high[v], farthest + distance[v]);
      }
      high[next] = farthest;
    }
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<NodeId> neighbours_;
};

std::int64_t farthest(const std::vector<std::int32_t>& distances) {
  return *std::ranges::max_element(distances);
}

/// One line of a machine whose lines do not depend on each other, all levels of its express links.
ExpressMeshShape line_alone(const ExpressMeshShape& mesh, unsigned dimension) {
  if (mesh.layout == ExpressLayout::kNone)
    return {ExpressLayout::kNone, {mesh.sides[dimension]}, {}};
  return {ExpressLayout::kLines, {mesh.sides[dimension]}, {mesh.lengths[dimension]}};
}

bool made_of_lines(const ExpressMeshShape& mesh) {
  return mesh.layout == ExpressLayout::kNone || mesh.layout == ExpressLayout::kLines;
}

bool in_closed_form(const ExpressMeshShape& mesh, unsigned dimension) {
  return mesh.layout == ExpressLayout::kNone || mesh.lengths[dimension].size() == 1;
}

ExpressLine closed_line(const ExpressMeshShape& mesh, unsigned dimension) {
  const std::int64_t side = mesh.sides[dimension];
  return mesh.layout == ExpressLayout::kNone ? ExpressLine{side, side} : mesh.line(dimension);
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

std::int64_t eccentricity_of_node_0(const ExpressMeshShape& mesh) {
  if (mesh.nodes() == 1) return 0;
  if (!made_of_lines(mesh)) return farthest(distances_from(mesh, 0));
  std::int64_t sum = 0;
  for (unsigned k = 0; k < mesh.dimensions(); ++k) {
    sum += in_closed_form(mesh, k) ? line_distances(closed_line(mesh, k)).eccentricity
                                   : farthest(distances_from(line_alone(mesh, k), 0));
  }
  return sum;
}

ExpressMeshDistances distances(const ExpressMeshShape& mesh) {
  ExpressMeshDistances both{eccentricity_of_node_0(mesh), 0};
  if (mesh.nodes() == 1) return both;
  if (!made_of_lines(mesh)) {
    both.diameter = Neighbours{mesh}.diameter();
    return both;
  }
  for (unsigned k = 0; k < mesh.dimensions(); ++k) {
    both.diameter += in_closed_form(mesh, k) ? line_distances(closed_line(mesh, k)).diameter
                                             : Neighbours{line_alone(mesh, k)}.diameter();
  }
  return both;
}

std::int64_t distance_to_last(const ExpressMeshShape& mesh) {
  std::int64_t sum = 0;
  for (unsigned k = 0; k < mesh.dimensions(); ++k) {
    sum += distances_from(line_alone(mesh, k), 0).back();
  }
  return sum;
}

}  // namespace plexus
