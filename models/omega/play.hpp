#pragma once

#include <cstddef>
#include <functional>

#include "hw/data/blocks.hpp"
#include "hw/node/processor.hpp"
#include "models/omega/case.hpp"
#include "models/omega/schedule.hpp"
#include "models/omega/steps.hpp"

namespace plexus {

/// A processor's only channel.
inline constexpr unsigned kSwitch = 0;

/// What a message of a step carries. The plan says who sends to whom, this says what: together they
/// are the algorithm.
using PayloadRule = std::function<Blocks(std::size_t step, const SwitchMessage& message)>;

/// Packs what a node sends, and sees to what it receives from another one.
struct Cargo {
  std::function<Packet(processor& self, std::size_t step, const SwitchMessage& message)> pack;
  std::function<void(processor& self, std::size_t step, const SwitchMessage& message,
                     Packet& packet)>
      take;
};
/// Does a node get every word once, or may some come in vain?
enum class Stored { kOnce, kGained };
/// Blocks that a node holds are sent, and stored.
[[nodiscard]] Cargo blocks_of(PayloadRule payload, Stored stored = Stored::kOnce);

/// A plan, and what its messages carry, for a case.
using PlanOf = SwitchPlan (*)(const SwitchCase& at);
using PayloadOf = PayloadRule (*)(const SwitchCase& at);

/// A plan of nodes and words, or of nodes, root and words.
template <auto plan>
SwitchPlan plan_of(const SwitchCase& at) {
  if constexpr (std::invocable<decltype(plan), NodeId, Words>) {
    return plan(at.nodes(), at.words);
  } else {
    return plan(at.nodes(), at.root, at.words);
  }
}
/// An algorithm's `prepare`: what the plan takes can be counted. `only`: the algorithm, if it needs
/// a power of two nodes; others are refused (`size`).
[[nodiscard]] std::function<void(SwitchCase&)> counted_by(PlanOf plan, const char* only = nullptr);
/// An algorithm's `programs`: all nodes play the plan, and the switch lets its passes cross.
[[nodiscard]] std::function<NodeProgram<processor>(const SwitchCase&, switch_machine&)> playing(
    PlanOf plan, PayloadOf payload);
/// The same with a plan and its cargo at hand.
[[nodiscard]] NodeProgram<processor> played(const SwitchCase& at, switch_machine& top,
                                            SwitchPlan plan, Cargo cargo);
/// Refuses (`size`) other `nodes` than powers of two, which `algorithm` needs.
void need_power_of_two(const SwitchCase& at, const char* algorithm);

/// The whole message.
[[nodiscard]] PayloadRule whole_message(const SwitchCase& at);

/// A permutation for which the hardware finds the way: `self-routed`, `buffered`.
Program send_own_block(processor& self, NodeId destination);

}  // namespace plexus
