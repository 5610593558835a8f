#include "models/bus/case.hpp"

namespace plexus::on_bus {

using namespace paper_1986;

namespace {

/// The nodes broadcast all of their blocks in turn, and everybody keeps its own (3.5(A)).
Program rows_in_turn(bus_node& self, const BusCase& at) {
  for (NodeId turn = 0; turn < at.nodes; ++turn) {
    if (turn == self.id()) {  // broadcasts its whole row of blocks
      const Interval row{alltoall_block(at.nodes, self.id(), 0), at.nodes};
      co_await self.write(self.everybody_else(), self.pack(Blocks{row, self.whole()}));
    } else {  // the others keep theirs of it
      const Packet row = co_await self.read();
      const BlockId mine = row.blocks().intervals().front().first + self.id();
      self.store(Blocks{Interval{mine, 1}, row.blocks().slice()});
    }
  }
}

/// k tau + N/b, N = k^2 w.
double printed_broadcast_rows(const BusCase& at) {
  return at.k() * tau(at.timing) + at.k() * at.k() * real(at.words) / b(at.timing);
}

/// k c(k w).
Cycles exact_broadcast_rows(const BusCase& at) {
  return at.nodes * at.timing.hop(at.nodes * at.words);
}

}  // namespace

Algorithm<BusCase> alltoall_broadcast_rows() {
  return {.operation = "alltoall",
          .name = "broadcast-rows",
          .summary = "the processors broadcast all of their blocks in turn",
          .parameters = bus_parameters(),
          .program = rows_in_turn,
          .equations = {{"3.5(A)", section("3.5(A)"), printed_broadcast_rows,
                         [](const BusCase& at) { return equal_if_filled(at, at.nodes); }}},
          .exact = exact_broadcast_rows};
}

}  // namespace plexus::on_bus
