#pragma once

#include <cstdint>

#include "models/express-mesh/lists.hpp"
#include "models/express-mesh/shape.hpp"

namespace plexus {

/// Where a node stands on a line with express links: segment t, offset in it, channels.
struct LinePlace {
  ExpressLine line;
  std::int64_t position = 0;
  unsigned mesh_low = 0;
  unsigned mesh_high = 0;
  unsigned express_low = 0;
  unsigned express_high = 0;

  /// The node's place on its line of `dimension`; a second node stands at its terminal.
  static LinePlace of(const ExpressMeshShape& mesh, unsigned dimension, NodeId node);

  [[nodiscard]] std::int64_t segment() const { return position / line.length; }
  [[nodiscard]] std::int64_t offset() const { return position % line.length; }
  [[nodiscard]] bool is_terminal() const { return offset() == 0; }
  [[nodiscard]] bool last_of_segment() const { return offset() + 1 == line.width(segment()); }
  /// In the list of its segment, and of a terminal in the list of terminals.
  [[nodiscard]] ListPlace in_segment() const {
    return {offset(), line.width(segment()), mesh_low, mesh_high};
  }
  [[nodiscard]] ListPlace among_terminals() const {
    return {segment(), line.terminals(), express_low, express_high};
  }
  /// Tells who watches that Algorithm 1 begins here. `mirrored`: on the line as seen from its other
  /// end, where the last node must be a terminal.
  void tell(alu_node& self, Operator op, bool combines, const Operand& own,
            bool mirrored = false) const;
};

// The building blocks that stand on a line. `op` combines; a missing operand is sent as an empty
// packet, so that the schedule does not depend on the data. One phase each, but for `prefix` and
// `suffix`, which have a phase end in the middle where T >= 2.

/// DOWN: `record` flows from position 0, where it is given, to all nodes of the line.
Program down(alu_node& self, LinePlace at, Record& record);

/// DOWN on column 0 from that phase on, then on all rows: the record of node 0 to all nodes.
Program down_to_all(alu_node& self, const ExpressMeshShape& mesh, std::uint64_t phase,
                    Record& record);

/// The flow of PREFIX once terminals know their segment totals: position 0 starts with `carry`, and
/// every node gets in `carry` what stands before it. `total` is that of a terminal's segment.
Program prefix_flow(alu_node& self, LinePlace at, Operator op, const Operand& own,
                    const Operand& total, Operand& carry);
/// PREFIX: `carry` of position 0 in, the exclusive prefix of each node out.
Program prefix(alu_node& self, LinePlace at, Operator op, const Operand& own, Operand& carry);
/// SUFFIX: the exclusive suffix of each node.
Program suffix(alu_node& self, LinePlace at, Operator op, const Operand& own, Operand& after);

/// Phases of `prefix` and of `suffix`.
[[nodiscard]] constexpr std::uint64_t scan_phases(ExpressLine line) {
  return line.terminals() == 1 ? 1 : 2;
}

}  // namespace plexus
