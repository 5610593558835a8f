#include "models/torus/trees.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "models/catalogue/refusal.hpp"

namespace plexus {
namespace {

constexpr int kEast = TorusShape::plus_port(0);
constexpr int kWest = TorusShape::minus_port(0);
constexpr int kNorth = TorusShape::plus_port(1);
constexpr int kSouth = TorusShape::minus_port(1);

/// The tree in which `parent_port(node)` leads every node but the root to its parent.
template <typename ParentPort>
SpanningTree tree_of(const TorusShape& shape, NodeId root, ParentPort parent_port) {
  std::vector<TreeEdge> edges(shape.nodes());
  for (NodeId node = 0; node < shape.nodes(); ++node) {
    if (node == root) continue;
    const int port = parent_port(node);
    edges[node] = {shape.neighbour(node, port).value(), port, TorusShape::reverse_port(port)};
  }
  return {root, edges};
}

/// A node seen from the root of a two-dimensional torus: x east, y north, each the shorter way.
struct Place {
  int x;
  int y;
};

/// As `tree_of`, for two dimensions and a rule that knows relative places only.
template <typename ParentPort>
SpanningTree tree_from_places(const TorusShape& shape, NodeId root, ParentPort parent_port) {
  return tree_of(shape, root, [&](NodeId node) {
    return parent_port(Place{shape.offset(root, node, 0), shape.offset(root, node, 1)});
  });
}

int towards_root_in_row(Place place) { return place.x > 0 ? kWest : kEast; }
int towards_root_in_column(Place place) { return place.y > 0 ? kSouth : kNorth; }

/// Who supplies a node of the pinwheel: one half comes from `inner`, the other from `outer`.
struct PinwheelArm {
  int v;  ///< place along the arm's width, 0 .. last
  int last;
  int inner;
  int outer;
  Half from_inner;  ///< normally
};

/// Four arms, each turned by a quarter; x and y run from -reaches.minus to reaches.plus.
PinwheelArm pinwheel_arm(Place place, TorusShape::Reaches in_x, TorusShape::Reaches in_y) {
  const auto [x, y] = place;
  if (x > 0 && y >= 0) return {y, in_y.plus, kWest, kNorth, Half::kX};
  if (x <= 0 && y > 0) return {-x, in_x.minus, kSouth, kWest, Half::kY};
  if (x < 0) return {-y, in_y.minus, kEast, kSouth, Half::kX};
  return {x, in_x.plus, kNorth, kEast, Half::kY};
}

int pinwheel_parent(const PinwheelArm& arm, Half half) {
  const bool exchanged = arm.v == 0 || (arm.v % 2 == 0 && arm.v <= arm.last - 1);
  return (half == arm.from_inner) != exchanged ? arm.inner : arm.outer;
}

SplitTrees pinwheel(const TorusShape& shape, NodeId root) {
  const auto half_tree = [&](Half half) {
    return tree_from_places(shape, root, [&](Place place) {
      return pinwheel_parent(pinwheel_arm(place, shape.reaches(root, 0), shape.reaches(root, 1)),
                             half);
    });
  };
  return {half_tree(Half::kX), half_tree(Half::kY)};
}

/// Trees found by search. Rows y = 0, 1, ..; the letter at column x names the neighbour
/// that supplies node (x, y), counted from the root: E (x+1, y), W, N (x, y+1), S, modulo the side.
struct TreeTable {
  int side;
  std::string_view x;
  std::string_view y;
};
constexpr std::array<TreeTable, 5> kTreeTables{{
    {4, ".EEE NWSW NWNN NSEN",  //
     ".WSN SSWE WSSS ENWE"},
    {5, ".WEEE ESSNS NSSES ENWWN SNSNW",  //
     ".ESNS SEEEE SWWWE WSSES NWWWE"},
    {6, ".ESENW SWSSEE NSWWSW ESSSSE NSNEEE NWWSSS",  //
     ".WESSE NSWWWS WWSSWS NENWES ENWWSS WNEEEN"},
    {7, ".WWWEEE NSNSSWW ESNNSWN SSWWSNE WWNSSEN SWENWSN SENNWNN",
     ".SNESNN SWWWWNE WEESWES ENNEESW SNWWNWS WNWSNNW NWSWEEE"},
    {8, ".WWWWWWE WNSNESWS EESWWEES WNNEESSN WENNNNWN SSNNWEEN SENNNSSN ENWNNSSN",
     ".NSNNSSW SWWWWNSW SNNNSWSE SWWWSEES SWESSSSW ENWWNWSE NWEEEEEE NSEEEEEE"},
}};

const TreeTable* table_for(const TorusShape& shape) {
  if (!shape.square()) return nullptr;
  const auto* const found =
      std::find_if(kTreeTables.begin(), kTreeTables.end(),
                   [&](const TreeTable& table) { return table.side == shape.side(0); });
  return found == kTreeTables.end() ? nullptr : found;
}

int port_of_letter(char letter) {
  switch (letter) {
    case 'E':
      return kEast;
    case 'W':
      return kWest;
    case 'N':
      return kNorth;
    default:
      return kSouth;
  }
}

SplitTrees from_table(const TorusShape& shape, NodeId root, const TreeTable& table) {
  const auto half_tree = [&](std::string_view rows) {
    return tree_from_places(shape, root, [&](Place place) {
      const int x = (place.x + table.side) % table.side;
      const int y = (place.y + table.side) % table.side;
      const int letter = y * (table.side + 1) + x;  // a blank ends each row
      return port_of_letter(rows[static_cast<std::size_t>(letter)]);
    });
  };
  return {half_tree(table.x), half_tree(table.y)};
}

/// The ring over one more dimension of this side: position (c, r) is entry c of `ring`, row r.
/// Rows r = 0, 1, .. run to and fro over c = 1 .. K-1; column c = 0 leads back down to (0, 0).
std::vector<NodeId> ring_over(const std::vector<NodeId>& ring, int side, NodeId stride) {
  const auto row = [&](std::size_t c, int r) { return ring[c] + static_cast<NodeId>(r) * stride; };
  std::vector<NodeId> result{row(0, 0)};
  for (int r = 0; r < side; ++r) {
    for (std::size_t c = 1; c < ring.size(); ++c) {
      result.push_back(row(r % 2 == 0 ? c : ring.size() - c, r));
    }
  }
  for (int r = side - 1; r >= 1; --r) result.push_back(row(0, r));
  return result;
}

int port_between(const TorusShape& shape, NodeId from, NodeId to) {
  for (int port = 0; port < shape.ports(); ++port) {
    if (shape.neighbour(from, port) == to) return port;
  }
  throw std::logic_error{"two nodes of a ring are no neighbours"};
}

void require_plane_of_rings(const TorusShape& shape, std::string_view algorithm) {
  require_two_dimensions(shape, algorithm);
  require_wrap(shape, algorithm);
}

}  // namespace

SpanningTree row_last_tree(const TorusShape& shape, NodeId root) {
  return tree_of(shape, root, [&](NodeId node) {
    int j = 0;
    while (shape.offset(root, node, j) == 0) ++j;
    return shape.offset(root, node, j) > 0 ? TorusShape::minus_port(j) : TorusShape::plus_port(j);
  });
}

TreePlace row_last_place(const TorusShape& shape, NodeId root, NodeId node) {
  TreePlace place;
  int own = 0;  // the lowest-numbered dimension with an offset: the line on which the node lies
  while (own < shape.dimensions() && shape.offset(root, node, own) == 0) ++own;
  const auto add_child = [&](int port) { place.children.push_back(static_cast<unsigned>(port)); };
  for (int j = 0; j < own; ++j) {  // it is the head of the lines of all lower dimensions
    const auto [plus, minus] = shape.reaches(root, j);
    if (plus > 0) add_child(TorusShape::plus_port(j));
    if (minus > 0) add_child(TorusShape::minus_port(j));
  }
  if (own == shape.dimensions()) return place;
  const int hops = shape.offset(root, node, own);
  const auto [plus, minus] = shape.reaches(root, own);
  const int onward = hops > 0 ? TorusShape::plus_port(own) : TorusShape::minus_port(own);
  if (hops > 0 ? hops < plus : -hops < minus) add_child(onward);
  place.parent = static_cast<unsigned>(TorusShape::reverse_port(onward));
  place.level = static_cast<int>(shape.distance(root, node));
  return place;
}

SplitTrees axis_last_trees(const TorusShape& shape, NodeId root) {
  require_plane_of_rings(shape, "split-axis-last");
  return {tree_from_places(shape, root,
                           [](Place place) {
                             return place.x != 0 ? towards_root_in_row(place)
                                                 : towards_root_in_column(place);
                           }),
          tree_from_places(shape, root, [](Place place) {
            return place.y != 0 ? towards_root_in_column(place) : towards_root_in_row(place);
          })};
}

SplitTrees neighbor_trees(const TorusShape& shape, NodeId root) {
  require_plane_of_rings(shape, "split-neighbor");
  return {tree_from_places(shape, root,
                           [](Place place) {
                             if (place.y == 0) return kNorth;  // (h, 0) from (h, 1)
                             return place.x != 0 ? towards_root_in_row(place)
                                                 : towards_root_in_column(place);
                           }),
          tree_from_places(shape, root, [](Place place) {
            if (place.x == 0) return kEast;  // (0, j) from (1, j)
            return place.y != 0 ? towards_root_in_column(place) : towards_root_in_row(place);
          })};
}

std::string_view to_string(TreeSource source) {
  switch (source) {
    case TreeSource::kAuto:
      return "auto";
    case TreeSource::kTable:
      return "table";
    case TreeSource::kPinwheel:
      break;
  }
  return "pinwheel";
}

std::optional<TreeSource> parse_tree_source(std::string_view word) {
  for (const auto source : {TreeSource::kAuto, TreeSource::kTable, TreeSource::kPinwheel}) {
    if (to_string(source) == word) return source;
  }
  return std::nullopt;
}

SplitTrees edge_disjoint_trees(const TorusShape& shape, NodeId root, TreeSource source) {
  require_plane_of_rings(shape, "split-trees");
  const TreeTable* const table = source == TreeSource::kPinwheel ? nullptr : table_for(shape);
  if (table != nullptr) return from_table(shape, root, *table);
  if (source == TreeSource::kTable) {
    throw Refusal{RefusalClass::kSize,
                  "trees is table: there are tables for squares of side 4 to 8, not for sides " +
                      std::to_string(shape.side(0)) + "," + std::to_string(shape.side(1))};
  }
  return pinwheel(shape, root);
}

HamiltonianRing hamiltonian_ring(const TorusShape& shape) {
  require_wrap(shape, "daisy-chain");
  HamiltonianRing ring;
  ring.order = {0};
  for (int j = 0; j < shape.dimensions(); ++j) {
    const auto stride = static_cast<NodeId>(ring.order.size());
    if (j > 0) {
      ring.order = ring_over(ring.order, shape.side(j), stride);
    } else {
      for (NodeId x = 1; x < static_cast<NodeId>(shape.side(0)); ++x) ring.order.push_back(x);
    }
  }
  ring.position.resize(shape.nodes());
  ring.next_port.resize(shape.nodes());
  ring.previous_port.resize(shape.nodes());
  for (std::uint32_t i = 0; i < shape.nodes(); ++i) ring.position[ring.order[i]] = i;
  for (const NodeId node : ring.order) {
    const NodeId next = ring.successor(node);
    const int port = port_between(shape, node, next);
    ring.next_port[node] = static_cast<std::int16_t>(port);
    ring.previous_port[next] = static_cast<std::int16_t>(TorusShape::reverse_port(port));
  }
  return ring;
}

}  // namespace plexus
