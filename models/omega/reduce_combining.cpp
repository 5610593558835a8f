#include <string>

#include <fmt/format.h>

#include "models/omega/play.hpp"

namespace plexus::omega {

namespace {

const Statistic kMerges{"merges", "messages", "that an element combined with another"};

/// Every node sends its operand to the root, whose channel takes one packet: what the elements have
/// made of all of them.
Program combine_at_root(processor& self, const SwitchCase& at) {
  Packet own = self.pack(Blocks{Interval{self.id(), 1}, self.whole()}, at.root);
  if (self.id() == at.root) {
    const Packet packet = co_await both(self.send(kSwitch, std::move(own)), self.receive(kSwitch));
    *at.combined = packet.blocks();
  } else {
    co_await self.send(kSwitch, std::move(own));
  }
}

/// The operands in the order in which the elements combine them: sources by rising bit-reversed
/// number, which is its own inverse.
Blocks in_order(const SwitchCase& at) {
  BlockList operands;
  for (const NodeId operand : named_permutation("bit-reversal", at.nodes())) operands.add(operand);
  return operands.blocks({0_words, at.words});
}

void prepare_combining(SwitchCase& prepared) {
  if (prepared.network.kind() != NetworkKind::kOmega) {
    throw Refusal{RefusalClass::kFeature, std::string{"--network "} +
                                              to_string(prepared.network.kind()) +
                                              " has no combining elements: choose --network omega"};
  }
  prepared.elements = switch_fabric::Elements::kCombining;
  prepared.combined = std::make_shared<Blocks>();
  prepared.count = [](const SwitchCase& at) {  // one pass, set up once
    const Cycles charge = setup_charge(at.setup, at.nodes());
    return SwitchCount{SwitchTally{charge + at.timing.hop(at.words), 1, 1, 0, {}, 0}};
  };
}

/// Every node has an operand; what must come out, `check` says.
Operation operands(const SwitchCase& at) {
  Operation operation = gather_operation(at.nodes(), at.root, at.words);
  operation.name = "reduce";
  operation.after = {};
  return operation;
}

NodeProgram<processor> programs_combining(const SwitchCase& at, switch_machine& top) {
  top.schedule(std::make_shared<passes_by_tag>(at.network, at.setup));
  return [&at](processor& self) { return combine_at_root(self, at); };
}

std::optional<std::string> check(const SwitchCase& at, const switch_machine& /*top*/) {
  if (*at.combined == in_order(at)) return std::nullopt;
  return fmt::format(
      "Node {} does not get every operand once, in the order of bit-reversed node numbers.",
      at.root);
}

void statistics_combining(const SwitchCase& /*at*/, const switch_machine& top,
                          Statistics& statistics) {
  const PassFigures& figures = top.net.figures();
  for (const Statistic& planned : switch_machine::statistics()) statistics.erase(planned);
  statistics.set(switch_figures::kPasses, figures.passes);
  statistics.set(kMerges, figures.merges);
  statistics.set(switch_figures::kTransfers, figures.transfers);
  statistics.set(switch_figures::kSetups, figures.setups);
}

}  // namespace

Algorithm<SwitchCase> reduce_combining() {
  return {.operation = "reduce",
          .name = "combining",
          .summary = "elements combine the operands that meet in them",
          .is_default = true,
          .parameters = switch_parameters().with_root("processor that gets the result"),
          .prepare = prepare_combining,
          .data = operands,
          .programs = programs_combining,
          .exact = counted_cycles,
          .statistics = statistics_combining,
          .declared = {kMerges},
          .check = check,
          .only_blocks = {{"combine_element"}}};
}

}  // namespace plexus::omega
