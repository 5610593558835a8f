#pragma once

#include <cstdint>

#include "hw/bus/tap_bus.hpp"
#include "hw/link/link.hpp"
#include "hw/node/alu_node.hpp"

namespace plexus {

/// A node's part in Algorithm 1 on a line: values go left over mesh links to the terminal of their
/// segment, then from terminal to terminal. Twin: rtl/node/em_node1.sv.
struct LineRole {
  std::uint32_t nodes = 1;     ///< of the line
  std::uint32_t position = 0;  ///< in it
  std::uint32_t length = 2;    ///< of a segment: terminals stand at its multiples
  bool combines = false;       ///< merges its own value on the way; otherwise passes packets on
  bool mirrored = false;       ///< from the line's other end: what comes is merged on the left
  unsigned mesh_left = 0;      ///< channels
  unsigned mesh_right = 0;
  unsigned express_left = 0;
  unsigned express_right = 0;
  Operator op = Operator::kSum;
  Cycles mesh_hop{1};
  Cycles express_hop{1};
};

/// A terminal's part in overlapped chains over sets. Twin: rtl/node/em_overlap.sv.
struct OverlapRole {
  bool first = false;  ///< nothing goes to the left: the results stay here
  bool last = false;   ///< nothing comes from the right
  unsigned left = 0;   ///< channels
  unsigned right = 0;
  std::uint32_t sets = 0;  ///< that take part, held or not
  Cycles hop{1};           ///< to the left
};

/// A terminal's part in the flow of a prefix computation, or of a suffix one from the other end.
/// Twin: rtl/node/em_scan_terminal.sv.
struct CarryRole {
  bool suffix = false;
  bool first = false;     ///< has its carry at the beginning
  bool last = false;      ///< to which the flow comes: nothing goes on from it
  bool alone = false;     ///< nobody in its segment waits for the carry
  unsigned carry_in = 0;  ///< channels
  unsigned express_out = 0;
  unsigned mesh_out = 0;
  Operator op = Operator::kSum;
  Cycles hop{1};  ///< on an express link
};

/// Hears what parts the nodes play, beside what an alu_watch_if hears.
class line_watch_if : public alu_watch_if {
 public:
  /// Algorithm 1 begins on the node's line; the node holds `own`.
  virtual void line_begins(alu_node& /*self*/, const LineRole& /*role*/, const Operand& /*own*/) {}
  /// The node keeps apart a value as set `index`.
  virtual void set_kept(alu_node& /*self*/, std::uint32_t /*index*/, const Operand& /*set*/) {}
  /// The sets that it keeps begin to be combined; they may be so several times.
  virtual void overlap_begins(alu_node& /*self*/, const OverlapRole& /*role*/) {}
  /// A prefix or suffix computation comes; `carry`: of the first terminal.
  virtual void carry_awaited(alu_node& /*self*/, const CarryRole& /*role*/, const Operand& /*own*/,
                             const Operand& /*total*/, const Operand& /*carry*/) {}

 protected:
  ~line_watch_if() = default;
};

/// Calls `tell` for everybody who watches `self`.
template <typename Tell>
void tell_lines(alu_node& self, const Tell& tell) {
  self.tell_watches([&](alu_watch_if& watch) { tell(static_cast<line_watch_if&>(watch)); });
}

/// A line of nodes with terminals.
struct AluLine {
  std::uint32_t nodes = 1;
  std::uint32_t length = 1;  ///< of a segment, at most `nodes`
};

/// A machine of nodes with arithmetic units, as those see it who stand beside its parts.
class alu_host_if {
 public:
  [[nodiscard]] virtual NodeId nodes() const = 0;
  [[nodiscard]] virtual alu_node& alu(NodeId number) = 0;
  [[nodiscard]] virtual const AluContext& alu_context() const = 0;
  [[nodiscard]] virtual link_bank& alu_links() = 0;
  /// Null without buses.
  [[nodiscard]] virtual tap_bus_bank* alu_buses() = 0;
  /// The line that the machine is, where the algorithm has it as a part.
  [[nodiscard]] virtual AluLine line() const = 0;
  /// Most sets that a terminal keeps apart.
  [[nodiscard]] virtual std::uint32_t most_sets() const = 0;
  /// Does the algorithm of this run have that part?
  [[nodiscard]] virtual bool plays(const char* part) const = 0;
  /// Before the simulation starts.
  virtual void add_watch(line_watch_if& watch) = 0;

 protected:
  ~alu_host_if() = default;
};

}  // namespace plexus
