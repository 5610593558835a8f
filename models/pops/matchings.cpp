#include "models/pops/matchings.hpp"

#include <algorithm>
#include <queue>
#include <utility>

namespace plexus {

namespace {

using Edges = std::vector<std::uint32_t>;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// Which edges meet each left vertex and each right one: lists packed behind one another.
class Incidence {
 public:
  Incidence(const std::vector<BipartiteEdge>& all, const Edges& edges, NodeId vertices)
      : begin_(2 * std::size_t{vertices} + 1, 0), at_(2 * edges.size()) {
    const auto vertex = [&](std::uint32_t edge, bool right) {
      return right ? std::size_t{vertices} + all[edge].right : std::size_t{all[edge].left};
    };
    for (const std::uint32_t edge : edges) {
      for (const bool right : {false, true}) ++begin_[vertex(edge, right) + 1];
    }
    for (std::size_t v = 1; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (const std::uint32_t edge : edges) {
      for (const bool right : {false, true}) at_[next[vertex(edge, right)]++] = edge;
    }
  }
  [[nodiscard]] std::size_t begin(std::size_t vertex) const { return begin_[vertex]; }
  [[nodiscard]] std::size_t end(std::size_t vertex) const { return begin_[vertex + 1]; }
  [[nodiscard]] std::uint32_t at(std::size_t place) const { return at_[place]; }

 private:
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> at_;
};

/// Walks closed trails, all degrees being even, and gives every other edge to each half.
std::pair<Edges, Edges> euler_split(const std::vector<BipartiteEdge>& all, const Edges& edges,
                                    NodeId vertices) {
  const Incidence incidence{all, edges, vertices};
  std::vector<std::size_t> next(2 * std::size_t{vertices});
  for (std::size_t v = 0; v < next.size(); ++v) next[v] = incidence.begin(v);
  std::vector<bool> used(all.size(), false);
  std::pair<Edges, Edges> halves;
  for (std::size_t start = 0; start < vertices; ++start) {
    for (std::size_t v = start;;) {  // from a left vertex along, back to it
      while (next[v] < incidence.end(v) && used[incidence.at(next[v])]) ++next[v];
      if (next[v] == incidence.end(v)) break;  // only at the start, on the left
      const std::uint32_t edge = incidence.at(next[v]);
      used[edge] = true;
      const bool from_left = v < vertices;
      (from_left ? halves.first : halves.second).push_back(edge);
      v = from_left ? std::size_t{vertices} + all[edge].right : std::size_t{all[edge].left};
    }
  }
  return halves;
}

/// A perfect matching of a regular graph: Hopcroft and Karp's way.
class PerfectMatching {
 public:
  PerfectMatching(const std::vector<BipartiteEdge>& all, const Edges& edges, NodeId vertices)
      : all_{all},
        vertices_{vertices},
        incidence_{all, edges, vertices},
        left_(vertices, kNone),
        right_(vertices, kNone) {
    while (layer()) {
      next_.resize(vertices);
      for (NodeId v = 0; v < vertices; ++v) next_[v] = incidence_.begin(v);
      for (NodeId v = 0; v < vertices; ++v) {
        if (left_[v] == kNone) augment(v);
      }
    }
  }
  [[nodiscard]] const Edges& edges() const { return left_; }

 private:
  /// Distances of the left vertices from the free ones; false if all are matched.
  bool layer() {
    distance_.assign(vertices_, kNone);
    std::queue<NodeId> queue;
    for (NodeId v = 0; v < vertices_; ++v) {
      if (left_[v] != kNone) continue;
      distance_[v] = 0;
      queue.push(v);
    }
    const bool free = !queue.empty();
    for (; !queue.empty(); queue.pop()) {
      const NodeId v = queue.front();
      for (std::size_t i = incidence_.begin(v); i < incidence_.end(v); ++i) {
        const std::uint32_t back = right_[all_[incidence_.at(i)].right];
        if (back == kNone || distance_[all_[back].left] != kNone) continue;
        distance_[all_[back].left] = distance_[v] + 1;
        queue.push(all_[back].left);
      }
    }
    return free;
  }

  /// Along layers from the free vertex `start`: without recursion, paths may be long.
  void augment(NodeId start) {
    std::vector<std::uint32_t> path;
    NodeId v = start;
    for (;;) {
      if (next_[v] == incidence_.end(v)) {  // no way on: back
        if (path.empty()) return;
        distance_[v] = kNone;
        v = all_[path.back()].left;
        path.pop_back();
        ++next_[v];
        continue;
      }
      const std::uint32_t edge = incidence_.at(next_[v]);
      const std::uint32_t back = right_[all_[edge].right];
      if (back == kNone) {
        path.push_back(edge);
        break;
      }
      const NodeId on = all_[back].left;
      if (distance_[on] != kNone && distance_[on] == distance_[v] + 1) {
        path.push_back(edge);
        v = on;
      } else {
        ++next_[v];
      }
    }
    for (const std::uint32_t edge : path) {
      left_[all_[edge].left] = edge;
      right_[all_[edge].right] = edge;
    }
  }

  const std::vector<BipartiteEdge>& all_;
  NodeId vertices_;
  Incidence incidence_;
  Edges left_;
  Edges right_;
  std::vector<std::uint32_t> distance_;
  std::vector<std::size_t> next_;
};

void split(const std::vector<BipartiteEdge>& all, Edges edges, NodeId vertices, NodeId degree,
           std::vector<Edges>& matchings) {
  if (degree == 0) return;
  if (degree == 1) {
    matchings.push_back(std::move(edges));
    return;
  }
  if (degree % 2 == 1) {
    const PerfectMatching matching{all, edges, vertices};
    std::vector<bool> taken(all.size(), false);
    for (const std::uint32_t edge : matching.edges()) taken[edge] = true;
    std::erase_if(edges, [&](std::uint32_t edge) { return taken[edge]; });
    matchings.push_back(matching.edges());
    return split(all, std::move(edges), vertices, degree - 1, matchings);
  }
  auto [first, second] = euler_split(all, edges, vertices);
  split(all, std::move(first), vertices, degree / 2, matchings);
  split(all, std::move(second), vertices, degree / 2, matchings);
}

/// Moves edges from `large` to `small`, both matchings, along paths that alternate between them,
/// until one of them has `size` edges.
void balance(const std::vector<BipartiteEdge>& all, Edges& large, Edges& small, std::size_t size,
             std::vector<std::uint32_t>& left, std::vector<std::uint32_t>& right) {
  // Of `small`, the edge at each vertex; of `large`, likewise, in a second half.
  const auto vertices = left.size() / 2;
  for (const std::uint32_t edge : small) {
    left[all[edge].left] = edge;
    right[all[edge].right] = edge;
  }
  for (const std::uint32_t edge : large) {
    left[vertices + all[edge].left] = edge;
    right[vertices + all[edge].right] = edge;
  }
  const Edges before = large;
  for (const std::uint32_t start : before) {  // a path that begins and ends with an edge of large
    if (large.size() == size || small.size() == size) break;
    if (left[vertices + all[start].left] != start) continue;  // moved
    if (left[all[start].left] != kNone) continue;             // no end of a path
    Edges of_large;
    Edges of_small;
    std::uint32_t edge = start;
    bool good = false;
    for (;;) {
      of_large.push_back(edge);
      const std::uint32_t back = right[all[edge].right];
      if (back == kNone) {
        good = true;
        break;
      }
      of_small.push_back(back);
      edge = left[vertices + all[back].left];
      if (edge == kNone) break;  // ends with an edge of small
    }
    if (!good) continue;
    for (const std::uint32_t moved : of_small) {
      left[all[moved].left] = right[all[moved].right] = kNone;
    }
    for (const std::uint32_t moved : of_large) {
      left[vertices + all[moved].left] = right[vertices + all[moved].right] = kNone;
    }
    for (const std::uint32_t moved : of_small) {
      left[vertices + all[moved].left] = right[vertices + all[moved].right] = moved;
    }
    for (const std::uint32_t moved : of_large) {
      left[all[moved].left] = right[all[moved].right] = moved;
    }
    std::ranges::sort(of_large);
    std::ranges::sort(of_small);
    std::erase_if(large, [&](std::uint32_t e) { return std::ranges::binary_search(of_large, e); });
    std::erase_if(small, [&](std::uint32_t e) { return std::ranges::binary_search(of_small, e); });
    large.insert(large.end(), of_small.begin(), of_small.end());
    small.insert(small.end(), of_large.begin(), of_large.end());
  }
  for (const Edges* list : {&large, &small}) {
    for (const std::uint32_t edge : *list) {
      left[all[edge].left] = left[vertices + all[edge].left] = kNone;
      right[all[edge].right] = right[vertices + all[edge].right] = kNone;
    }
  }
}

}  // namespace

std::vector<Edges> perfect_matchings(const std::vector<BipartiteEdge>& edges, NodeId vertices,
                                     NodeId degree) {
  Edges numbers(edges.size());
  for (std::uint32_t edge = 0; edge < numbers.size(); ++edge) numbers[edge] = edge;
  std::vector<Edges> matchings;
  split(edges, std::move(numbers), vertices, degree, matchings);
  return matchings;
}

std::vector<Edges> even_matchings(const std::vector<BipartiteEdge>& edges, NodeId vertices,
                                  NodeId degree, NodeId classes) {
  std::vector<Edges> matchings = perfect_matchings(edges, vertices, degree);
  const std::size_t size = edges.size() / classes;
  for (std::size_t from = 0; from < degree; ++from) {  // deal out to classes without any edge
    while (matchings.size() < classes && matchings[from].size() >= 2 * size) {
      Edges& large = matchings[from];
      Edges part(large.end() - static_cast<std::ptrdiff_t>(size), large.end());
      large.resize(large.size() - size);
      matchings.push_back(std::move(part));
    }
  }
  matchings.resize(classes);
  std::vector<std::uint32_t> left(2 * std::size_t{vertices}, kNone);
  std::vector<std::uint32_t> right = left;
  const auto smaller = [](const Edges& a, const Edges& b) { return a.size() < b.size(); };
  for (;;) {
    const auto [small, large] = std::ranges::minmax_element(matchings, smaller);
    if (large->size() <= size) return matchings;
    balance(edges, *large, *small, size, left, right);
  }
}

}  // namespace plexus
