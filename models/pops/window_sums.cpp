#include "models/pops/window_sums.hpp"

#include <bit>

#include <fmt/format.h>

namespace plexus {

NodeId Windows::turn(NodeId j, NodeId c) const {
  if (adjacent_) {
    const NodeId t = (c + pops_.d - j) % pops_.d;
    return t < M_ ? t : 0;
  }
  return j / M_ == c / M_ ? (c + M_ - j) % M_ : 0;
}

Sum Windows::total(NodeId x) const {
  Sum sum = own(x);
  const NodeId j = pops_.index(x);
  for (NodeId t = 1; t < M_; ++t) {
    const NodeId c = needed(j, t);
    sum += operand(pops_.at(pops_.group(x), c), element(j, c));
  }
  return sum;
}

std::unique_ptr<pops_data> window_data(const PopsCase& at, bool adjacent) {
  const Windows windows{at.shape, at.subgroup, adjacent};
  std::vector<std::optional<MessageData>> expected(at.nodes());
  for (NodeId x = 0; x < at.nodes(); ++x) expected[x] = windows.total(x).payload();
  return std::make_unique<computed>(std::move(expected));
}

void require_subgroup_power(const PopsCase& at, const std::string& algorithm) {
  require_powers_of_two(at, algorithm);
  if (std::has_single_bit(at.subgroup)) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("--algorithm {} needs a power of two as --subgroup, not {}.", algorithm,
                            at.subgroup)};
}

// ---- array-broadcast, element-send -------------------------------------------------------------

std::vector<WindowBlock> window_blocks(const Windows& windows, bool with_rounds) {
  const PopsShape& pops = windows.pops();
  const NodeId M = windows.size();
  std::vector<WindowBlock> blocks;
  if (M <= 1) return blocks;
  const bool whole_subgroups = !windows.adjacent() && M <= pops.g;
  const NodeId length = pops.d <= pops.g ? pops.d : whole_subgroups ? M * (pops.g / M) : pops.g;
  for (NodeId base = 0; base < pops.d; base += length) {
    WindowBlock block{base, std::min(length, pops.d - base), {}};
    for (NodeId j = 0; with_rounds && j < pops.d; ++j) {
      NodeId round = 0;
      for (NodeId t = 1; t < M; ++t) {
        const NodeId c = windows.needed(j, t);
        if (c < base || c >= base + block.length) continue;
        if (round == block.rounds.size()) block.rounds.emplace_back(block.length);
        block.rounds[round++][c - base].push_back(j);
      }
    }
    blocks.push_back(std::move(block));
  }
  return blocks;
}

NodeId window_relay(const PopsShape& pops, NodeId i, NodeId j, NodeId base) {
  return pops.d <= pops.g ? pops.rho(pops.at(i, j)) : pops.at(j - base, i);
}

namespace {

/// The array for which p(group, index) is the relay in a block: (i, j); nothing if for none.
std::optional<std::pair<NodeId, NodeId>> relayed(const PopsShape& pops, NodeId x,
                                                 const WindowBlock& block) {
  if (pops.d <= pops.g) {
    const NodeId origin = pops.index(x) * pops.g + pops.group(x);
    return std::pair{pops.group(origin), pops.index(origin)};
  }
  if (pops.group(x) >= block.length || pops.index(x) >= pops.g) return std::nullopt;
  return std::pair{pops.index(x), block.base + pops.group(x)};
}

Program array_broadcast(pops_node& self, Words m, const Windows& windows,
                        const std::vector<WindowBlock>& blocks, bool elements) {
  const PopsShape pops = self.shape();
  const Words arrays = windows.size() * m;
  const NodeId j = self.index();
  Sum sum = windows.own(self.id());
  std::vector<NodeId> receivers;
  for (const WindowBlock& block : blocks) {
    std::optional<Message> message;  // slot 1: arrays to relays
    if (j >= block.base && j < block.base + block.length) {
      message = self.hand(window_relay(pops, self.group(), j, block.base), datum(self.id()));
      message->for_relay = true;
    }
    auto heard = co_await self.slot(arrays, std::move(message));
    const auto relays = relayed(pops, self.id(), block);
    const std::optional<MessageData> stored = heard ? std::optional{heard->data} : std::nullopt;
    for (const auto& round : block.rounds) {
      message.reset();
      if (relays && stored && !round[relays->second - block.base].empty()) {
        receivers.clear();
        for (const NodeId to : round[relays->second - block.base]) {
          receivers.push_back(pops.at(relays->first, to));
        }
        // Of the array the element that the one receiver adds, or all of it.
        const auto x = static_cast<NodeId>((*stored)[0]);
        const Sum element =
            windows.operand(x, windows.element(pops.index(receivers.front()), pops.index(x)));
        message = self.hand(receivers, elements ? element.payload() : *stored);
      }
      heard = co_await self.slot(elements ? m : arrays, std::move(message));
      if (!heard) continue;
      const auto x = static_cast<NodeId>(heard->data[0]);
      sum +=
          elements ? Sum::of(heard->data) : windows.operand(x, windows.element(j, pops.index(x)));
    }
    if (stored) self.passed_on();
  }
  self.result(sum.payload());
}

/// Slot j: p(i, j) -> c(i, i) -> all others that need its array.
Program direct(pops_node& self, Words m, const Windows& windows) {
  const PopsShape pops = self.shape();
  const NodeId j = self.index();
  const Words arrays = windows.size() * m;
  Sum sum = windows.own(self.id());
  if (windows.size() > 1) {
    std::vector<NodeId> receivers;
    for (NodeId k = 0; k < pops.d; ++k) {
      if (k != j && windows.turn(k, j) != 0) receivers.push_back(pops.at(self.group(), k));
    }
    for (NodeId t = 0; t < pops.d;) {
      std::optional<Received> heard;
      if (t == j) {
        std::optional<Message> message;
        if (!receivers.empty()) message = self.hand(receivers, datum(self.id()));
        heard = co_await self.slot(arrays, std::move(message));
        ++t;
      } else {
        Slots listening = self.listen(arrays, (t < j ? j : pops.d) - t);
        heard = co_await listening;
        t += static_cast<NodeId>(listening.taken());
      }
      if (!heard) continue;
      const auto x = static_cast<NodeId>(heard->data[0]);
      sum += windows.operand(x, windows.element(j, pops.index(x)));
    }
  }
  self.result(sum.payload());
}

/// h, without the schedule: the most arrays of a block that a processor accepts.
NodeId rounds_of(const Windows& windows, const WindowBlock& block) {
  const PopsShape& pops = windows.pops();
  const NodeId M = windows.size();
  if (windows.adjacent()) return std::min(M - 1, block.length);
  if (M <= pops.g || pops.d <= pops.g) return M - 1;
  NodeId most = 0;  // of a subgroup l arrays are in the block: all M - 1 foreign ones, or l
  const NodeId end = block.base + block.length;
  for (NodeId first = block.base / M * M; first < end; first += M) {
    const NodeId l = std::min(end, first + M) - std::max(block.base, first);
    most = std::max(most, l < M ? l : M - 1);
  }
  return most;
}

}  // namespace

std::function<Program(pops_node&)> array_programs(const PopsCase& at, bool adjacent,
                                                  bool elements) {
  struct Plan {
    Windows windows;
    std::vector<WindowBlock> blocks;
  };
  const Windows windows{at.shape, at.subgroup, adjacent};
  auto plan = std::make_shared<const Plan>(Plan{windows, window_blocks(windows, true)});
  return [m = at.words, elements, plan](pops_node& self) {
    return array_broadcast(self, m, plan->windows, plan->blocks, elements);
  };
}

std::uint64_t array_slots(const PopsCase& at, bool adjacent) {
  const Windows windows{at.shape, at.subgroup, adjacent};
  std::uint64_t slots = 0;
  for (const WindowBlock& block : window_blocks(windows, false)) {
    slots += 1 + std::uint64_t{rounds_of(windows, block)};
  }
  return slots;
}

Cycles array_cycles(const PopsCase& at, bool adjacent, bool elements) {
  const Windows windows{at.shape, at.subgroup, adjacent};
  Cycles cycles{0};
  for (const WindowBlock& block : window_blocks(windows, false)) {
    cycles += at.slot(at.array());
    cycles += rounds_of(windows, block) * at.slot(elements ? at.words : at.array());
  }
  return cycles;
}

std::function<Program(pops_node&)> direct_window_programs(const PopsCase& at, bool adjacent) {
  auto windows = std::make_shared<const Windows>(at.shape, at.subgroup, adjacent);
  return [m = at.words, windows](pops_node& self) { return direct(self, m, *windows); };
}

}  // namespace plexus
