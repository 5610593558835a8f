#pragma once

#include <cstdint>
#include <deque>

#include "hw/router/branch_bank.hpp"
#include "hw/tlm/packet_network.hpp"

namespace plexus {

/// A network of packet routers and branches as a packet network: each port is the end of a branch.
/// Who derives from it adds routers and branches. On parallel links a short packet may overtake a
/// long one of the same source and destination.
class branch_network : public packet_network {
 public:
  ~branch_network() override;

  branch_bank branches;

 protected:
  /// `first_place`: behind those of all routers. `places`: see packet_network. Branches with time
  /// division have no place to wait in: not for them.
  branch_network(sc_core::sc_module_name name, NodeId ports, const BranchRules& rules,
                 std::uint64_t first_place, const ClockPeriod& clock, std::uint64_t places);

  /// The end at a port, for branch_bank::add_branch.
  [[nodiscard]] branch_end_if& end(NodeId number);
  /// What routers read of a packet for a port.
  [[nodiscard]] virtual std::uint64_t header_of(NodeId destination) const = 0;

 private:
  class End;

  void offered(NodeId number) override;
  void go_on(NodeId number) override;

  std::uint64_t first_place_;
  std::deque<End> ends_;
};

}  // namespace plexus
