#pragma once

#include <cstdint>

#include "hw/node/alu_node.hpp"
#include "hw/node/program.hpp"
#include "models/express-mesh/shape.hpp"
#include "models/express-mesh/stages.hpp"

namespace plexus {

/// Where a node stands on a line with express links: segment t, offset in it, channels.
struct LinePlace {
  ExpressLine line;
  std::int64_t position = 0;
  unsigned mesh_low = 0;
  unsigned mesh_high = 0;
  unsigned express_low = 0;
  unsigned express_high = 0;

  /// The node's place on its line of `dimension`, layout `lines`.
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
};

/// The node's part in Algorithm 1 on its line; `mirrored`: on the line as seen from its other end,
/// where the last node must be a terminal.
[[nodiscard]] LineRole line_role(const alu_node& self, const LinePlace& at, Operator op,
                                 bool combines, bool mirrored = false);

// The building blocks of section 3 that stand on a line. `op` combines; a missing operand is sent
// as an empty packet, so that the schedule does not depend on the data. One phase each, but for
// `prefix` and `suffix`, which have a phase end in the middle where T >= 2.

/// DOWN: `record` flows from position 0, where it is given, to all nodes of the line.
Program down(alu_node& self, LinePlace at, Record& record);

/// CHAIN over a list with an operator of its own; `rest` is the packet received, if any.
Program chain_of(alu_node& self, ListPlace at, Operator op, Operand& value, Operand& rest);

/// The flow of PREFIX once terminals know their segment totals: position 0 starts with `carry`, and
/// every node gets in `carry` what stands before it. `total` is that of a terminal's segment.
Program prefix_flow(alu_node& self, LinePlace at, Operator op, const Operand& own,
                    const Operand& total, Operand& carry);
/// PREFIX: `carry` of position 0 in, the exclusive prefix of each node out.
Program prefix(alu_node& self, LinePlace at, Operator op, const Operand& own, Operand& carry);
/// The flow of SUFFIX where T >= 2, once terminals know their segment totals: every node gets in
/// `beyond` what stands in the segments behind its own.
Program suffix_flow(alu_node& self, LinePlace at, Operator op, const Operand& own,
                    const Operand& total, Operand& beyond);
/// SUFFIX: the exclusive suffix of each node.
Program suffix(alu_node& self, LinePlace at, Operator op, const Operand& own, Operand& after);

/// Phases of `prefix` and of `suffix`.
[[nodiscard]] constexpr std::uint64_t scan_phases(ExpressLine line) {
  return line.terminals() == 1 ? 1 : 2;
}

}  // namespace plexus
