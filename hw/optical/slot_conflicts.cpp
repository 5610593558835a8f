#include "hw/optical/slot_conflicts.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

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
  std::ostringstream couplers;
  std::ostringstream sources;
  const char* separator = "";
  for (const auto& [index, messages] : conflicts.couplers) {
    std::vector<NodeId> nodes;
    for (const Message* const message : messages) nodes.push_back(message->source);
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    couplers << separator << '[' << index / grid.groups << ',' << index % grid.groups << ']';
    sources << separator << '[';
    for (std::size_t i = 0; i < nodes.size(); ++i) sources << (i > 0 ? "," : "") << nodes[i];
    sources << ']';
    separator = ",";
  }
  std::ostringstream text;
  std::string kind = "receive-conflict";
  std::string part = bank;
  text << "In slot " << slot << ' ';
  if (!conflicts.couplers.empty()) {
    const auto& [index, messages] = *conflicts.couplers.begin();
    kind = "collision";
    part = coupler;
    NodeId low = std::numeric_limits<NodeId>::max();
    NodeId high = 0;
    for (const Message* const message : messages) {
      low = std::min(low, message->source);
      high = std::max(high, message->source);
    }
    text << "coupler c(" << index / grid.groups << ", " << index % grid.groups
         << ") is driven with " << messages.size() << " messages, by node"
         << (low == high ? " " : "s ") << low;
    if (low != high) text << " and " << high;
  } else if (!conflicts.senders.empty()) {
    kind = "transmit-conflict";
    text << "node " << conflicts.senders.front() << " sends two different messages";
  } else {
    text << "node " << conflicts.receivers.front() << " accepts two messages";
  }
  text << ": " << conflicts.couplers.size() << " couplers, " << conflicts.senders.size()
       << " senders and " << conflicts.receivers.size() << " receivers are in conflict.";
  Fault fault{kind,
              now,
              part,
              text.str(),
              {{"slot", std::to_string(slot)},
               {"collisions", std::to_string(conflicts.couplers.size())},
               {"tx_conflicts", std::to_string(conflicts.senders.size())},
               {"rx_conflicts", std::to_string(conflicts.receivers.size())},
               {"couplers", '[' + couplers.str() + ']'},
               {"sources", '[' + sources.str() + ']'}}};
  if (!rules.feasible) {
    fault.message += " The optical budget of this machine does not close either.";
    fault.figures.emplace_back("feasible", "false");
  }
  return fault;
}

}  // namespace plexus
