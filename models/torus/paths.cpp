#include "models/torus/paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace plexus {
namespace {

/// A straight piece of a path: signed hops in one dimension, possibly none.
struct Move {
  int dimension;
  int hops;
};
using Moves = std::vector<Move>;

Route route(const Moves& moves) {
  Route ports;
  for (const auto [dimension, hops] : moves) {
    const int port =
        hops > 0 ? TorusShape::plus_port(dimension) : TorusShape::minus_port(dimension);
    ports.insert(ports.end(), static_cast<std::size_t>(std::abs(hops)), port);
  }
  return ports;
}

std::vector<Route> routes(const std::vector<Moves>& paths) {
  std::vector<Route> result;
  result.reserve(paths.size());
  for (const Moves& moves : paths) result.push_back(route(moves));
  return result;
}

Moves joined(Moves first, const Moves& middle, const Moves& last) {
  first.insert(first.end(), middle.begin(), middle.end());
  first.insert(first.end(), last.begin(), last.end());
  return first;
}

/// Beside the straight line: one hop into dimension j, along, one hop back; both ways.
void append_sides(std::vector<Moves>& paths, int j, const Moves& along) {
  for (const int e : {+1, -1}) paths.push_back(joined({{j, e}}, along, {{j, -e}}));
}

/// Offsets in several dimensions: `moves` holds each with its full signed hops, in rising order.
class GeneralCase {
 public:
  GeneralCase(const TorusShape& shape, Moves moves) : shape_{shape}, moves_{std::move(moves)} {}

  [[nodiscard]] std::vector<Moves> paths() const {
    std::vector<Moves> result;
    const bool three = std::any_of(moves_.begin(), moves_.end(), [this](const Move& move) {
      return shape_.side(move.dimension) == 3;
    });
    for (std::size_t m = 0; m < moves_.size(); ++m) append_pair(result, m, three);
    for (int j = 0; j < shape_.dimensions(); ++j) {
      if (!moves_in(j)) append_sides(result, j, moves_);
    }
    return result;
  }

 private:
  [[nodiscard]] bool moves_in(int dimension) const {
    return std::any_of(moves_.begin(), moves_.end(),
                       [=](const Move& move) { return move.dimension == dimension; });
  }

  /// The full moves of the other dimensions, in cyclic order after member m.
  [[nodiscard]] Moves rest(std::size_t m) const {
    Moves result;
    for (std::size_t i = 1; i < moves_.size(); ++i) {
      result.push_back(moves_[(m + i) % moves_.size()]);
    }
    return result;
  }

  void append_pair(std::vector<Moves>& paths, std::size_t m, bool side_of_three) const {
    const auto [j, hops] = moves_[m];
    const int a = std::abs(hops);
    const int g = hops > 0 ? 1 : -1;
    const int around = shape_.side(j) - a - 1;
    if (side_of_three) {
      paths.push_back(joined({{j, g * a}}, rest(m), {}));
      paths.push_back(joined({{j, -g}}, rest(m), {{j, -g * around}}));
    } else if (a >= 2 && shape_.side(j) - 2 * a <= 2) {
      paths.push_back(joined({{j, g}}, rest(m), {{j, g * (a - 1)}}));
      paths.push_back(joined({{j, -g}}, rest(m), {{j, -g * around}}));
    } else {  // figure 7
      paths.push_back(joined({{j, g * (a + 1)}}, rest(m), {{j, -g}}));
      paths.push_back(joined({{j, -g}}, rest(m), {{j, g * (a + 1)}}));
    }
  }

  const TorusShape& shape_;
  Moves moves_;
};

/// All offset in dimension x: a hops in direction g; y is the dimension used to get out of the way.
class AlignedCase {
 public:
  AlignedCase(const TorusShape& shape, Move move)
      : shape_{shape},
        x_{move.dimension},
        y_{(move.dimension + 1) % shape.dimensions()},
        a_{std::abs(move.hops)},
        g_{move.hops > 0 ? 1 : -1} {}

  /// The candidate whose longest path is the shortest; among equals the first one.
  [[nodiscard]] std::pair<PathSet, std::vector<Route>> best() const {
    std::pair<PathSet, std::vector<Route>> best{PathSet::kAround, routes(around())};
    const auto offer = [&](PathSet set, const std::vector<Moves>& paths) {
      std::vector<Route> candidate = routes(paths);
      if (longest(candidate) < longest(best.second)) best = {set, std::move(candidate)};
    };
    if (shape_.dimensions() == 1) return best;
    const int lx = shape_.side(x_);
    const int ly = shape_.side(y_);
    if (ly == 4 && lx >= a_ + 3) offer(PathSet::kFourRows, four_rows());
    if (a_ >= 2 && ly >= 5 && lx >= a_ + 3) offer(PathSet::kAligned, figure_8());
    if (a_ == 1 && ly >= 4 && lx >= 4) offer(PathSet::kNeighbor, neighbour());
    return best;
  }

 private:
  [[nodiscard]] static std::size_t longest(const std::vector<Route>& candidate) {
    std::size_t length = 0;
    for (const Route& path : candidate) length = std::max(length, path.size());
    return length;
  }

  [[nodiscard]] Moves straight() const { return {{x_, g_ * a_}}; }

  [[nodiscard]] std::vector<Moves> with_sides(std::vector<Moves> paths, bool beside_y) const {
    for (int j = 0; j < shape_.dimensions(); ++j) {
      if (j != x_ && (beside_y || j != y_)) append_sides(paths, j, straight());
    }
    return paths;
  }

  [[nodiscard]] std::vector<Moves> around() const {
    return with_sides({straight(), {{x_, -g_ * (shape_.side(x_) - a_)}}}, true);
  }

  [[nodiscard]] Moves from_behind() const {
    return {{x_, -g_}, {y_, 1}, {x_, g_ * (a_ + 1)}, {y_, -1}};
  }

  [[nodiscard]] Moves overshooting() const {
    return {{y_, -1}, {x_, g_ * (a_ + 1)}, {y_, 1}, {x_, -g_}};
  }

  [[nodiscard]] std::vector<Moves> four_rows() const {
    return with_sides(
        {straight(), from_behind(), {{y_, 2}, {x_, g_ * a_}, {y_, 2}}, overshooting()}, false);
  }

  [[nodiscard]] std::vector<Moves> figure_8() const {
    return with_sides({from_behind(),
                       overshooting(),
                       {{y_, 2}, {x_, g_ * (a_ - 1)}, {y_, -2}, {x_, g_}},
                       {{x_, g_}, {y_, -2}, {x_, g_ * (a_ - 1)}, {y_, 2}}},
                      false);
  }

  [[nodiscard]] std::vector<Moves> neighbour() const {
    return with_sides({straight(),
                       {{y_, 1}, {x_, g_}, {y_, -1}},
                       overshooting(),
                       {{x_, -g_}, {y_, -2}, {x_, 2 * g_}, {y_, 2}}},
                      false);
  }

  const TorusShape& shape_;
  int x_;
  int y_;
  int a_;
  int g_;
};

Moves offsets(const TorusShape& shape, NodeId source, NodeId destination) {
  Moves moves;
  for (int j = 0; j < shape.dimensions(); ++j) {
    const int hops = shape.offset(source, destination, j);
    if (hops != 0) moves.push_back({j, hops});
  }
  return moves;
}

}  // namespace

Route shortest_route(const TorusShape& shape, NodeId source, NodeId destination) {
  return route(offsets(shape, source, destination));
}

std::vector<std::int64_t> EdgeDisjointPaths::lengths() const {
  std::vector<std::int64_t> result;
  for (const Route& path : routes) result.push_back(static_cast<std::int64_t>(path.size()));
  return result;
}

EdgeDisjointPaths edge_disjoint_paths(const TorusShape& shape, NodeId source, NodeId destination) {
  require_wrap(shape, "multi-path");
  check_move(shape, source, destination);
  const Moves moves = offsets(shape, source, destination);
  EdgeDisjointPaths result;
  if (moves.size() > 1) {
    result.routes = routes(GeneralCase{shape, moves}.paths());
  } else {
    std::tie(result.set, result.routes) = AlignedCase{shape, moves[0]}.best();
  }
  std::stable_sort(result.routes.begin(), result.routes.end(),
                   [](const Route& a, const Route& b) { return a.size() < b.size(); });
  return result;
}

}  // namespace plexus
