#include "models/pops/window_arrays.hpp"

#include <fmt/format.h>

namespace plexus::pops {

namespace {

/// rounds[t][c - base]: indices of the processors of a group that accept array c in round t.
using Rounds = std::vector<std::vector<std::vector<NodeId>>>;

Rounds rounds_of(const PopsCase& at, const WindowBlock& block) {
  const Windows windows{at};
  Rounds rounds;
  for (NodeId j = 0; j < at.shape.d; ++j) {
    NodeId round = 0;
    for (NodeId t = 1; t < at.subgroup; ++t) {
      const NodeId c = windows.needed(j, t);
      if (!block.holds(c)) continue;
      if (round == rounds.size()) rounds.emplace_back(block.length);
      rounds[round++][c - block.base].push_back(j);
    }
  }
  return rounds;
}

/// Slots after the first one, without the schedule: the most arrays of a block that a processor
/// accepts.
NodeId most_accepted(const PopsCase& at, const WindowBlock& block) {
  const PopsShape& pops = at.shape;
  const NodeId M = at.subgroup;
  if (at.adjacent) return std::min(M - 1, block.length);
  if (M <= pops.g || pops.d <= pops.g) return M - 1;
  NodeId most = 0;  // of a subgroup l arrays are in the block: all M - 1 foreign ones, or l
  const NodeId end = block.base + block.length;
  for (NodeId first = block.base / M * M; first < end; first += M) {
    const NodeId l = std::min(end, first + M) - std::max(block.base, first);
    most = std::max(most, l < M ? l : M - 1);
  }
  return most;
}

/// `elements`: a relay is heard by one processor in a round, so the one element will do.
template <bool elements>
Cycles cycles_window_arrays(const PopsCase& at) {
  Cycles cycles{0};
  for (const WindowBlock& block : window_blocks(at)) {
    cycles += at.slot(at.array());
    cycles += most_accepted(at, block) * at.slot(elements ? at.words : at.array());
  }
  return cycles;
}

template <bool elements>
Program send_arrays(pops_node& self, const PopsCase& at,
                    const std::vector<std::pair<WindowBlock, Rounds>>& plan) {
  const PopsShape pops = self.shape();
  const Windows windows{at};
  Sum sum = windows.own(self.id());
  std::vector<NodeId> receivers;
  for (const auto& [block, rounds] : plan) {
    auto heard = co_await self.slot(at.array(), to_relay(self, at.array(), block));  // slot 1
    std::optional<NodeId> stored;  // the processor whose array it stores
    if (heard) stored = static_cast<NodeId>(data_of(*heard)[0]);
    for (const auto& round : rounds) {
      std::optional<Packet> message;
      if (stored && !round[pops.index(*stored) - block.base].empty()) {
        receivers.clear();
        for (const NodeId to : round[pops.index(*stored) - block.base]) {
          receivers.push_back(pops.at(pops.group(*stored), to));
        }
        message =
            self.hand(elements ? at.words : at.array(), NodeSet{receivers},
                      elements ? windows.part(pops.index(receivers.front()), *stored).payload()
                               : datum(*stored));
      }
      heard = co_await self.slot(elements ? at.words : at.array(), std::move(message));
      if (!heard) continue;
      sum += elements ? Sum::of(data_of(*heard))
                      : windows.part(self.index(), static_cast<NodeId>(data_of(*heard)[0]));
    }
    if (stored) self.passed_on();
  }
  self.result(sum.payload());
}

template <bool elements>
NodeProgram<pops_node> programs(const PopsCase& at, pops_machine& /*top*/) {
  std::vector<std::pair<WindowBlock, Rounds>> plan;
  for (const WindowBlock& block : window_blocks(at)) plan.emplace_back(block, rounds_of(at, block));
  return [&at, plan = std::move(plan)](pops_node& self) {
    return send_arrays<elements>(self, at, plan);
  };
}

Algorithm<PopsCase> element_send(const char* operation, Prepare require) {
  return {.operation = operation,
          .name = "element-send",
          .summary = "as array-broadcast, but relays send the one element that is needed",
          .parameters = window_parameters(operation),
          .prepare = in_windows(operation, std::move(require)),
          .programs = programs<true>,
          .exact = cycles_window_arrays<true>};
}

}  // namespace

Algorithm<PopsCase> array_broadcast(const char* operation,
                                    std::vector<Equation<PopsCase>> equations) {
  return {.operation = operation,
          .name = "array-broadcast",
          .summary = "arrays go to relays, which broadcast them to those that need them",
          .is_default = true,
          .parameters = window_parameters(operation),
          .prepare = in_windows(operation),
          .programs = programs<false>,
          .equations = std::move(equations),
          .exact = cycles_window_arrays<false>};
}

Algorithm<PopsCase> consecutive_element_send() {
  return element_send(kConsecutive, [](const PopsCase& at) {
    if (at.subgroup <= at.shape.g) return;
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--algorithm element-send needs a --subgroup of at most --g {}, not "
                              "{}: choose array-broadcast.",
                              at.shape.g, at.subgroup)};
  });
}

Algorithm<PopsCase> adjacent_element_send() {
  return element_send(kAdjacent, [](const PopsCase& at) { require_d_up_to_g(at, "element-send"); });
}

}  // namespace plexus::pops
