#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/node/alu_node.hpp"
#include "hw/node/program.hpp"
#include "models/express-mesh/shape.hpp"

namespace plexus {

struct ExpressMeshCase;

/// A node's place in a list v_0 .. v_(m-1) of nodes that hand something to the one before
/// (specification, section 3).
struct ListPlace {
  std::int64_t index = 0;
  std::int64_t size = 1;
  unsigned towards = 0;   ///< channel to the one before
  unsigned from = 0;      ///< channel of the one behind
  std::uint32_t tap = 0;  ///< of the one before, if they are on a bus
};

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
  /// Hops of the longest group: its size less one.
  [[nodiscard]] std::int64_t hops(const ExpressMeshShape& mesh) const;
};

/// CHAIN: `value` is combined on the way, own value on the left.
Program chain(alu_node& self, ListPlace at, Operand& value);
/// GATHER: every node sends its own value and passes on what comes; v_0 merges in order.
Program gather(alu_node& self, ListPlace at, Operand& value);

/// A reduction that is nothing but stages, one phase each, from the operand that the placement
/// gives the node; relays forward or combine as the case says. Keeps the partial value.
Program reduce_in_stages(alu_node& self, const ExpressMeshCase& at);
/// The same from a value that is there already, with stages of the caller's: one phase each from
/// the present one on. A node stays in the last phase in which it had a part.
Program run_stages(alu_node& self, const ExpressMeshCase& at, const std::vector<Stage>& stages,
                   Operand& value);

// ---- lists of stages ---------------------------------------------------------------------------
/// Segments of the lines of one dimension, then its terminals: Algorithm 1 on every line that takes
/// part; the terminals' stage is left out where there is one terminal.
[[nodiscard]] std::vector<Stage> line_stages(const ExpressMeshShape& mesh, unsigned dimension,
                                             const std::vector<std::int64_t>& lines);

}  // namespace plexus
