#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/optical/optical_figures.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What breaks the rules in one slot: collided couplers with their packets, senders of two packets,
/// receivers of two.
struct SlotConflicts {
  std::map<std::uint64_t, std::vector<const Packet*>> couplers;  ///< by index
  std::vector<NodeId> senders;                                   ///< rising
  std::vector<NodeId> receivers;                                 ///< rising

  [[nodiscard]] bool empty() const {
    return couplers.empty() && senders.empty() && receivers.empty();
  }
};

/// Where couplers stand: g groups of d processors.
struct CouplerGrid {
  NodeId groups = 1;
  NodeId degree = 1;

  /// Coupler from the group of processor `source` to `group`.
  [[nodiscard]] std::uint64_t index_of(NodeId group, NodeId source) const {
    return std::uint64_t{group} * groups + source / degree;
  }
  /// Destination groups of the couplers that `packet` is to light.
  [[nodiscard]] std::set<NodeId> groups_of(const Packet& packet) const;
};

/// Those among the packets of a slot.
[[nodiscard]] SlotConflicts find_conflicts(std::span<const Packet* const> packets,
                                           const CouplerGrid& grid, const OpticalRules& rules);

/// Do they take `packet` from `receiver`?
[[nodiscard]] bool is_lost(const SlotConflicts& conflicts, const Packet& packet, NodeId receiver,
                           const CouplerGrid& grid);
/// Do they take it from all receivers in `group`, or from the coupler to it?
[[nodiscard]] bool is_lost_to_group(const SlotConflicts& conflicts, const Packet& packet,
                                    NodeId group, const CouplerGrid& grid);

/// What a run says that ends with them. `bank`: full name of the bank, and `coupler`: of the first
/// coupler that has collided, if one has.
[[nodiscard]] Fault fault_of(const SlotConflicts& conflicts, std::uint64_t slot, Cycles now,
                             const std::string& bank, const std::string& coupler,
                             const CouplerGrid& grid, const OpticalRules& rules);

}  // namespace plexus
