#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "hw/data/message.hpp"
#include "hw/optical/optical_figures.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What breaks the rules in one slot: collided couplers with their messages, senders of two
/// messages, receivers of two.
struct SlotConflicts {
  std::map<std::uint64_t, std::vector<const Message*>> couplers;  ///< by index
  std::vector<NodeId> senders;                                    ///< rising
  std::vector<NodeId> receivers;                                  ///< rising
};

/// Where couplers stand: g groups of d processors.
struct CouplerGrid {
  NodeId groups = 1;
  NodeId degree = 1;

  /// Coupler from the group of processor `source` to `group`.
  [[nodiscard]] std::uint64_t index_of(NodeId group, NodeId source) const {
    return std::uint64_t{group} * groups + source / degree;
  }
};

/// Those among the messages of a slot.
[[nodiscard]] SlotConflicts find_conflicts(std::span<const Message* const> messages,
                                           const CouplerGrid& grid, const OpticalRules& rules);

/// Do they take a message from the processors of `group`?
[[nodiscard]] bool takes_message(const SlotConflicts& conflicts, const Message& message,
                                 NodeId group, const CouplerGrid& grid);

/// What a run says that ends with them. `bank`: full name of the bank, and `coupler`: of the first
/// coupler that has collided, if one has.
[[nodiscard]] Fault fault_of(const SlotConflicts& conflicts, std::uint64_t slot, Cycles now,
                             const std::string& bank, const std::string& coupler,
                             const CouplerGrid& grid, const OpticalRules& rules);

}  // namespace plexus
