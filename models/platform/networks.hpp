#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/router/packet_router.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/tlm/branch_network.hpp"
#include "hw/tlm/bus_network.hpp"
#include "hw/tlm/fifo_network.hpp"
#include "hw/tlm/router_network.hpp"
#include "models/direct/direct_channels.hpp"
#include "models/fat-tree/route.hpp"
#include "models/fat-tree/shape.hpp"
#include "models/hypercube/network.hpp"
#include "models/omega/networks.hpp"
#include "models/ring/network.hpp"
#include "models/torus/network.hpp"

namespace plexus {

// The packet networks of the machines as modules for a design of one's own: `network.port[i]` is a
// network_port_if. They have the cycles of `plexus run MACHINE traffic`. What cannot be built
// throws std::invalid_argument. The bus is bus_network, hw/tlm/bus_network.hpp.

/// How the routers of a direct network are built, and which way packets take.
struct DirectRouters {
  Routing routing = Routing::kDimensionOrder;
  WayOut way_out = WayOut::kDateline;
  PacketSwitching switching = PacketSwitching::kWormhole;
  std::uint32_t channels = 0;  ///< of each input; 0: as few as the routing needs
  std::uint32_t depth = 4;     ///< words of each; with WayOut::kBubble a packet has half at most
  Arbitration arbitration = Arbitration::kAlternating;
  std::uint32_t pipeline = 1;
  std::uint32_t credit_delay = 1;  ///< 0: bypass
  std::uint64_t seed = 1;
};

/// How a direct network's routers choose: what must be there before they are.
class direct_ways {
 protected:
  direct_ways(const DirectNetwork& shape, const DirectRouters& built);

  RouterSetting setting_;
  std::unique_ptr<const direct_steps_if> steps_;
  direct_channels channels_;
};

/// Ring, torus, mesh or hypercube of routers with virtual channels.
class direct_network final : private direct_ways, public router_network {
 public:
  direct_network(sc_core::sc_module_name name, const DirectNetwork& shape,
                 const DirectRouters& built = {}, const ClockPeriod& clock = ClockPeriod{},
                 std::uint64_t places = 0);
};

/// A buffered multistage network: omega and its kin.
class omega_network final : public fifo_network {
 public:
  omega_network(sc_core::sc_module_name name, const NetworkShape& shape,
                const FifoSetting& fifos = {.depth = 4}, const ClockPeriod& clock = ClockPeriod{},
                std::uint64_t places = 1);
};

/// A fat tree of packet routers.
class fat_tree_network final : public branch_network {
 public:
  /// `queue_places`: packets in each queue of a router; 0: any number. Every hop takes what
  /// `timing` says.
  fat_tree_network(sc_core::sc_module_name name, const FatTreeShape& shape, LinkTiming timing = {},
                   std::uint64_t queue_places = 0, const ClockPeriod& clock = ClockPeriod{},
                   std::uint64_t places = 0);
  ~fat_tree_network() override;

  tree_route route;

 private:
  [[nodiscard]] std::uint64_t header_of(NodeId destination) const override {
    return route.header_word(destination);
  }

  std::vector<std::unique_ptr<packet_router>> routers_;  ///< by number
};

}  // namespace plexus
