#include "hw/optical/slot_conflicts.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace plexus {

SlotConflicts find_conflicts(std::span<const Message* const> messages, const CouplerGrid& grid,
                             const OpticalRules& rules) {
  std::map<std::uint64_t, std::vector<const Message*>> driven;
  std::map<NodeId, std::vector<const Message*>> sent;
  std::map<NodeId, std::vector<const Message*>> accepted;
  const auto note = [](std::vector<const Message*>& list, const Message* message) {
    if (std::ranges::find(list, message) == list.end()) list.push_back(message);
  };
  for (const Message* const message : messages) {
    note(sent[message->source], message);
    for (const NodeId group : message->groups) {
      note(driven[grid.index_of(group, message->source)], message);
    }
    for (const NodeId receiver : message->receivers.nodes()) {
      note(accepted[receiver], message);
      if (!message->groups.empty()) continue;
      note(driven[grid.index_of(receiver / grid.degree, message->source)], message);
    }
  }
  SlotConflicts conflicts;
  for (auto& [index, list] : driven) {
    if (list.size() > 1) conflicts.couplers.emplace(index, list);
  }
  for (const auto& [node, list] : sent) {
    if (list.size() > 1 && !rules.multi_tx) conflicts.senders.push_back(node);
  }
  for (const auto& [node, list] : accepted) {
    if (list.size() > 1 && !rules.multi_rx) conflicts.receivers.push_back(node);
  }
  return conflicts;
}

bool takes_message(const SlotConflicts& conflicts, const Message& message, NodeId group,
                   const CouplerGrid& grid) {
  if (conflicts.couplers.contains(grid.index_of(group, message.source)) ||
      std::ranges::binary_search(conflicts.senders, message.source)) {
    return true;
  }
  std::size_t here = 0;
  std::size_t lost = 0;
  for (const NodeId receiver : message.receivers.nodes()) {
    if (receiver / grid.degree != group) continue;
    ++here;
    if (std::ranges::binary_search(conflicts.receivers, receiver)) ++lost;
  }
  return lost > 0 && lost == here;
}

Fault fault_of(const SlotConflicts& conflicts, std::uint64_t slot, Cycles now,
               const std::string& bank, const std::string& coupler, const CouplerGrid& grid,
               const OpticalRules& rules) {
  std::string couplers;
  std::string sources;
  for (const auto& [index, messages] : conflicts.couplers) {
    std::set<NodeId> nodes;
    for (const Message* const message : messages) nodes.insert(message->source);
    const char* const separator = couplers.empty() ? "" : ",";
    couplers += fmt::format("{}[{},{}]", separator, index / grid.groups, index % grid.groups);
    sources += fmt::format("{}[{}]", separator, fmt::join(nodes, ","));
  }
  std::string kind = "receive-conflict";
  std::string what;
  if (!conflicts.couplers.empty()) {
    const auto& [index, messages] = *conflicts.couplers.begin();
    kind = "collision";
    const auto [low, high] = std::ranges::minmax(
        messages, {}, [](const Message* const message) { return message->source; });
    what = fmt::format("coupler c({}, {}) is driven with {} messages, by node", index / grid.groups,
                       index % grid.groups, messages.size());
    what += low->source == high->source ? fmt::format(" {}", low->source)
                                        : fmt::format("s {} and {}", low->source, high->source);
  } else if (!conflicts.senders.empty()) {
    kind = "transmit-conflict";
    what = fmt::format("node {} sends two different messages", conflicts.senders.front());
  } else {
    what = fmt::format("node {} accepts two messages", conflicts.receivers.front());
  }
  const Figures figures{{"slot", slot},
                        {"collisions", conflicts.couplers.size()},
                        {"tx_conflicts", conflicts.senders.size()},
                        {"rx_conflicts", conflicts.receivers.size()},
                        {"couplers", JsonText{'[' + couplers + ']'}},
                        {"sources", JsonText{'[' + sources + ']'}}};
  Fault fault{
      kind,
      now,
      kind == "collision" ? coupler : bank,
      fmt::format("In slot {} {}: {} couplers, {} senders and {} receivers are in conflict.", slot,
                  what, conflicts.couplers.size(), conflicts.senders.size(),
                  conflicts.receivers.size()),
      {figures.begin(), figures.end()}};
  if (!rules.feasible) {
    fault.message += " The optical budget of this machine does not close either.";
    fault.figures.emplace_back("feasible", "false");
  }
  return fault;
}

}  // namespace plexus
