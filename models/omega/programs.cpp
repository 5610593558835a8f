#include "models/omega/programs.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/switch/switch_fabric.hpp"
#include "models/omega/permutations.hpp"
#include "models/operations/operation.hpp"

namespace plexus {

namespace {

constexpr unsigned kSwitch = 0;  // a processor's only channel

Slice whole(Words words) { return {0_words, words}; }
std::uint32_t log2_of(NodeId nodes) {
  return static_cast<std::uint32_t>(std::bit_width(nodes)) - 1;
}

Blocks blocks_of(const std::vector<NodeId>& nodes, Words words) {
  BlockList blocks;
  for (const NodeId v : nodes) blocks.add(v);
  return blocks.blocks(whole(words));
}

}  // namespace

Program play(processor& self, const PassSchedule& schedule, const PayloadRule& payload) {
  std::size_t step = schedule.next_with(self.id(), 0);
  co_await self.step(step);  // sleeps through the steps that it has no part in
  while (step < schedule.steps()) {
    const SwitchMessage* const out = schedule.sent_by(step, self.id());
    const SwitchMessage* const in = schedule.sent_to(step, self.id());
    Packet packet;
    if (out != nullptr) packet = self.pack(payload(step, *out), out->destination);
    if (out != nullptr && in != nullptr) {
      packet = co_await both(self.send(kSwitch, std::move(packet)), self.receive(kSwitch));
    } else if (out != nullptr) {
      co_await self.send(kSwitch, std::move(packet));
    } else {
      packet = co_await self.receive(kSwitch);
    }
    if (in != nullptr && in->source != self.id()) self.store(packet.blocks());
    const std::size_t next = schedule.next_with(self.id(), step + 1);
    co_await self.step(next - step);
    step = next;
  }
}

PayloadRule whole_message(Words words) {
  return [=](std::size_t, const SwitchMessage&) { return Blocks{Interval{0, 1}, whole(words)}; };
}

PayloadRule packet_of_message(EvenSplit packets) {
  return [=](std::size_t, const SwitchMessage& message) {
    return Blocks{Interval{0, 1}, {packets.first(message.packet), packets.size(message.packet)}};
  };
}

PayloadRule own_block(Words words) {
  return [=](std::size_t, const SwitchMessage& message) {
    return Blocks{Interval{message.source, 1}, whole(words)};
  };
}

PayloadRule last_received(NodeId nodes, Words words) {
  return [=](std::size_t step, const SwitchMessage& message) {
    const auto back = static_cast<NodeId>(step % nodes);
    return Blocks{Interval{(message.source + nodes - back) % nodes, 1}, whole(words)};
  };
}

PayloadRule first_held(NodeId nodes, Words words) {
  return [=](std::size_t, const SwitchMessage& message) {
    const auto count = static_cast<NodeId>(message.words.count() / words.count());
    const NodeId before_wrap = std::min(count, nodes - message.source);
    BlockList blocks;
    blocks.add(Interval{message.source, before_wrap});
    blocks.add(Interval{0, count - before_wrap});
    return blocks.blocks(whole(words));
  };
}

PayloadRule scattered(NodeId nodes, NodeId root, Words words) {
  return [=](std::size_t step, const SwitchMessage& message) {
    const auto j = static_cast<std::uint32_t>(step) + 1;
    return blocks_of(scatter_blocks(nodes, root, j, message.destination ^ root), words);
  };
}

PayloadRule gathered(NodeId nodes, NodeId root, Words words) {
  return [=](std::size_t step, const SwitchMessage& message) {
    const std::uint32_t j = log2_of(nodes) - static_cast<std::uint32_t>(step);
    return blocks_of(scatter_blocks(nodes, root, j, message.source ^ root), words);
  };
}

PayloadRule other_half(NodeId nodes, Words words) {
  return [=](std::size_t step, const SwitchMessage& message) {
    const std::uint32_t bit = log2_of(nodes) - 1 - static_cast<std::uint32_t>(step);
    const NodeId low = (NodeId{2} << bit) - 1;  // bits t .. 0
    const NodeId first =
        message.destination >> bit << bit;  // d: bit t differs, lower ones are free
    BlockList blocks;
    for (NodeId origin = message.source & low; origin < nodes; origin += low + 1) {
      blocks.add(Interval{alltoall_block(nodes, origin, first), NodeId{1} << bit});
    }
    return blocks.blocks(whole(words));
  };
}

PayloadRule one_pair(NodeId nodes, Words words) {
  return [=](std::size_t, const SwitchMessage& message) {
    return Blocks{Interval{alltoall_block(nodes, message.source, message.destination), 1},
                  whole(words)};
  };
}

Program hardware_broadcast(processor& self, NodeId root) {
  if (self.id() == root) {
    Packet packet = self.pack(Blocks{Interval{0, 1}, self.whole()}, kEveryPort);
    co_await both(self.send(kSwitch, std::move(packet)), self.receive(kSwitch));
  } else {
    co_await self.receive_into_memory(kSwitch);
  }
}

Program send_own_block(processor& self, NodeId destination) {
  Packet own = self.pack(Blocks{Interval{self.id(), 1}, self.whole()}, destination);
  const Packet packet = co_await both(self.send(kSwitch, std::move(own)), self.receive(kSwitch));
  if (packet.source() != self.id()) self.store(packet.blocks());
}

Program combine_at_root(processor& self, NodeId root, Blocks& result) {
  Packet own = self.pack(Blocks{Interval{self.id(), 1}, self.whole()}, root);
  if (self.id() == root) {
    const Packet packet = co_await both(self.send(kSwitch, std::move(own)), self.receive(kSwitch));
    result = packet.blocks();
  } else {
    co_await self.send(kSwitch, std::move(own));
  }
}

std::vector<NodeId> combining_order(NodeId nodes) {
  return named_permutation("bit-reversal", nodes);  // its own inverse
}

}  // namespace plexus
