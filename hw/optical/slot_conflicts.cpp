#include "hw/optical/slot_conflicts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace plexus {

std::set<NodeId> CouplerGrid::groups_of(const Packet& packet) const {
  std::set<NodeId> lit;
  packet.header().channels.for_each([&](NodeId group) { lit.insert(group); });
  if (lit.empty()) packet.for_each_receiver([&](NodeId node) { lit.insert(node / degree); });
  return lit;
}

SlotConflicts find_conflicts(std::span<const Packet* const> packets, const CouplerGrid& grid,
                             const OpticalRules& rules) {
  std::map<std::uint64_t, std::vector<const Packet*>> driven;
  std::map<NodeId, std::uint64_t> sent;
  std::map<NodeId, std::uint64_t> accepted;
  for (const Packet* const packet : packets) {
    ++sent[packet->source()];
    for (const NodeId group : grid.groups_of(*packet)) {
      driven[grid.index_of(group, packet->source())].push_back(packet);
    }
    packet->for_each_receiver([&](NodeId receiver) { ++accepted[receiver]; });
  }
  SlotConflicts conflicts;
  for (auto& [index, list] : driven) {
    if (list.size() > 1) conflicts.couplers.emplace(index, std::move(list));
  }
  for (const auto& [node, count] : sent) {
    if (count > 1 && !rules.multi_tx) conflicts.senders.push_back(node);
  }
  for (const auto& [node, count] : accepted) {
    if (count > 1 && !rules.multi_rx) conflicts.receivers.push_back(node);
  }
  return conflicts;
}

bool is_lost(const SlotConflicts& conflicts, const Packet& packet, NodeId receiver,
             const CouplerGrid& grid) {
  return conflicts.couplers.contains(grid.index_of(receiver / grid.degree, packet.source())) ||
         std::ranges::binary_search(conflicts.senders, packet.source()) ||
         std::ranges::binary_search(conflicts.receivers, receiver);
}

bool is_lost_to_group(const SlotConflicts& conflicts, const Packet& packet, NodeId group,
                      const CouplerGrid& grid) {
  if (conflicts.couplers.contains(grid.index_of(group, packet.source())) ||
      std::ranges::binary_search(conflicts.senders, packet.source())) {
    return true;
  }
  std::size_t here = 0;
  std::size_t lost = 0;
  packet.for_each_receiver([&](NodeId receiver) {
    if (receiver / grid.degree != group) return;
    ++here;
    if (std::ranges::binary_search(conflicts.receivers, receiver)) ++lost;
  });
  return lost > 0 && lost == here;
}

Fault fault_of(const SlotConflicts& conflicts, std::uint64_t slot, Cycles now,
               const std::string& bank, const std::string& coupler, const CouplerGrid& grid,
               const OpticalRules& rules) {
  std::string couplers;
  std::string sources;
  for (const auto& [index, packets] : conflicts.couplers) {
    std::set<NodeId> nodes;
    for (const Packet* const packet : packets) nodes.insert(packet->source());
    const char* const separator = couplers.empty() ? "" : ",";
    couplers += fmt::format("{}[{},{}]", separator, index / grid.groups, index % grid.groups);
    sources += fmt::format("{}[{}]", separator, fmt::join(nodes, ","));
  }
  std::string kind = "receive-conflict";
  std::string what;
  if (!conflicts.couplers.empty()) {
    const auto& [index, packets] = *conflicts.couplers.begin();
    kind = "collision";
    const auto [low, high] = std::ranges::minmax(
        packets, {}, [](const Packet* const packet) { return packet->source(); });
    what = fmt::format("coupler c({}, {}) is driven with {} messages, by node", index / grid.groups,
                       index % grid.groups, packets.size());
    what += low->source() == high->source()
                ? fmt::format(" {}", low->source())
                : fmt::format("s {} and {}", low->source(), high->source());
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
