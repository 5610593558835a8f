#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// How a machine is drawn: a plain value that stands beside its shape and is made from it. Lengths
/// are in units of which neighbours are about one apart; x grows to the right, y downwards.
///
/// What moves in a run finds its place by the names and numbers of its parts, so nothing else of a
/// machine needs to know how it is drawn.
struct Layout {
  enum class Mark : std::uint8_t {
    kNode,     ///< a circle that fills up with what the node holds
    kElement,  ///< a box: switch element, router, crossbar
    kBar,      ///< a long box: a bus, a bank of memory
    kStar      ///< a small disc: coupler, junction
  };

  /// Where a label stands, seen from its place.
  enum class Side : std::uint8_t { kInside, kLeft, kRight };
  using Point = std::pair<double, double>;

  /// Something with a place in the drawing.
  struct Place {
    /// Name below the machine: `node_3`, `network.stage_1.element_0`, `wires`. The place stands for
    /// every part that has this name or one below it.
    std::string part;
    std::string label;  ///< written in it; may be empty
    double x = 0;
    double y = 0;
    Mark mark = Mark::kNode;
    double width = 0.6;  ///< of a box or bar; the diameter of what is round
    double height = 0.6;
    NodeId first = 0;           ///< the nodes that it stands for: first .. first + count - 1
    NodeId count = 0;           ///< none for what is no node; several in an aggregate
    NodeId again = 0;           ///< so many nodes from `first` on once more, where they receive
    Side side = Side::kInside;  ///< where the label goes if it does not fit into the place

    friend bool operator==(const Place&, const Place&) = default;
  };

  /// Wires between two places, in both directions or one.
  struct Wire {
    std::uint32_t from = 0;  ///< numbers of places
    std::uint32_t to = 0;
    /// Name below the machine of the only part that it stands for; empty: whatever moves between
    /// the nodes of the two places.
    std::string part;
    double bend = 0;  ///< how far its middle lies to the left, as a share of its length
    /// Between elements: output of the one where it begins and input of the one where it ends, by
    /// which the settings of elements call it; -1: none.
    std::int32_t output = -1;
    std::int32_t input = -1;
    double width = 1;          ///< beside that of an ordinary wire
    std::vector<Point> via{};  ///< in the place of a bend: corners that it goes round

    friend bool operator==(const Wire&, const Wire&) = default;
  };

  /// Words in the drawing, in the middle of (x, y).
  struct Note {
    std::string text;
    double x = 0;
    double y = 0;
    double room = 1;  ///< width that they may take; where they need more they are left out

    friend bool operator==(const Note&, const Note&) = default;
  };

  /// Links that are there at the same time, of a machine that changes them.
  struct Configuration {
    std::string title;
    std::vector<Wire> wires;

    friend bool operator==(const Configuration&, const Configuration&) = default;
  };

  std::string title;  ///< `ring of 8 nodes`; of an aggregate also what one place stands for
  std::vector<Place> places;
  std::vector<Wire> wires;
  std::vector<Note> notes{};
  std::vector<Configuration> sequence{};  ///< in the order of their first phases, none twice

  friend bool operator==(const Layout&, const Layout&) = default;
};

/// Pairs of numbers of places, the lower one first, each once.
using PlacePairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// More nodes than this are drawn as groups, so that a person can read what is drawn: on a grid,
/// where neighbours stand beside each other, 32 x 32.
constexpr NodeId kMostNodesDrawn = 64;
constexpr NodeId kMostOnGrid = 1024;

/// A place for node `id`, or for `count` nodes from `id` on.
[[nodiscard]] Layout::Place node_place(NodeId id, double x, double y, NodeId count = 1);

/// How many nodes in a row one place stands for, so that at most `most` places are needed: a
/// divisor of `nodes` where there is one of a fitting size.
[[nodiscard]] NodeId nodes_per_place(NodeId nodes, NodeId most = kMostNodesDrawn);

/// `8 nodes`, or `1,024 nodes, 16 in each circle`.
[[nodiscard]] std::string counted(NodeId nodes, NodeId per_place);

/// Nodes side by side on a circle, no wires: what is drawn of a machine that says nothing.
[[nodiscard]] Layout circle_layout(const std::string& title, NodeId nodes);

/// Nodes 0 .. rows * columns - 1 row by row on a grid, no wires. Beyond `most` places one stands
/// for neighbours in a row, or for whole rows.
[[nodiscard]] Layout grid_layout(const std::string& title, NodeId rows, NodeId columns,
                                 NodeId most = kMostNodesDrawn);

/// Joins places that stand on a grid, at x and y that are equal in a column and in a row. Links to
/// the next place are straight. Longer ones are arcs, above their row and right of their column,
/// none upon another; rows and columns move apart so that there is room for them.
void join_on_grid(Layout& layout, const PlacePairs& pairs);

/// Corners of a wire between two places of one row, or else of one column, that runs `away` from
/// it, above or to the right, and leaves it `aside` of its ends.
[[nodiscard]] std::vector<Layout::Point> beside_line(const Layout::Place& from,
                                                     const Layout::Place& to, bool is_row,
                                                     double aside, double away);

/// Nodes in a row at height `y`, no wires.
[[nodiscard]] Layout row_layout(const std::string& title, NodeId nodes, double y = 0);

/// Wires between places of a layout that stand on a circle around (0, 0); they pass no other place.
[[nodiscard]] std::vector<Layout::Wire> across_circle(const Layout& layout,
                                                      const PlacePairs& pairs);

/// The places of neighbours: `neighbour(v, c)` is the node behind channel c of node v, if there is
/// one.
[[nodiscard]] PlacePairs neighbours(
    const Layout& layout, NodeId nodes, unsigned channels,
    const std::function<std::optional<NodeId>(NodeId, unsigned)>& neighbour);

/// The place of a node; the number of places if it has none.
[[nodiscard]] std::uint32_t place_of(const Layout& layout, NodeId node);

}  // namespace plexus
