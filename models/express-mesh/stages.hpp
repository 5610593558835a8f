#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "models/express-mesh/lists.hpp"
#include "models/express-mesh/shape.hpp"
#include "models/express-mesh/steps.hpp"

namespace plexus {

struct ExpressMeshCase;

/// One phase of a reduction: on lines of one dimension, groups of neighbouring heads combine
/// towards their first one.
struct Stage {
  /// What joins the heads.
  enum class Over : std::uint8_t {
    kLevel,          ///< links of that level, and nodes of their kind in a compound machine
    kPieces,         ///< of a separable bus
    kBus,            ///< a whole bus, on which one head after the other sends, a phase each
    kGlobalBus,      ///< the same of all heads of the grid, in row-major order
    kSecondNodes,    ///< no lines: terminals hand on to their second nodes
    kFromSecondNode  ///< and the one of node 0 back to it
  };
  /// What goes from head to head.
  enum class Moves : std::uint8_t {
    kValue,      ///< one value: relays combine, or forward, as the case says
    kSets,       ///< all values, which the first head keeps apart as sets
    kSetsOn,     ///< which it hands on, each at once, to its second node
    kOverlapped  ///< all sets, one behind the other
  };
  enum class Fold : std::uint8_t { kNever, kBefore, kAfter };

  unsigned dimension = 0;
  unsigned level = 0;      ///< of the links: 0 = mesh; of the buses of a hierarchy
  std::int64_t unit = 1;   ///< heads are the nodes at multiples of it
  std::int64_t group = 0;  ///< heads in a group; 0: all of a line
  /// By dimension: lines take part whose place in the other dimensions is a multiple of it.
  std::vector<std::int64_t> lines;
  bool opens_line = false;  ///< the first of the two stages of Algorithm 1 on a line
  Over over = Over::kLevel;
  Moves moves = Moves::kValue;
  Fold fold = Fold::kNever;  ///< when first heads combine the sets that they keep
  std::size_t sets = 0;      ///< that each head has at least: some may be empty

  /// Does each head take a phase of its own?
  [[nodiscard]] bool in_slots() const { return over == Over::kBus || over == Over::kGlobalBus; }
  /// Heads of a line, or of the grid.
  [[nodiscard]] std::int64_t heads(const ExpressMeshShape& mesh) const;
  /// The node's place in its group; nothing if it has no part.
  [[nodiscard]] std::optional<ListPlace> place(const ExpressMeshCase& at, NodeId node) const;
  /// Those of the longest group: its size less one.
  [[nodiscard]] Steps steps(const ExpressMeshShape& mesh) const;
};
/// The phases of a reduction that is nothing but stages.
using Stages = std::vector<Stage>;

/// Algorithm 1 in one dimension after the other, the last one first, for values in column-major
/// order the first one: on every line the segments, then its terminals, in a hierarchy those of all
/// levels; without express links whole lines. Of dimensions that have been combined, only the first
/// place takes part.
[[nodiscard]] Stages in_dimension_order(const ExpressMeshCase& at);
/// Algorithm 3, level by level: along the rows of every submesh, then along its first column. In
/// level k rows at multiples of L_k take part, and columns at multiples of L_(k+1), in the last
/// level column 0. Rows and columns are exchanged for values in (submesh-)column-major order.
[[nodiscard]] Stages in_submeshes(const ExpressMeshCase& at);
/// Algorithm 4: the same, where the rows of a submesh stay apart as sets until they have come to
/// column 0, where they are whole, consecutive rows.
[[nodiscard]] Stages in_submeshes_apart(const ExpressMeshCase& at);
/// Rounds until one head is left of those that stand `unit` apart: `group` of them become one.
[[nodiscard]] Stages rounds(const ExpressMeshCase& at, Stage::Over over, unsigned dimension,
                            std::int64_t unit, std::int64_t group,
                            const std::vector<std::int64_t>& lines);
/// One plan after the other.
[[nodiscard]] Stages joined(std::initializer_list<Stages> plans);
/// The steps of all that move one value: their schedule is what is counted.
[[nodiscard]] Steps steps_of(const Stages& stages, const ExpressMeshShape& mesh);

/// A phase for each stage, or slot, from the present one on. A node stays in the last phase in
/// which it had a part, and has no value once it has handed it on.
Program run_stages(alu_node& self, const ExpressMeshCase& at, const Stages& stages, Operand& value);
/// A reduction that is nothing but the stages of the case, from the operand that the placement
/// gives the node. Keeps the partial value.
Program reduce_in_stages(alu_node& self, const ExpressMeshCase& at);

}  // namespace plexus
