#include "models/fat-tree/programs.hpp"

#include <utility>

#include "hw/rule/fault.hpp"

namespace plexus::fat_tree {

namespace {

Packet packet_of(terminal& self, const FatTreeCase& at, TreeHeader header, BlockKind block) {
  if (header.kind() != TreeHeader::Kind::kUnicast) {
    return self.pack_for(Header{header.word(), {}}, self.id(), at.words.of(self.id()));
  }
  const NodeId to = header.destination();
  const BlockId number =
      block == BlockKind::kPair ? alltoall_block(at.nodes(), self.id(), to) : self.id();
  return self.pack_for(to, number, at.words.of(self.id(), to));
}

/// What counters in hardware say, step by step.
Program play_dispatcher(terminal& self, const FatTreeCase& at, BlockKind block) {
  const packet_dispatcher& dispatcher = *self.dispatcher();
  Dispatched now;
  for (std::int64_t step = 1; !now.last; ++step) {
    co_await self.wait_until((step - 1) * at.timetable_step());
    now = self.dispatcher()->counters->ask(self.id());
    if (step > dispatcher.pattern().last) {
      raise("program", name_of(dispatcher.counters.occupant()),
            "Step {} was the last one in which a packet may leave, and node {} is not told that "
            "it is over.",
            dispatcher.pattern().last, self.id());
    }
    if (!now.destination) continue;
    self.post(packet_of(self, at, TreeHeader::unicast(*now.destination), block));
  }
}

}  // namespace

Program play_timetable(terminal& self, const FatTreeCase& at, Timetable timetable, BlockKind block,
                       std::uint64_t expected) {
  packet_dispatcher* const dispatcher = self.dispatcher();
  if (dispatcher != nullptr) dispatcher->counters->begin(self.id());
  if (dispatcher != nullptr && dispatcher->counters->asked()) {
    co_await play_dispatcher(self, at, block);
  } else {
    for (const Dispatch& packet : timetable) {
      co_await self.wait_until((packet.step - 1) * at.timetable_step());
      if (dispatcher != nullptr) dispatcher->counters->tell(self.id(), packet.header.destination());
      self.post(packet_of(self, at, packet.header, block));
    }
  }
  co_await self.arrivals(expected);
}

Program release(terminal& self, const FatTreeCase& at, std::vector<NodeId> destinations,
                BlockId first_block, std::uint64_t expected) {
  for (const NodeId to : destinations) {
    self.post(self.pack_for(to, first_block + to, at.words.of(self.id(), to)));
  }
  co_await self.arrivals(expected);
}

Program release_block(terminal& self, const FatTreeCase& at, std::vector<NodeId> destinations,
                      BlockId block, std::uint64_t expected) {
  for (const NodeId to : destinations) {
    self.post(self.pack_for(to, block, at.words.of(self.id(), to)));
  }
  co_await self.arrivals(expected);
}

Program release_copied(terminal& self, const FatTreeCase& at, Header header, BlockId block,
                       std::uint64_t expected) {
  self.post(self.pack_for(std::move(header), block, at.words.of(self.id())));
  co_await self.arrivals(expected);
}

Program receive(terminal& self, std::uint64_t expected) { co_await self.arrivals(expected); }

}  // namespace plexus::fat_tree
