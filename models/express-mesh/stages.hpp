#pragma once

#include <cstdint>
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
  unsigned dimension = 0;
  unsigned level = 0;      ///< of the links: 0 = mesh
  std::int64_t unit = 1;   ///< heads are the nodes at multiples of it
  std::int64_t group = 0;  ///< heads in a group; 0: all of a line
  /// By dimension: lines take part whose place in the other dimensions is a multiple of it.
  std::vector<std::int64_t> lines;
  bool opens_line = false;  ///< the first of the two stages of Algorithm 1 on a line

  /// The node's place in its group; nothing if it has no part.
  [[nodiscard]] std::optional<ListPlace> place(const ExpressMeshShape& mesh, NodeId node) const;
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
/// level column 0. Rows and columns are exchanged for values in submesh-column-major order.
[[nodiscard]] Stages in_submeshes(const ExpressMeshCase& at);
/// The steps of all: their schedule is what is counted.
[[nodiscard]] Steps steps_of(const Stages& stages, const ExpressMeshShape& mesh);

/// A phase for each stage, from the present one on, with relays that forward or combine as the case
/// says. A node stays in the last phase in which it had a part.
Program run_stages(alu_node& self, const ExpressMeshCase& at, const Stages& stages, Operand& value);
/// A reduction that is nothing but the stages of the case, from the operand that the placement
/// gives the node. Keeps the partial value.
Program reduce_in_stages(alu_node& self, const ExpressMeshCase& at);

}  // namespace plexus
