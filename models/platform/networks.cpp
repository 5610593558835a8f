#include "models/platform/networks.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "models/omega/module.hpp"

namespace plexus {

// ---- direct networks ----------------------------------------------------------------------------

namespace {

RouterSetting setting_of(const DirectNetwork& shape, const DirectRouters& routers) {
  const std::uint32_t needed = channels_needed(routers.routing, routers.way_out, shape.rings);
  RouterSetting setting;
  setting.routers = shape.wiring.nodes + shape.inner_routers;
  setting.ports = shape.wiring.channels + 1;
  setting.channels = routers.channels > 0 ? routers.channels : needed;
  setting.depth = routers.depth;
  setting.switching = routers.switching;
  setting.arbitration = routers.arbitration;
  setting.pipeline = routers.pipeline;
  setting.credit_delay = routers.credit_delay;
  setting.seed = routers.seed;
  setting.empty_channels =
      needs_empty_channels(routers.routing, routers.way_out, routers.switching);
  if (setting.channels < needed) {
    throw std::invalid_argument{"The routing needs " + std::to_string(needed) +
                                " virtual channels, and the routers have " +
                                std::to_string(setting.channels) + '.'};
  }
  if (setting.lanes() > router_bank::kMostLanes || setting.channels > router_bank::kMostChannels) {
    throw std::invalid_argument{"A router with " + std::to_string(setting.ports) + " ports has " +
                                std::to_string(setting.channels) +
                                " virtual channels at each: choose fewer."};
  }
  if (setting.depth < 1 || setting.depth > 4096 || setting.pipeline < 1 || setting.pipeline > 64 ||
      setting.credit_delay > 64) {
    throw std::invalid_argument{
        "A router's queues have 1 .. 4096 words, its pipeline 1 .. 64 cycles, its credits take "
        "0 .. 64 cycles."};
  }
  if (routers.way_out == WayOut::kBubble &&
      (!shape.rings || routers.switching == PacketSwitching::kWormhole)) {
    throw std::invalid_argument{
        "WayOut::kBubble leaves room for whole packets in rings: choose another for a network "
        "without rings or with wormhole switching."};
  }
  if (routers.way_out == WayOut::kBubble && routers.depth < 2) {
    throw std::invalid_argument{
        "WayOut::kBubble wants queues with room for two packets: make them 2 words deep at least."};
  }
  return setting;
}

}  // namespace

direct_ways::direct_ways(const DirectNetwork& shape, const DirectRouters& built)
    : setting_{setting_of(shape, built)},
      steps_{shape.steps()},
      channels_{*steps_, built.routing, built.way_out, setting_.channels} {}

direct_network::direct_network(sc_core::sc_module_name name, const DirectNetwork& shape,
                               const DirectRouters& built, const ClockPeriod& clock,
                               std::uint64_t places)
    : direct_ways{shape, built}, router_network{name,      shape.wiring.nodes,
                                                setting_,  wiring_of(shape),
                                                channels_, built.routing == Routing::kValiant,
                                                clock,     places} {
  if (built.way_out == WayOut::kBubble) allow_at_most(Words{built.depth / 2});
}

// ---- omega --------------------------------------------------------------------------------------

namespace {

const NetworkShape& buildable(const NetworkShape& shape) {
  if (shape.kind() == NetworkKind::kDataManipulator || shape.kind() == NetworkKind::kBenes) {
    throw std::invalid_argument{std::string{"omega_network: "} + to_string(shape.kind()) +
                                " routes no packets by their destination alone: choose another "
                                "NetworkKind."};
  }
  return shape;
}

}  // namespace

omega_network::omega_network(sc_core::sc_module_name name, const NetworkShape& shape,
                             const FifoSetting& fifos, const ClockPeriod& clock,
                             std::uint64_t places)
    : fifo_network{name,  switch_wiring(buildable(shape)), tag_weights(shape), fifos, clock,
                   places} {}

// ---- fat tree -----------------------------------------------------------------------------------

namespace {

const FatTreeShape& buildable(const FatTreeShape& shape) {
  if (shape.height() > 0) return shape;
  throw std::invalid_argument{"fat_tree_network: a tree of one leaf has no router."};
}

}  // namespace

fat_tree_network::fat_tree_network(sc_core::sc_module_name name, const FatTreeShape& shape,
                                   LinkTiming timing, std::uint64_t queue_places,
                                   const ClockPeriod& clock, std::uint64_t places)
    : branch_network{name,
                     buildable(shape).nodes(),
                     {.queue_places =
                          queue_places > 0 ? std::optional{queue_places} : std::nullopt},
                     shape.routers(),
                     clock,
                     places > 0 ? places : 2 * static_cast<std::uint64_t>(shape.capacity(1))},
      route{shape},
      routers_(shape.routers()) {
  for (std::uint32_t number = 0; number < shape.routers(); ++number) {
    const auto [level, index] = route.place_of(number);
    const std::string router = "router_" + std::to_string(level) + '_' + std::to_string(index);
    routers_[number] =
        std::make_unique<packet_router>(router.c_str(), number, shape.arity() + 1, route);
  }
  timing = checked(timing, this->name());
  if (queue_places > 0 && clock.period().value() < branch_bank::kPhases) {
    throw std::invalid_argument{
        "fat_tree_network: places of queues are dealt out between two edges: choose a period of 4 "
        "units of the kernel's time resolution or more, or queues without a limit."};
  }
  const auto router = [&](unsigned level, NodeId index) -> branch_end_if* {
    return routers_[route.number_of(level, index)].get();
  };
  for (unsigned j = 1; j <= shape.height(); ++j) {
    for (NodeId x = 0; x < shape.branches(j); ++x) {  // joins (j - 1, x) to router (j, x / k)
      const branch_bank::End below =
          j == 1 ? branch_bank::End{&end(x), 0} : branch_bank::End{router(j - 1, x), kParentPort};
      const branch_bank::End above{router(j, x / shape.arity()), child_port(x % shape.arity())};
      branches.add_branch(below, above, static_cast<std::uint64_t>(shape.capacity(j)), timing);
    }
  }
}

fat_tree_network::~fat_tree_network() = default;

}  // namespace plexus
