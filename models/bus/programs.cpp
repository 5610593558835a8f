#include "models/bus/programs.hpp"

#include "models/operations/operation.hpp"

namespace plexus {

namespace {

NodeSet everybody_else(const node& self, const bus& wires) {
  return NodeSet::all_but(wires.processors(), self.id());
}

}  // namespace

Program bus_move(node& self, bus& wires, NodeId source, NodeId destination) {
  if (self.id() == source) {
    co_await wires.write(self, NodeSet::one(destination), self.pack(0));
  } else if (self.id() == destination) {
    co_await wires.read_into_memory(self);
  }
}

Program bus_broadcast(node& self, bus& wires, NodeId root) {
  if (self.id() == root) {
    co_await wires.write(self, everybody_else(self, wires), self.pack(0));
  } else {
    co_await wires.read_into_memory(self);
  }
}

Program bus_allgather_sequential(node& self, bus& wires) {
  for (NodeId turn = 0; turn < wires.processors(); ++turn) {  // one after another
    if (turn == self.id()) {                                  // broadcasts its block
      co_await wires.write(self, everybody_else(self, wires), self.pack(self.id()));
    } else {
      co_await wires.read_into_memory(self);
    }
  }
}

Program bus_scatter_sequential(node& self, bus& wires, NodeId root) {
  if (self.id() != root) {
    co_await wires.read_into_memory(self);
  } else {
    for (NodeId other = 0; other < wires.processors(); ++other) {
      if (other == root) continue;  // keeps its own block
      co_await wires.write(self, NodeSet::one(other), self.pack(other));
    }
  }
}

Program bus_gather_sequential(node& self, bus& wires, NodeId root) {
  if (self.id() != root) {
    co_await wires.write(self, NodeSet::one(root), self.pack(self.id()));
  } else {
    for (NodeId other = 1; other < wires.processors(); ++other) {
      co_await wires.read_into_memory(self);
    }
  }
}

Program bus_alltoall_broadcast_rows(node& self, bus& wires) {
  const NodeId k = wires.processors();
  for (NodeId turn = 0; turn < k; ++turn) {
    if (turn == self.id()) {  // broadcasts its whole row of blocks
      const Interval row{alltoall_block(k, self.id(), 0), k};
      co_await wires.write(self, everybody_else(self, wires), self.pack(Blocks{row, self.whole()}));
    } else {  // the others keep theirs of it
      const Packet row = co_await wires.read(self);
      const BlockId mine = row.blocks().intervals().front().first + self.id();
      self.store(Blocks{Interval{mine, 1}, row.blocks().slice()});
    }
  }
}

Program bus_alltoall_pairwise(node& self, bus& wires, PairSchedule schedule) {
  const NodeId k = wires.processors();
  std::uint64_t now = 0;  // lock steps ended
  for (NodeId round = 0; round < schedule.rounds(); ++round) {
    const auto turn = schedule.turn(self.id(), round);
    if (!turn) continue;                     // rests
    for (const bool back : {false, true}) {  // the lower partner writes first, then the higher
      const std::uint64_t step = schedule.step(round, back, turn->group);
      co_await self.step(step - now);
      now = step;
      if ((self.id() < turn->partner) != back) {
        co_await wires.write_now(self, NodeSet::one(turn->partner),
                                 self.pack(alltoall_block(k, self.id(), turn->partner)));
      } else {
        co_await wires.read_into_memory(self);
      }
    }
  }
}

}  // namespace plexus
